import type { ApiOperation } from './find-operations.ts';
import { inlineReferences } from './inline-references.ts';
import { getObjectAt, getProperty, getTextAt, isObject, type Json, type JsonObject, listAt } from './json-value.ts';
import type { ContentView, OperationView, RawView } from './operation-view.ts';
import { dereferenceValue } from './resolve-references.ts';
import { shortenOperationView } from './shorten-operation-view.ts';

/** Maximum length of a view, which must fit into the context window of a language model. */
const MAX_VIEW_CHARS = 40_000;

/** Builds a self-contained view of an operation. Inlines references as deeply as the size limit of the view permits. */
export function buildOperationView(document: JsonObject, operation: ApiOperation): OperationView {
  const raw = createRawView(document, operation);
  const inlinedView = inlineReferences(document, raw as unknown as Json, MAX_VIEW_CHARS);
  if (!inlinedView) return { ...shortenOperationView(raw, MAX_VIEW_CHARS), unresolved: [], truncated: true };
  return { ...(inlinedView.value as unknown as RawView), unresolved: inlinedView.unresolved, truncated: false };
}

function createRawView(document: JsonObject, operation: ApiOperation): RawView {
  const { method, path, operationId, summary, description, tags, deprecated, pathItem } = operation;
  const fields = isObject(operation.operation) ? operation.operation : {};
  const body = dereferenceValue(document, getProperty(fields, 'requestBody') ?? null);
  return {
    method,
    path,
    ...removeUndefined({ operationId, summary, description }),
    tags,
    deprecated,
    servers: getServers(document, pathItem, fields),
    security: getSecurity(document, fields),
    parameters: getParameters(document, pathItem, fields),
    ...(isObject(body)
      ? {
          requestBody: {
            required: getProperty(body, 'required') === true,
            ...removeUndefined({ description: getTextAt(body, 'description') }),
            content: getContent(document, body),
          },
        }
      : {}),
    responses: Object.entries(getObjectAt(fields, 'responses')).flatMap(([status, each]) => {
      const response = dereferenceValue(document, each);
      if (!isObject(response)) return [];
      const headers = getObjectAt(response, 'headers');
      return [
        {
          status,
          ...removeUndefined({ description: getTextAt(response, 'description') }),
          ...(Object.keys(headers).length > 0 ? { headers } : {}),
          content: getContent(document, response),
        },
      ];
    }),
  };
}

/** Returns the parameters of all levels. An operation's parameter overrides a parameter of its path with the same name and location. */
function getParameters(document: JsonObject, ...levels: readonly JsonObject[]): OperationView['parameters'] {
  const parametersByKey = new Map<string, OperationView['parameters'][number]>();
  for (const parameterObject of levels.flatMap((level) => listAt(level, 'parameters'))) {
    const parameter = dereferenceValue(document, parameterObject);
    if (!isObject(parameter)) continue;
    const [name, place] = [getTextAt(parameter, 'name') ?? '', getTextAt(parameter, 'in') ?? ''];
    const [content] = getContent(document, parameter);
    const schema = getProperty(parameter, 'schema') ?? content?.schema;
    const examples = getExamples(document, parameter);
    parametersByKey.set(`${place} ${name}`, {
      name,
      in: place,
      required: getProperty(parameter, 'required') === true,
      ...removeUndefined({ description: getTextAt(parameter, 'description'), schema }),
      ...(examples.length > 0 ? { examples } : {}),
    });
  }
  return [...parametersByKey.values()];
}

function getContent(document: JsonObject, holder: JsonObject): ContentView[] {
  return Object.entries(getObjectAt(holder, 'content')).map(([mediaType, each]) => {
    const media = dereferenceValue(document, each);
    if (!isObject(media)) return { mediaType };
    const examples = getExamples(document, media);
    return {
      mediaType,
      ...removeUndefined({ schema: getProperty(media, 'schema') }),
      ...(examples.length > 0 ? { examples } : {}),
    };
  });
}

/** Returns `example` and the values of `examples`, without the examples within schemas. */
function getExamples(document: JsonObject, holder: JsonObject): Json[] {
  const single = getProperty(holder, 'example');
  const namedExamples = Object.values(getObjectAt(holder, 'examples')).flatMap((each) => {
    const example = dereferenceValue(document, each);
    if (!isObject(example)) return [];
    const value =
      getProperty(example, 'value') ?? getProperty(example, 'dataValue') ?? getProperty(example, 'externalValue');
    return value === undefined ? [] : [value];
  });
  return [...(single === undefined ? [] : [single]), ...namedExamples];
}

function getServers(...levels: readonly JsonObject[]): string[] {
  // The innermost level with servers overrides the other levels.
  const servers = levels.map((level) => listAt(level, 'servers')).findLast((each) => each.length > 0) ?? [];
  return servers
    .flatMap((server) => (isObject(server) ? [getTextAt(server, 'url') ?? ''] : []))
    .filter((url) => url !== '');
}

function getSecurity(document: JsonObject, fields: JsonObject): string[] {
  const requirements = Object.hasOwn(fields, 'security') ? listAt(fields, 'security') : listAt(document, 'security');
  return requirements.filter((each) => isObject(each)).map((each) => Object.keys(each).join(' and ') || 'none');
}

function removeUndefined<T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}
