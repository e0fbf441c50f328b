import type { McpServer } from '@modelcontextprotocol/server';
import type { z } from 'zod';
import { failureMessage } from './failure.ts';
import { ToolError } from './tool-error.ts';

/** What a tool answers: as data, and as text for clients that show or read that alone. */
export interface ToolAnswer<T> {
  readonly data: T;
  readonly text: string;
}

/** A tool that only reads. */
export interface Tool<Input extends z.ZodObject, Output extends z.ZodObject> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: Input;
  readonly output: Output;
  run(input: z.output<Input>): Promise<ToolAnswer<z.input<Output>>>;
}

/** Makes a tool callable. `report` is told of defects, which the caller sees as a bare failure. */
export function addTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  server: McpServer,
  { name, title, description, input, output, run }: Tool<Input, Output>,
  report: (error: unknown) => void,
): void {
  // The library's types are for schemas that are known where they are given.
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
        const message = error instanceof ToolError ? error.message : failureMessage(error);
        return { isError: true, content: [{ type: 'text', text: message }] };
      }
    },
  );
}
