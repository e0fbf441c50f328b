import { z } from 'zod';
import type { OperationView } from '../api-description/index.ts';

const content = z.array(
  z.object({
    mediaType: z.string(),
    schema: z.unknown().optional().describe('JSON Schema'),
    examples: z.array(z.unknown()).optional(),
  }),
);

/** Schema of an operation in the output of a tool. A test compares it with `OperationView`. */
export const operationOutput = z.object({
  method: z.string(),
  path: z.string(),
  operationId: z.string().optional(),
  summary: z.string().optional(),
  description: z.string().optional(),
  tags: z.array(z.string()),
  deprecated: z.boolean(),
  servers: z.array(z.string()).describe('Base URLs'),
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
  unresolved: z.array(z.string()).describe('References left in the schemas: recursive, external, or too large'),
  truncated: z.boolean().describe('Whether parts are omitted because the operation is too large'),
});

/** Returns a mutable copy, because the types of zod have no readonly properties. */
export function toOutput(view: OperationView): z.input<typeof operationOutput> {
  return structuredClone(view) as z.input<typeof operationOutput>;
}

/** Renders an operation as Markdown. */
export function renderOperation(view: OperationView): string {
  const { method, path, operationId, deprecated, summary, description, servers, security, unresolved } = view;
  return [
    `# ${method} ${path}${deprecated ? ' (deprecated)' : ''}`,
    summary,
    description,
    operationId === undefined ? undefined : `Operation: ${operationId}`,
    servers.length > 0 ? `Servers: ${servers.join(', ')}` : undefined,
    security.length > 0 ? `Security: ${security.join(', or ')}` : undefined,
    ...formatParameterLines(view),
    ...formatBodyLines(view),
    ...formatResponseLines(view),
    view.truncated ? 'Parts are omitted because the operation is too large.' : undefined,
    unresolved.length > 0 ? `Unresolved references: ${unresolved.join(', ')}` : undefined,
  ]
    .filter((part) => part !== undefined && part !== '')
    .join('\n\n');
}

function formatParameterLines({ parameters }: OperationView): string[] {
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

function formatBodyLines({ requestBody }: OperationView): string[] {
  if (!requestBody) return [];
  const { required, description, content: bodies } = requestBody;
  return [
    `## Request body (${required ? 'required' : 'optional'})`,
    ...[description ?? ''],
    ...formatContentLines(bodies),
  ];
}

function formatResponseLines({ responses }: OperationView): string[] {
  return responses.flatMap(({ status, description, headers, content: bodies }) => [
    `## Response ${status}`,
    description ?? '',
    headers === undefined ? '' : `Headers: ${JSON.stringify(headers)}`,
    ...formatContentLines(bodies),
  ]);
}

function formatContentLines(bodies: OperationView['responses'][number]['content']): string[] {
  return bodies.flatMap(({ mediaType, schema, examples = [] }) => [
    schema === undefined ? mediaType : `${mediaType}, schema:\n\n${formatCodeBlock(schema)}`,
    ...examples.map((example) => `Example:\n\n${formatCodeBlock(example)}`),
  ]);
}

function formatCodeBlock(value: unknown): string {
  return `\`\`\`json\n${JSON.stringify(value, null, 1)}\n\`\`\``;
}
