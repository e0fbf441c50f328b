import { readFileSync } from 'node:fs';
import { dereferenceValue, isObject } from '@context-sync/openapi';

/** A JSON Schema. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** An operation of GitHub's API. */
export interface GitHubOperation {
  readonly id: string;
  readonly method: string;
  /** Matches the paths of this operation and captures their parameters. */
  readonly pattern: RegExp;
  readonly pathSchema: JsonSchema;
  readonly querySchema: JsonSchema;
  /** The schema of the request body; undefined if the request has no body. */
  readonly bodySchema: JsonSchema | undefined;
  readonly isBodyRequired: boolean;
  /** Response schemas by status; undefined for a response without a schema. */
  readonly responses: ReadonlyMap<number, JsonSchema | undefined>;
}

/** Prefix of the references in the schemas. */
export const DOCUMENT_ID = 'github';

type DocumentNode = Readonly<Record<string, unknown>>;
interface MediaTypes {
  readonly 'application/json'?: { readonly schema?: JsonSchema };
}
interface DocumentOperation {
  readonly operationId: string;
  readonly parameters?: readonly DocumentNode[];
  readonly requestBody?: { readonly required?: boolean; readonly content: MediaTypes };
  readonly responses: Readonly<Record<string, DocumentNode>>;
}
interface GitHubDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentOperation>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, DocumentNode>>>>;
}

const FILE = new URL('../../github-openapi/extract.json', import.meta.url);

/** Reads GitHub's OpenAPI document. Returns its schemas below `components` and its operations. */
export function readGitHubDocument(): { document: JsonSchema; operations: GitHubOperation[] } {
  const description = JSON.parse(readFileSync(FILE, 'utf8')) as GitHubDocument;
  const operations = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => getOperation(description, path, method, described)),
  );
  return { document: toJsonSchema({ components: description.components }) as JsonSchema, operations };
}

function getOperation(
  description: GitHubDocument,
  path: string,
  method: string,
  describedOperation: DocumentOperation,
): GitHubOperation {
  const resolve = (node: DocumentNode): DocumentNode => resolveNode(description, node);
  const parameters = (describedOperation.parameters ?? []).map(resolve);
  const multiSegmentNames = new Set(
    parameters.flatMap((each) => (each['x-multi-segment'] === true ? [each.name] : [])),
  );
  const body = describedOperation.requestBody?.content['application/json']?.schema;
  return {
    id: describedOperation.operationId,
    method: method.toUpperCase(),
    pattern: getPattern(path, multiSegmentNames),
    pathSchema: getSchema(parameters.filter((each) => each.in === 'path')),
    querySchema: getSchema(parameters.filter((each) => each.in === 'query')),
    bodySchema: body && (toJsonSchema(body) as JsonSchema),
    isBodyRequired: describedOperation.requestBody?.required === true,
    responses: new Map(
      Object.entries(describedOperation.responses).map(([status, response]) => {
        const schema = (resolve(response).content as MediaTypes | undefined)?.['application/json']?.schema;
        return [Number(status), schema && (toJsonSchema(schema) as JsonSchema)];
      }),
    ),
  };
}

/** Returns a pattern that matches the paths of an operation. @param long names of parameters that may contain `/` */
function getPattern(path: string, long: ReadonlySet<unknown>): RegExp {
  const pattern = path
    .split(/(\{\w+\})/)
    .map((part) => {
      const name = /^\{(\w+)\}$/.exec(part)?.[1];
      // Outside of parameters, GitHub's paths contain no characters with a meaning in regular expressions.
      return name === undefined ? part : `(?<${name}>${long.has(name) ? '.+' : '[^/]+'})`;
    })
    .join('');
  return new RegExp(`^${pattern}$`);
}

function getSchema(parameters: readonly DocumentNode[]): JsonSchema {
  return {
    type: 'object',
    properties: Object.fromEntries(parameters.map(({ name, schema }) => [String(name), toJsonSchema(schema)])),
    required: parameters.filter(({ required }) => required === true).map(({ name }) => String(name)),
    additionalProperties: false,
  };
}

function resolveNode(description: GitHubDocument, node: DocumentNode): DocumentNode {
  const dereferencedNode = dereferenceValue(description, node);
  if (!isObject(dereferencedNode) || dereferencedNode.$ref !== undefined)
    throw new Error(`cannot resolve ${String(node.$ref)}`);
  return dereferencedNode;
}

/** Converts OpenAPI 3.0 to JSON Schema: `nullable` becomes a type, and references get the id of the document as a prefix. */
function toJsonSchema(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(toJsonSchema);
  if (typeof node !== 'object' || node === null) return node;
  const { nullable, ...rest } = node as Record<string, unknown>;
  const schema = Object.fromEntries(
    Object.entries(rest).map(([key, value]) => [
      key,
      key === '$ref' && typeof value === 'string' ? `${DOCUMENT_ID}${value}` : toJsonSchema(value),
    ]),
  );
  return nullable === true ? { anyOf: [schema, { type: 'null' }] } : schema;
}
