import { readFileSync } from 'node:fs';
import { dereference, isObject } from '@context-sync/openapi';

/** A JSON Schema. */
export type Schema = Readonly<Record<string, unknown>>;

/** One of GitHub's operations. */
export interface Operation {
  readonly id: string;
  readonly method: string;
  /** Takes the path's parameters out of a path that is of this operation. */
  readonly pattern: RegExp;
  readonly pathSchema: Schema;
  readonly querySchema: Schema;
  /** undefined where it takes no body. */
  readonly bodySchema: Schema | undefined;
  readonly isBodyRequired: boolean;
  /** What each status is answered with; undefined for an answer without a schema. */
  readonly answers: ReadonlyMap<number, Schema | undefined>;
}

/** What references in schemas begin with. */
export const DESCRIPTION_ID = 'github';

type Node = Readonly<Record<string, unknown>>;
interface Content {
  readonly 'application/json'?: { readonly schema?: Schema };
}
interface Described {
  readonly operationId: string;
  readonly parameters?: readonly Node[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, Node>>;
}
interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, Node>>>>;
}

const FILE = new URL('../../github-openapi/extract.json', import.meta.url);

/** GitHub's description: its schemas under `components`, and its operations. */
export function readDescription(): { document: Schema; operations: Operation[] } {
  const description = JSON.parse(readFileSync(FILE, 'utf8')) as Description;
  const operations = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => operationOf(description, path, method, described)),
  );
  return { document: asJsonSchema({ components: description.components }) as Schema, operations };
}

function operationOf(description: Description, path: string, method: string, described: Described): Operation {
  const resolve = (node: Node): Node => resolved(description, node);
  const parameters = (described.parameters ?? []).map(resolve);
  const long = new Set(parameters.flatMap((each) => (each['x-multi-segment'] === true ? [each.name] : [])));
  const body = described.requestBody?.content['application/json']?.schema;
  return {
    id: described.operationId,
    method: method.toUpperCase(),
    pattern: patternOf(path, long),
    pathSchema: schemaOf(parameters.filter((each) => each.in === 'path')),
    querySchema: schemaOf(parameters.filter((each) => each.in === 'query')),
    bodySchema: body && (asJsonSchema(body) as Schema),
    isBodyRequired: described.requestBody?.required === true,
    answers: new Map(
      Object.entries(described.responses).map(([status, answer]) => {
        const schema = (resolve(answer).content as Content | undefined)?.['application/json']?.schema;
        return [Number(status), schema && (asJsonSchema(schema) as Schema)];
      }),
    ),
  };
}

/** @param long names of the parameters that may hold `/` */
function patternOf(path: string, long: ReadonlySet<unknown>): RegExp {
  const pattern = path
    .split(/(\{\w+\})/)
    .map((part) => {
      const name = /^\{(\w+)\}$/.exec(part)?.[1];
      // What GitHub's paths hold besides their parameters means nothing else in a pattern.
      return name === undefined ? part : `(?<${name}>${long.has(name) ? '.+' : '[^/]+'})`;
    })
    .join('');
  return new RegExp(`^${pattern}$`);
}

function schemaOf(parameters: readonly Node[]): Schema {
  return {
    type: 'object',
    properties: Object.fromEntries(parameters.map(({ name, schema }) => [String(name), asJsonSchema(schema)])),
    required: parameters.filter(({ required }) => required === true).map(({ name }) => String(name)),
    additionalProperties: false,
  };
}

function resolved(description: Description, node: Node): Node {
  const found = dereference(description, node);
  if (!isObject(found) || found.$ref !== undefined) throw new Error(`cannot resolve ${String(node.$ref)}`);
  return found;
}

/** OpenAPI 3.0 says `nullable` where JSON Schema has a type of its own, and its references need the description's name before them. */
function asJsonSchema(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(asJsonSchema);
  if (typeof node !== 'object' || node === null) return node;
  const { nullable, ...rest } = node as Record<string, unknown>;
  const schema = Object.fromEntries(
    Object.entries(rest).map(([key, value]) => [
      key,
      key === '$ref' && typeof value === 'string' ? `${DESCRIPTION_ID}${value}` : asJsonSchema(value),
    ]),
  );
  return nullable === true ? { anyOf: [schema, { type: 'null' }] } : schema;
}
