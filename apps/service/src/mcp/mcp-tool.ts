import type { McpServer } from '@modelcontextprotocol/server';
import type { z } from 'zod';
import { ToolError } from './tool-error.ts';
import { formatFailureMessage } from './tool-failure.ts';

/** The output of a tool, as data and as text. Some clients use only the text. */
export interface ToolResult<T> {
  readonly data: T;
  readonly text: string;
}

/** A read-only tool. */
export interface McpTool<Input extends z.ZodObject, Output extends z.ZodObject> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: Input;
  readonly output: Output;
  run(input: z.output<Input>): Promise<ToolResult<z.input<Output>>>;
}

/**
 * Registers a tool.
 * @param report receives internal errors, for which the caller gets only a generic message
 */
export function addTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  server: McpServer,
  { name, title, description, input, output, run }: McpTool<Input, Output>,
  report: (error: unknown) => void,
): void {
  // The library requires schemas with exact types, so the generic schemas are widened.
  const [inputSchema, outputSchema]: [z.ZodObject, z.ZodObject] = [input, output];
  server.registerTool(
    name,
    {
      title,
      description,
      inputSchema,
      outputSchema,
      annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    },
    async (given) => {
      try {
        const { data, text } = await run(given as z.output<Input>);
        return { content: [{ type: 'text', text }], structuredContent: data as Record<string, unknown> };
      } catch (error) {
        if (!(error instanceof ToolError)) report(error);
        const message = error instanceof ToolError ? error.message : formatFailureMessage(error);
        return { isError: true, content: [{ type: 'text', text: message }] };
      }
    },
  );
}
