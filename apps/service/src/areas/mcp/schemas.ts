import { z } from '@hono/zod-openapi';
import { slugParameters } from '../../platform/http/common-schemas.ts';
import { MAX_INTENTS, MAX_REPORTED_CLIENTS, OTHER_CLIENTS } from './store.ts';

/** Maximum length of a description in characters. All tools together must fit into the context window of a model. */
export const MAX_DESCRIPTION_CHARS = 1_000;

export const toolParameters = slugParameters.extend({
  toolName: z.string().openapi({ description: 'Name of the tool' }),
});

export const toolChangesSchema = z
  .strictObject({
    enabled: z.boolean().optional().describe('Whether clients can list and call the tool'),
    description: z
      .string()
      .trim()
      .min(1)
      .max(MAX_DESCRIPTION_CHARS)
      .nullable()
      .optional()
      .describe('Description that clients get; null restores the original one'),
  })
  .meta({ id: 'McpToolChanges' });

export const toolSchema = z
  .object({
    name: z.string(),
    title: z.string(),
    description: z.string().describe('Description that clients get'),
    originalDescription: z.string().nullable().describe('Description of the service; null if it was not changed'),
    inputSchema: z.record(z.string(), z.unknown()).describe('JSON Schema of the arguments'),
    outputSchema: z.record(z.string(), z.unknown()).describe('JSON Schema of the result'),
    annotations: z.object({
      readOnlyHint: z.boolean(),
      destructiveHint: z.boolean(),
      idempotentHint: z.boolean(),
      openWorldHint: z.boolean(),
    }),
    enabled: z.boolean().describe('Whether clients can list and call the tool'),
    calls30d: z
      .int()
      .describe('Calls of today and the 29 UTC days before. The newest calls are counted a few seconds later'),
    errors30d: z.int().describe('Number of these calls that returned an error'),
    meanDurationMs: z.number().nullable().describe('Mean duration of these calls; null if there are none'),
    clients: z
      .array(z.object({ name: z.string().describe('Name of the client, as the client states it'), calls: z.int() }))
      .max(MAX_REPORTED_CLIENTS + 1)
      .describe(
        `Clients of these calls; those with the most calls come first. After ${MAX_REPORTED_CLIENTS} clients, the rest is counted as \`${OTHER_CLIENTS}\``,
      ),
    intents: z
      .array(
        z.object({
          at: z.iso.datetime(),
          client: z.string(),
          intent: z.string().describe('What the agent said it wanted to do; not verified'),
        }),
      )
      .max(MAX_INTENTS)
      .describe('The newest intents, if the project asks for them'),
  })
  .meta({ id: 'McpTool' });

export const mcpSettingsSchema = z
  .object({ askForIntent: z.boolean().describe('Whether agents are asked what they want to do with a call') })
  .meta({ id: 'McpSettings' });

export const mcpSettingsChangesSchema = z
  .strictObject({ askForIntent: z.boolean().describe('If it becomes false, all stored intents are deleted') })
  .meta({ id: 'McpSettingsChanges' });
