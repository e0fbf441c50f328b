import type { DocumentReader } from './document-reader.ts';
import type { ApiOperation } from './find-operations.ts';
import { inlineReferences } from './inline-references.ts';
import { getObjectAt, getProperty, getTextAt, isObject, type Json } from './json-value.ts';
import { getSecurity, listExamples, listParameters, listResponses } from './operation-parts.ts';
import type { ContentView, OperationView, RawView } from './operation-view.ts';
import { listServers } from './servers.ts';
import { shortenOperationView } from './shorten-operation-view.ts';

/** Maximum length of a view, which must fit into the context window of a language model. */
const MAX_VIEW_CHARS = 40_000;
const MAX_EXAMPLES = 50;

/** Builds a self-contained view of an operation. Inlines references as deeply as the size limit of the view permits. */
export function buildOperationView(reader: DocumentReader, operation: ApiOperation): OperationView {
  const { view, unresolved } = createRawView(reader, operation);
  const inlinedView = inlineReferences(reader.references, view as unknown as Json, MAX_VIEW_CHARS);
  if (!inlinedView) return { ...shortenOperationView(view, MAX_VIEW_CHARS), schemas: [], unresolved, truncated: true };
  return {
    ...(inlinedView.value as unknown as RawView),
    schemas: inlinedView.schemas,
    unresolved: [...new Set([...unresolved, ...inlinedView.unresolved])],
    truncated: false,
  };
}

/** Returns the view without inlined references, and the references to parts of the view that could not be resolved. */
function createRawView(
  reader: DocumentReader,
  apiOperation: ApiOperation,
): { readonly view: RawView; readonly unresolved: readonly string[] } {
  const { kind, method, path, callback, operationId, summary, description, tags, deprecated } = apiOperation;
  const { pathItem, operation } = apiOperation;
  const unresolvedReferences: string[] = [];
  const dereference = (value: unknown): unknown => {
    const { object } = reader.references.dereference(value);
    if (object === undefined) unresolvedReferences.push(String(getProperty(value, '$ref')));
    return object;
  };
  const isCalled = kind === 'path';
  const servers = isCalled ? listServers(reader.root, pathItem, operation) : [];
  const serverVariables = servers.flatMap(({ variables }) => variables);
  const body = dereference(getProperty(operation, 'requestBody') ?? null);
  const parameters = listParameters(reader, [pathItem, operation]);
  unresolvedReferences.push(...parameters.flatMap(({ external }) => external ?? []));
  const view: RawView = {
    ...(isCalled ? {} : { kind }),
    method,
    path,
    ...removeUndefined({ callback, operationId, summary, description }),
    tags,
    deprecated,
    servers: servers.map(({ url }) => url),
    ...(serverVariables.length > 0 ? { serverVariables } : {}),
    security: listSecurity(getSecurity(isCalled ? reader.root : undefined, operation)),
    parameters: parameters.flatMap(({ object }) => (isObject(object) ? [viewParameter(reader, object)] : [])),
    ...(isObject(body)
      ? {
          requestBody: {
            required: getProperty(body, 'required') === true,
            ...removeUndefined({ description: getTextAt(body, 'description') }),
            content: viewContent(reader, body),
          },
        }
      : {}),
    responses: listResponses(reader, operation).flatMap(([status, each]) => {
      const response = dereference(each);
      return isObject(response) ? [viewResponse(reader, status, response)] : [];
    }),
  };
  return { view, unresolved: unresolvedReferences };
}

function viewParameter(reader: DocumentReader, parameter: unknown): OperationView['parameters'][number] {
  const [content] = viewContent(reader, parameter);
  const schema = (getProperty(parameter, 'schema') as Json | undefined) ?? content?.schema;
  return {
    name: getTextAt(parameter, 'name') ?? '',
    in: getTextAt(parameter, 'in') ?? '',
    required: getProperty(parameter, 'required') === true,
    ...removeUndefined({ description: getTextAt(parameter, 'description'), schema }),
    ...viewExamples(reader, parameter),
  };
}

function viewResponse(reader: DocumentReader, status: string, response: unknown): OperationView['responses'][number] {
  const headers = getObjectAt(response, 'headers') as { readonly [name: string]: Json };
  return {
    status,
    ...removeUndefined({ description: getTextAt(response, 'description') }),
    ...(Object.keys(headers).length > 0 ? { headers } : {}),
    content: viewContent(reader, response),
  };
}

function viewContent(reader: DocumentReader, holder: unknown): ContentView[] {
  return reader.entries(holder, 'content').map(([mediaType, each]) => {
    const media = reader.references.dereference(each).object;
    const [schema, itemSchema] = ['schema', 'itemSchema'].map((key) => getProperty(media, key) as Json | undefined);
    return { mediaType, ...removeUndefined({ schema, itemSchema }), ...viewExamples(reader, media) };
  });
}

function viewExamples(reader: DocumentReader, holder: unknown): { readonly examples?: readonly Json[] } {
  const examples = listExamples(reader, holder, MAX_EXAMPLES).flatMap(({ value, address }) => {
    const example = value ?? (address === '' ? value : address);
    return example === undefined ? [] : [example as Json];
  });
  return examples.length > 0 ? { examples } : {};
}

function listSecurity(requirements: readonly unknown[] = []): string[] {
  return requirements.filter((each) => isObject(each)).map((each) => Object.keys(each).join(' and ') || 'none');
}

function removeUndefined<T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}
