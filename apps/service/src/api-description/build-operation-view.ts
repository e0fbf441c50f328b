import { inlined } from './inline.ts';
import { isObject, type Json, type JsonObject, listAt, objectAt, property, textAt } from './json.ts';
import type { ContentView, OperationView, RawView } from './operation-view.ts';
import type { Operation } from './operations.ts';
import { dereferenced } from './reference.ts';
import { shortenOperationView } from './shorten-operation-view.ts';

/** Characters of JSON that an operation is told in, at most: a reader with a bounded memory has to hold it. */
const MAX_VIEW_CHARS = 40_000;

export function buildOperationView(document: JsonObject, operation: Operation): OperationView {
  const raw = rawView(document, operation);
  const whole = inlined(document, raw as unknown as Json, MAX_VIEW_CHARS);
  if (!whole) return { ...shortenOperationView(raw, MAX_VIEW_CHARS), unresolved: [], truncated: true };
  return { ...(whole.value as unknown as RawView), unresolved: whole.left, truncated: false };
}

function rawView(document: JsonObject, operation: Operation): RawView {
  const { method, path, operationId, summary, description, tags, deprecated, pathItem } = operation;
  const said = isObject(operation.operation) ? operation.operation : {};
  const body = dereferenced(document, property(said, 'requestBody') ?? null);
  return {
    method,
    path,
    ...given({ operationId, summary, description }),
    tags,
    deprecated,
    servers: serversOf(document, pathItem, said),
    security: securityOf(document, said),
    parameters: parametersOf(document, pathItem, said),
    ...(isObject(body)
      ? {
          requestBody: {
            required: property(body, 'required') === true,
            ...given({ description: textAt(body, 'description') }),
            content: contentOf(document, body),
          },
        }
      : {}),
    responses: Object.entries(objectAt(said, 'responses')).flatMap(([status, each]) => {
      const response = dereferenced(document, each);
      if (!isObject(response)) return [];
      const headers = objectAt(response, 'headers');
      return [
        {
          status,
          ...given({ description: textAt(response, 'description') }),
          ...(Object.keys(headers).length > 0 ? { headers } : {}),
          content: contentOf(document, response),
        },
      ];
    }),
  };
}

/** Those of the operation go before those of the path with the same name and place. */
function parametersOf(document: JsonObject, ...levels: readonly JsonObject[]): OperationView['parameters'] {
  const all = new Map<string, OperationView['parameters'][number]>();
  for (const each of levels.flatMap((level) => listAt(level, 'parameters'))) {
    const parameter = dereferenced(document, each);
    if (!isObject(parameter)) continue;
    const [name, place] = [textAt(parameter, 'name') ?? '', textAt(parameter, 'in') ?? ''];
    const [content] = contentOf(document, parameter);
    const schema = property(parameter, 'schema') ?? content?.schema;
    const examples = examplesOf(document, parameter);
    all.set(`${place} ${name}`, {
      name,
      in: place,
      required: property(parameter, 'required') === true,
      ...given({ description: textAt(parameter, 'description'), schema }),
      ...(examples.length > 0 ? { examples } : {}),
    });
  }
  return [...all.values()];
}

function contentOf(document: JsonObject, holder: JsonObject): ContentView[] {
  return Object.entries(objectAt(holder, 'content')).map(([mediaType, each]) => {
    const media = dereferenced(document, each);
    if (!isObject(media)) return { mediaType };
    const examples = examplesOf(document, media);
    return {
      mediaType,
      ...given({ schema: property(media, 'schema') }),
      ...(examples.length > 0 ? { examples } : {}),
    };
  });
}

/** `example` and the values of `examples`; those within a schema stay there. */
function examplesOf(document: JsonObject, holder: JsonObject): Json[] {
  const single = property(holder, 'example');
  const named = Object.values(objectAt(holder, 'examples')).flatMap((each) => {
    const example = dereferenced(document, each);
    if (!isObject(example)) return [];
    const value = property(example, 'value') ?? property(example, 'dataValue') ?? property(example, 'externalValue');
    return value === undefined ? [] : [value];
  });
  return [...(single === undefined ? [] : [single]), ...named];
}

function serversOf(...levels: readonly JsonObject[]): string[] {
  // The innermost level that says any counts alone.
  const servers = levels.map((level) => listAt(level, 'servers')).findLast((each) => each.length > 0) ?? [];
  return servers
    .flatMap((server) => (isObject(server) ? [textAt(server, 'url') ?? ''] : []))
    .filter((url) => url !== '');
}

function securityOf(document: JsonObject, said: JsonObject): string[] {
  const requirements = Object.hasOwn(said, 'security') ? listAt(said, 'security') : listAt(document, 'security');
  return requirements.filter(isObject).map((each) => Object.keys(each).join(' and ') || 'none');
}

/** Without what is undefined. */
function given<T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}
