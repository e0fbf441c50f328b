import { readOpenapi } from './read-openapi.ts';

/** Returns the lines below the heading of the only operation of an OpenAPI document, without empty lines. `rest` is merged into the document's root. */
export function operationLines(operation: object, rest: object = {}): string[] {
  const { markdown } = readOpenapi(
    JSON.stringify({ openapi: '3.1.0', info: { title: 'T' }, paths: { '/a': { get: operation } }, ...rest }),
  );
  const [, below = ''] = markdown.split(/^## GET \/a.*$/m);
  return (below.split('\n## ')[0] ?? '').split('\n').filter((line) => line !== '');
}

/** Returns the text of a schema as the body of a request: its paragraph, and the list below the paragraph. */
export function schemaLines(schema: unknown, schemas: object = {}): string[] {
  const requestBody = { content: { 'application/json': { schema } } };
  const [, ...lines] = operationLines({ requestBody }, { components: { schemas } });
  return lines.map((line) => line.replace(/^`application\/json`: /, ''));
}
