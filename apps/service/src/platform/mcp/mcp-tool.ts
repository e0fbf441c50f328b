import type { McpServer, StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import type { z } from 'zod';
import { type CheckedArguments, checkArguments } from './check-arguments.ts';
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
 * @param report receives internal errors, for which the client gets only a generic message
 */
function addTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  server: McpServer,
  { name, title, description, input, output, run }: McpTool<Input, Output>,
  report: (error: unknown) => void,
): void {
  // The library requires a schema with exact types, so the generic schema is widened.
  const outputSchema: z.ZodObject = output;
  // The arguments are checked here instead of by the library, which would reject some and would print the text of the schema library.
  const { '~standard': standard } = input;
  const inputSchema: StandardSchemaWithJSON<unknown, CheckedArguments<Input>> = {
    '~standard': {
      ...standard,
      validate: (given: unknown) => ({ value: checkArguments(name, input, given) }),
      types: undefined,
    },
  };
  server.registerTool(
    name,
    {
      title,
      description,
      inputSchema,
      outputSchema,
      annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    },
    async (checked) => {
      if ('problem' in checked) return { isError: true, content: [{ type: 'text', text: checked.problem }] };
      try {
        const { data, text } = await run(checked.args);
        return { content: [{ type: 'text', text }], structuredContent: data as Record<string, unknown> };
      } catch (error) {
        if (!(error instanceof ToolError)) report(error);
        const message = error instanceof ToolError ? error.message : formatFailureMessage(error);
        return { isError: true, content: [{ type: 'text', text: message }] };
      }
    },
  );
}

/** A tool with its place in the catalog. */
export interface RegisteredTool {
  readonly name: string;
  readonly description: string;
  readonly input: z.ZodObject;
  /** Whether the tool works without a key, if a project allows it. */
  readonly isPublic: boolean;
  /** A sentence for the instructions of the server: when to call the tool. */
  readonly usage: string;
  addTo(server: McpServer, report: (error: unknown) => void): void;
}

/** Describes a tool for the catalog of the server. */
export function registerTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  tool: McpTool<Input, Output>,
  { isPublic = false, usage }: { readonly isPublic?: boolean; readonly usage: string },
): RegisteredTool {
  const { name, description, input } = tool;
  return { name, description, input, isPublic, usage, addTo: (server, report) => addTool(server, tool, report) };
}
