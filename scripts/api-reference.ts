// This program renders docs/reference/api.md from the service's OpenAPI document and its MCP tools. With `--write`, it writes the file.
// Otherwise, it fails if the file differs.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { formatJson } from './format-json.ts';
import { readProgramOptions } from './program-options.ts';
import './resolve-sources.ts';

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly description?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
}
interface Media {
  readonly schema: Schema;
}
interface Operation {
  readonly tags: readonly [string];
  readonly summary: string;
  readonly operationId: string;
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
    readonly description?: string;
    readonly schema: Schema;
  }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> };
  readonly responses: Readonly<
    Record<string, { readonly description: string; readonly content?: Readonly<Record<string, Media>> }>
  >;
  readonly 'x-extension'?: true;
  readonly 'x-keys': readonly string[];
  readonly 'x-role'?: string;
  readonly 'x-all-projects-key'?: true;
}
type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>;

/** An operation with a request and its response, as a test of the service has recorded them. */
interface Example {
  readonly method: string;
  readonly path: string;
  readonly contentType?: string;
  readonly request?: unknown;
  readonly status: number;
  readonly response?: unknown;
}

const { values: options } = readProgramOptions({ write: { type: 'boolean' } });
const { describeApi, ERRORS } = await import('../apps/service/src/index.ts');
const { document, tools } = describeApi();
const { paths, components } = document as { paths: Paths; components: { schemas: Readonly<Record<string, Schema>> } };
const EXAMPLES_FILE = new URL('../apps/service/src/tests/api-examples.json', import.meta.url);
const examples = JSON.parse(readFileSync(EXAMPLES_FILE, 'utf8')) as readonly Example[];

/** Returns the request of the example as a curl command, and its response. */
function describeExample(path: string, method: string): string[] {
  const pattern = new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/?]+')}(?:\\?|$)`);
  const example = examples.find((each) => each.method === method.toUpperCase() && pattern.test(each.path));
  if (!example)
    throw new Error(
      `${method.toUpperCase()} ${path} has no example: add it to operations.fixture.ts of its area, and run "npx vitest run apps/service/src/tests/api-examples.test.ts --update"`,
    );
  const { contentType, request, response, status } = example;
  const body = typeof request === 'string' ? request.trim() : formatJson(request ?? null);
  const command = [
    `curl${method === 'get' ? '' : ` -X ${example.method}`} -H "Authorization: Bearer $KEY" "$URL${example.path}"`,
    ...(contentType === undefined ? [] : [`  -H 'Content-Type: ${contentType}' --data-binary '${body}'`]),
  ];
  return [
    '',
    '```sh',
    command.join(' \\\n'),
    '```',
    '',
    ...(response === undefined
      ? [`The response is ${status} without a body.`]
      : ['```json', formatJson(response), '```']),
  ];
}

const formatCell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ').trim();
const formatTable = (head: readonly string[], rows: readonly (readonly string[])[]): string[] =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.map(formatCell).join(' | ')} |`);
const getAnchor = (name: string) => `${name.toLowerCase()}-record`;

/** Describes the type of a value in a few words. */
function getType(schema: Schema): string {
  if (schema.$ref !== undefined) {
    const name = schema.$ref.split('/').at(-1) ?? '';
    return `[${name}](#${getAnchor(name)})`;
  }
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``;
  if (schema.enum) return schema.enum.map((value) => `\`${String(value)}\``).join(', ');
  if (schema.anyOf) return schema.anyOf.map(getType).join(' or ');
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? ['anything']);
  return types
    .map((type) =>
      type === 'array' ? `list of ${getType(schema.items ?? {})}` : type === 'null' ? type : (schema.format ?? type),
    )
    .join(' or ');
}

/** Describes the limits of a value. Omits limits that only exclude unsafe integers. */
function getBounds({ minimum, maximum, minLength, maxLength, minItems, maxItems }: Schema): string {
  const formatRange = (low: number | undefined, high: number | undefined, unit: string) => {
    const [from, to] = [
      low === Number.MIN_SAFE_INTEGER ? undefined : low,
      high === Number.MAX_SAFE_INTEGER ? undefined : high,
    ];
    if (from === undefined && to === undefined) return [];
    if (to === undefined) return [`at least ${from}${unit}`];
    return [from === undefined ? `at most ${to}${unit}` : `${from} to ${to}${unit}`];
  };
  return [
    ...formatRange(minimum, maximum, ''),
    ...formatRange(minLength, maxLength, ' characters'),
    ...formatRange(minItems, maxItems, ' entries'),
  ].join('; ');
}

const getDefault = ({ default: value }: Schema) =>
  value === undefined || value === null ? '' : `default \`${JSON.stringify(value)}\``;
const getMeaning = (schema: Schema, description = schema.description) =>
  [description, getDefault(schema), getBounds(schema)].filter((part) => part !== undefined && part !== '').join('; ');

function listFields({ properties = {}, required = [] }: Schema, prefix = ''): string[][] {
  return Object.entries(properties).flatMap(([name, schema]) => [
    [`\`${prefix}${name}\``, getType(schema), required.includes(name) ? 'yes' : 'no', getMeaning(schema)],
    ...(schema.properties ? listFields(schema, `${prefix}${name}.`) : []),
    ...(schema.items?.properties ? listFields(schema.items, `${prefix}${name}[].`) : []),
  ]);
}

/** Formats the fields as a table. Its third column is "Required" for a request and "Always" for a response. */
const getTable = (schema: Schema, sent: boolean) =>
  formatTable(['Field', 'Type', sent ? 'Required' : 'Always', 'Meaning'], listFields(schema));

function describeBody(content: Readonly<Record<string, Media>>, sent: boolean): string[] {
  return Object.entries(content).flatMap(([type, { schema }]) =>
    schema.properties
      ? ['', `\`${type}\`:`, '', ...getTable(schema, sent)]
      : ['', `\`${type}\`: ${[getType(schema), getMeaning(schema)].filter((part) => part !== '').join('; ')}`],
  );
}

function describeOperation(path: string, method: string, each: Operation): string[] {
  const { summary, parameters = [], requestBody, responses } = each;
  const ownParameters = parameters.filter((parameter) => parameter.name !== 'slug');
  const success = Object.entries(responses).filter(([status]) => Number(status) < 300);
  const errors = Object.keys(responses).filter((status) => Number(status) >= 400);
  return [
    '',
    `### ${summary}`,
    '',
    `\`${method.toUpperCase()} ${path}\`${each['x-extension'] ? ' (an extension)' : ''}`,
    '',
    `Accepted keys: ${each['x-keys'].join(', ')}${each['x-all-projects-key'] ? ', not for one project' : ''}${each['x-role'] === undefined ? '' : `. Role: ${each['x-role']}`}`,
    ...(ownParameters.length === 0
      ? []
      : [
          '',
          ...formatTable(
            ['Parameter', 'In', 'Type', 'Required', 'Meaning'],
            ownParameters.map(({ name, in: place, schema, required, description }) => [
              `\`${name}\``,
              place,
              getType(schema),
              required ? 'yes' : 'no',
              getMeaning(schema, description ?? schema.description),
            ]),
          ),
        ]),
    ...(requestBody ? ['', 'Body:', ...describeBody(requestBody.content, true)] : []),
    ...success.flatMap(([status, { description, content }]) => [
      '',
      `Response ${status}: ${description}.`,
      ...(content ? describeBody(content, false) : []),
    ]),
    '',
    `Errors: ${errors.join(', ')}.`,
    ...describeExample(path, method),
  ];
}

const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, each]) => ({ path, method, each })),
);
const tags = [...new Set(operations.map(({ each }) => each.tags[0]))];
const schemas = Object.entries(components.schemas).filter(([, schema]) => schema.properties);
const sentSchemas = new Set(
  operations.flatMap(({ each }) => Object.values(each.requestBody?.content ?? {}).map(({ schema }) => schema.$ref)),
);

const text = [
  '# API reference',
  '',
  '<!-- Generated by "npm run api-reference" from the OpenAPI document of the service. Do not edit. -->',
  '',
  'All operations of the [service](../how-to/host-the-service.md). Its OpenAPI document is at `/openapi.json`. There, `x-extension: true` marks the',
  'operations that the specification of the platform does not have, and `x-extension` of a field lists its limits that the specification does not have.',
  '',
  'Every operation needs the header `Authorization: Bearer <API key>`. The service rejects query parameters and properties that are not listed',
  'here. Lengths are counted in Unicode code points. Times are ISO 8601 with an offset; responses have them in UTC.',
  '',
  '`Accepted keys` lists the kinds of keys that may use an operation; for other keys, the response is 403. A capture key belongs to one project. `Role` is the role that the account needs in the project: owners may do everything that members may.',
  '',
  'A test sends the request of each example to the service and compares the response. Ids in the examples are numbered, and lists have at most two entries. Set the',
  'URL and your key first:',
  '',
  '```sh',
  'export URL=https://sync.example.com',
  'export KEY=csk_…',
  '```',
  '',
  '## Errors',
  '',
  'Every error has this body. `requestId` equals the header `X-Request-Id`; `details` lists each problem with its location:',
  '',
  '```json',
  JSON.stringify(
    {
      error: {
        code: 'invalid_request',
        message: 'query.limit: must be an integer between 1 and 500 (got "0")',
        requestId: '6f1c1d4e-7f0f-4c7e-9c0b-2f6f3b6a9d10',
        details: [{ where: 'query.limit', message: 'must be an integer between 1 and 500 (got "0")' }],
      },
    },
    null,
    2,
  ),
  '```',
  '',
  ...formatTable(
    ['Code', 'Status', 'Meaning'],
    Object.entries(ERRORS).map(([code, [status, meaning]]) => [`\`${code}\``, String(status), meaning]),
  ),
  ...tags.flatMap((tag) => [
    '',
    `## ${tag}`,
    ...operations
      .filter(({ each }) => each.tags[0] === tag)
      .flatMap(({ path, method, each }) => describeOperation(path, method, each)),
  ]),
  '',
  '## MCP tools',
  '',
  'The tools of the MCP server at `/mcp`. [Connect an MCP client](../how-to/connect-mcp.md#tools) explains their results.',
  ...tools.flatMap(({ name, description, input, isPublic }) => [
    '',
    `### ${name}`,
    '',
    description,
    '',
    `Keys: full, read-only${isPublic ? '; none for the public items of projects that allow it' : ''}`,
    '',
    ...formatTable(['Argument', 'Type', 'Required', 'Meaning'], listFields(input)),
  ]),
  '',
  '## Records',
  ...schemas.flatMap(([name, schema]) => [
    '',
    `### ${name} record`,
    '',
    ...getTable(schema, sentSchemas.has(`#/components/schemas/${name}`)),
  ]),
  '',
].join('\n');

const file = new URL('../docs/reference/api.md', import.meta.url);
if (options.write) writeFileSync(file, text);
else if (!existsSync(file) || readFileSync(file, 'utf8') !== text) {
  process.stderr.write('docs/reference/api.md differs from the service: run "npm run api-reference"\n');
  process.exitCode = 1;
}
