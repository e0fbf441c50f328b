import { z } from 'zod';
import type { OperationView } from './index.ts';

const content = z.array(
  z.object({
    mediaType: z.string(),
    schema: z.unknown().optional().describe('JSON Schema'),
    itemSchema: z.unknown().optional().describe('JSON Schema of each item of a sequence'),
    examples: z.array(z.unknown()).optional(),
  }),
);

/** Schema of the kind of an operation in the output of a tool. */
export const operationKind = z
  .enum(['webhook', 'callback'])
  .optional()
  .describe('Set for requests that the API sends; absent for requests to the API');

/** Schema of an operation in the output of a tool. A test compares it with `OperationView`. */
export const operationOutput = z.object({
  kind: operationKind,
  method: z.string(),
  path: z.string().describe('Path, name of the webhook, or runtime expression of the callback'),
  callback: z.string().optional().describe('Name of the callback'),
  operationId: z.string().optional(),
  summary: z.string().optional(),
  description: z.string().optional(),
  tags: z.array(z.string()),
  deprecated: z.boolean(),
  servers: z.array(z.string()).describe('Base URLs'),
  serverVariables: z
    .array(
      z.object({
        name: z.string(),
        default: z.string().optional(),
        enum: z.array(z.string()).optional(),
        description: z.string().optional(),
      }),
    )
    .optional()
    .describe('Variables in the base URLs'),
  security: z.array(z.string()).describe('Alternatives; empty if no authentication is required'),
  parameters: z.array(
    z.object({
      name: z.string(),
      in: z.string(),
      required: z.boolean(),
      description: z.string().optional(),
      schema: z.unknown().optional(),
      examples: z.array(z.unknown()).optional(),
    }),
  ),
  requestBody: z.object({ required: z.boolean(), description: z.string().optional(), content }).optional(),
  responses: z.array(
    z.object({
      status: z.string().describe('A status code, a range such as 4XX, or "default"'),
      description: z.string().optional(),
      headers: z.unknown().optional(),
      content,
    }),
  ),
  schemas: z.array(z.string()).describe('Names of the component schemas that the operation uses'),
  unresolved: z
    .array(z.string())
    .describe('References that were not resolved: recursive, external, missing, or too large'),
  truncated: z.boolean().describe('Whether parts are omitted because the operation is too large'),
});

type OperationOutput = z.input<typeof operationOutput>;

declare global {
  interface JSON {
    /** Returns a value that `JSON.stringify` serializes exactly as the given text. */
    rawJSON(text: string): unknown;
  }
}

/** Returns a mutable copy, because the types of zod have no readonly properties. Big integers become JSON numbers with all digits. */
export function toOutput(view: OperationView): OperationOutput {
  return copyJson(view) as OperationOutput;
}

function copyJson(value: unknown): unknown {
  if (typeof value === 'bigint') return JSON.rawJSON(String(value));
  if (Array.isArray(value)) return value.map(copyJson);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, copyJson(each)]));
}

/** Renders an operation as Markdown. */
export function renderOperation(view: OperationOutput): string {
  const { kind, method, path, callback, operationId, deprecated, summary, description, servers, security, unresolved } =
    view;
  const { serverVariables = [], schemas } = view;
  return [
    `# ${formatOperationName({ kind, method, path })}${deprecated ? ' (deprecated)' : ''}`,
    kind === undefined ? undefined : 'The API sends this request.',
    callback === undefined ? undefined : `Callback: ${callback}`,
    summary,
    description,
    operationId === undefined ? undefined : `Operation: ${operationId}`,
    servers.length > 0 ? `Servers: ${servers.join(', ')}` : undefined,
    serverVariables.length > 0 ? `Server variables: ${serverVariables.map(formatVariable).join('; ')}` : undefined,
    security.length > 0 ? `Security: ${security.join(', or ')}` : undefined,
    ...formatParameterLines(view),
    ...formatBodyLines(view),
    ...formatResponseLines(view),
    view.truncated ? 'Parts are omitted because the operation is too large.' : undefined,
    schemas.length > 0 ? `Schemas: ${schemas.join(', ')}` : undefined,
    unresolved.length > 0 ? `Unresolved references: ${unresolved.join(', ')}` : undefined,
  ]
    .filter((part) => part !== undefined && part !== '')
    .join('\n\n');
}

/** Formats the method and path of an operation, and marks requests that the API sends. */
export function formatOperationName({ kind, method, path }: Pick<OperationOutput, 'kind' | 'method' | 'path'>): string {
  return `${method} ${path}${kind === undefined ? '' : ` [${kind}]`}`;
}

function formatVariable(variable: NonNullable<OperationOutput['serverVariables']>[number]): string {
  const { name, default: defaultValue, enum: values = [], description } = variable;
  const parts = [
    name,
    values.length > 0 ? `one of ${values.join(', ')}` : undefined,
    defaultValue === undefined ? undefined : `default ${defaultValue}`,
    description,
  ];
  return parts.filter((part) => part !== undefined).join(', ');
}

function formatParameterLines({ parameters }: OperationOutput): string[] {
  if (parameters.length === 0) return [];
  const lines = parameters.map(({ name, in: place, required, description, schema, examples }) => {
    const parts = [
      `- ${name} (${place}, ${required ? 'required' : 'optional'})`,
      description,
      schema === undefined ? undefined : `schema: ${JSON.stringify(schema)}`,
      examples === undefined ? undefined : `examples: ${JSON.stringify(examples)}`,
    ];
    return parts.filter((part) => part !== undefined).join('; ');
  });
  return ['## Parameters', lines.join('\n')];
}

function formatBodyLines({ requestBody }: OperationOutput): string[] {
  if (!requestBody) return [];
  const { required, description, content: bodies } = requestBody;
  return [
    `## Request body (${required ? 'required' : 'optional'})`,
    ...[description ?? ''],
    ...formatContentLines(bodies),
  ];
}

function formatResponseLines({ responses }: OperationOutput): string[] {
  return responses.flatMap(({ status, description, headers, content: bodies }) => [
    `## Response ${status}`,
    description ?? '',
    headers === undefined ? '' : `Headers: ${JSON.stringify(headers)}`,
    ...formatContentLines(bodies),
  ]);
}

function formatContentLines(bodies: OperationOutput['responses'][number]['content']): string[] {
  return bodies.flatMap(({ mediaType, schema, itemSchema, examples = [] }) => [
    schema === undefined ? mediaType : `${mediaType}, schema:\n\n${formatCodeBlock(schema)}`,
    ...(itemSchema === undefined ? [] : [`Schema of each item:\n\n${formatCodeBlock(itemSchema)}`]),
    ...examples.map((example) => `Example:\n\n${formatCodeBlock(example)}`),
  ]);
}

function formatCodeBlock(value: unknown): string {
  return `\`\`\`json\n${JSON.stringify(value, null, 1)}\n\`\`\``;
}
