import { truncate } from '@context-sync/base';
import {
  getObjectAt,
  getProperty,
  getSecurity,
  getTextAt,
  isObject,
  listExamples,
  listParameters,
  listResponses,
  listServers,
} from '@context-sync/openapi';
import type { Catalog } from './catalog.ts';
import { getOperationTitle, getReferenceOperations } from './reference-entries.ts';
import { createExample, type DescribedSchema, describeSchema, formatJson } from './reference-schema.ts';

const MAX_DESCRIPTION_CHARS = 12_000;
const MAX_TEXT_CHARS = 500;
const MAX_PARAMETERS = 40;
const MAX_RESPONSES = 15;
const MAX_SERVERS = 10;
/** Maximum number of properties of all schemas on a page, so that the page stays small. */
const MAX_ROWS = 120;
const MAX_EXAMPLE_CHARS = 3_000;

/** A parameter of an operation. */
export interface ReferenceParameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly deprecated: boolean;
  readonly type: string;
  readonly description: string;
  /** A value as text. */
  readonly example: string;
}

/** A body of a request or a response. */
export interface ReferenceBody {
  readonly mediaType: string;
  readonly schema: DescribedSchema;
  /** An example in the format of the media type; empty if the schema has no example. */
  readonly example: string;
}

/** A way in which a client authenticates. */
export interface ReferenceSecurity {
  readonly name: string;
  readonly kind: 'bearer' | 'basic' | 'header' | 'query' | 'cookie' | 'other';
  /** Name of the header, parameter or cookie. */
  readonly field: string;
  readonly description: string;
}

/** The data that the page of an operation shows. */
export interface ReferenceOperation {
  readonly key: string;
  readonly isWebhook: boolean;
  readonly method: string;
  readonly path: string;
  readonly operationId: string | undefined;
  readonly title: string;
  /** Description in Markdown. */
  readonly description: string;
  readonly deprecated: boolean;
  /** URLs of the servers with the default values of their variables. Contains only http and https URLs. */
  readonly servers: readonly string[];
  /** Alternatives. A client sends all credentials of one alternative together. */
  readonly security: readonly (readonly ReferenceSecurity[])[];
  readonly parameters: readonly ReferenceParameter[];
  readonly body: (ReferenceBody & { readonly required: boolean; readonly description: string }) | undefined;
  readonly responses: readonly {
    readonly status: string;
    readonly description: string;
    readonly body: ReferenceBody | undefined;
  }[];
}

/** Describes one operation; undefined if the OpenAPI document has no operation with this key. */
export function describeReferenceOperation(catalog: Catalog, key: string): ReferenceOperation | undefined {
  const apiOperation = getReferenceOperations(catalog).get(key);
  if (!apiOperation) return undefined;
  const { reader } = catalog;
  const { kind, pathItem, operation, method, path } = apiOperation;
  let rows = MAX_ROWS;
  const describeBody = (holder: unknown, isRequest: boolean): ReferenceBody | undefined => {
    const contents = reader.entries(holder, 'content');
    const [mediaType, given] = contents.find(([type]) => /[/+]json\b/i.test(type)) ?? contents[0] ?? [];
    if (mediaType === undefined) return undefined;
    const media = reader.references.dereference(given).object;
    const schemaValue = getProperty(media, 'schema') ?? getProperty(media, 'itemSchema');
    const schema = describeSchema(reader, schemaValue, rows);
    rows -= schema.rows.length;
    const [example] = listExamples(reader, media, 1);
    const value =
      example?.value ?? (schemaValue === undefined ? undefined : createExample(reader, schemaValue, isRequest));
    const text = typeof value === 'string' ? value : formatJson(value, 2);
    return { mediaType: toLine(mediaType), schema, example: text.length > MAX_EXAMPLE_CHARS ? '' : text };
  };
  const body = reader.references.dereference(getProperty(operation, 'requestBody') ?? null).object;
  const requestBody = isObject(body) ? describeBody(body, true) : undefined;
  return {
    key,
    isWebhook: kind === 'webhook',
    method: toLine(method),
    path: truncate(path, MAX_TEXT_CHARS),
    operationId: apiOperation.operationId === undefined ? undefined : toLine(apiOperation.operationId),
    title: getOperationTitle(apiOperation),
    description: (apiOperation.description ?? '').slice(0, MAX_DESCRIPTION_CHARS).toWellFormed(),
    deprecated: apiOperation.deprecated,
    servers: kind === 'path' ? listAddresses(catalog, pathItem, operation) : [],
    security: kind === 'path' ? describeSecurity(catalog, operation) : [],
    parameters: listParameters(reader, [pathItem, operation], MAX_PARAMETERS)
      .slice(0, MAX_PARAMETERS)
      .flatMap(({ object }) => (isObject(object) ? [describeParameter(catalog, object)] : [])),
    body: requestBody && {
      ...requestBody,
      required: getProperty(body, 'required') === true,
      description: toLine(getTextAt(body, 'description') ?? ''),
    },
    responses: listResponses(reader, operation)
      .slice(0, MAX_RESPONSES)
      .flatMap(([status, given]) => {
        const response = reader.references.dereference(given).object;
        if (!isObject(response)) return [];
        return [
          {
            status: toLine(status),
            description: toLine(getTextAt(response, 'description') ?? ''),
            body: describeBody(response, false),
          },
        ];
      }),
  };
}

const toLine = (text: string): string => truncate(text.replaceAll(/\s+/g, ' ').trim(), MAX_TEXT_CHARS);

function describeParameter({ reader }: Catalog, parameter: unknown): ReferenceParameter {
  const [content] = reader.entries(parameter, 'content');
  const schema = getProperty(parameter, 'schema') ?? getProperty(content?.[1], 'schema');
  const { type } = describeSchema(reader, schema, 0);
  const [given] = listExamples(reader, parameter, 1);
  const value = given?.value ?? createExample(reader, schema, true);
  const scalar = Array.isArray(value) ? value[0] : value;
  const example = isObject(scalar) ? formatJson(scalar) : String(scalar ?? '');
  return {
    name: toLine(getTextAt(parameter, 'name') ?? ''),
    in: toLine(getTextAt(parameter, 'in') ?? ''),
    required: getProperty(parameter, 'required') === true,
    deprecated: getProperty(parameter, 'deprecated') === true,
    type: toLine(type),
    description: toLine(getTextAt(parameter, 'description') ?? ''),
    example: toLine(example),
  };
}

/** Returns the URLs of the servers. URLs with schemes other than http and https, such as `javascript:`, are omitted. */
function listAddresses({ reader }: Catalog, pathItem: unknown, operation: unknown): string[] {
  return listServers(reader.root, pathItem, operation)
    .slice(0, MAX_SERVERS)
    .flatMap(({ url, variables }) => {
      const address = variables.reduce(
        (text, { name, default: value = '' }) => text.replaceAll(`{${name}}`, () => value),
        url,
      );
      const parsedUrl = URL.parse(address);
      const isUsable =
        parsedUrl !== null &&
        /^https?:$/.test(parsedUrl.protocol) &&
        parsedUrl.username === '' &&
        parsedUrl.password === '';
      return isUsable ? [truncate(`${parsedUrl.origin}${parsedUrl.pathname}`.replace(/\/+$/, ''), MAX_TEXT_CHARS)] : [];
    });
}

function describeSecurity({ reader }: Catalog, operation: unknown): ReferenceSecurity[][] {
  const schemes = getObjectAt(getProperty(reader.root, 'components'), 'securitySchemes');
  return (getSecurity(reader.root, operation) ?? []).slice(0, MAX_SERVERS).flatMap((requirement) => {
    if (!isObject(requirement)) return [];
    return [
      Object.keys(requirement)
        .slice(0, MAX_SERVERS)
        .map((name) => describeScheme(name, reader.references.dereference(getProperty(schemes, name)).object)),
    ];
  });
}

function describeScheme(name: string, scheme: unknown): ReferenceSecurity {
  const type = getTextAt(scheme, 'type');
  const place = getTextAt(scheme, 'in') ?? '';
  const isBasic = type === 'http' && getTextAt(scheme, 'scheme')?.toLowerCase() === 'basic';
  const isBearer = type === 'http' || type === 'oauth2' || type === 'openIdConnect';
  const kinds = ['header', 'query', 'cookie'] as const;
  const kind =
    type === 'apiKey' ? kinds.find((each) => each === place) : isBasic ? 'basic' : isBearer ? 'bearer' : undefined;
  return {
    name: toLine(name),
    kind: kind ?? 'other',
    field: toLine(getTextAt(scheme, 'name') ?? ''),
    description: toLine(getTextAt(scheme, 'description') ?? ''),
  };
}
