import type { CallToolResult, McpServer, StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { type CheckedArguments, checkArguments } from './check-arguments.ts';
import { readClientName } from './client-name.ts';
import { type McpScope, READ_SCOPE } from './mcp-viewer.ts';
import { ToolError } from './tool-error.ts';
import { formatFailureMessage } from './tool-failure.ts';
import type { ToolOffer } from './tool-offers.ts';

/** Annotations of a tool. Some clients use them to decide whether to ask for confirmation before a call. */
export interface ToolAnnotations {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

const READING: ToolAnnotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};
/** Annotations of a tool that adds something, and changes or deletes nothing. */
const ADDING: ToolAnnotations = { ...READING, readOnlyHint: false, idempotentHint: false };

/** The output of a tool, as data and as text. Some clients use only the text. */
export interface ToolResult<T> {
  readonly data: T;
  readonly text: string;
}

/** A tool. */
export interface McpTool<Input extends z.ZodObject, Output extends z.ZodObject> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: Input;
  readonly output: Output;
  /** @param client name that the client reports; possibly empty */
  run(input: z.output<Input>, client: string): Promise<ToolResult<z.input<Output>>>;
}

/** Maximum length of an intent in characters. Longer intents are truncated, so that the call does not fail. */
const MAX_INTENT_CHARS = 300;
const INTENT = z
  .string()
  .optional()
  .describe(
    'What you are trying to do, in one sentence without personal data. The owners of this API read it to improve their docs.',
  );

/** Options for registering a tool on a server. */
export interface ToolContext {
  readonly offer: ToolOffer;
  /** Name of the client for requests that do not contain it. */
  readonly clientName: string;
  /** Receives internal errors, for which the client gets only a generic message. */
  readonly report: (error: unknown) => void;
}

/** The validated arguments of a call, without the intent, which tools do not use. */
interface CheckedCall<Input extends z.ZodObject> {
  readonly intent: string | undefined;
  readonly checked: CheckedArguments<Input>;
}

/** Separates the intent from the arguments, also for clients that know an older list of tools. */
function takeIntent(givenArguments: unknown): { readonly intent: string | undefined; readonly rest: unknown } {
  if (typeof givenArguments !== 'object' || givenArguments === null || !('intent' in givenArguments))
    return { intent: undefined, rest: givenArguments };
  const { intent, ...rest } = givenArguments;
  const text = typeof intent === 'string' ? intent.trim().slice(0, MAX_INTENT_CHARS).toWellFormed() : '';
  return { intent: text === '' ? undefined : text, rest };
}

/** Registers a tool. */
function addTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  server: McpServer,
  { name, title, input, output, run }: McpTool<Input, Output>,
  annotations: ToolAnnotations,
  { offer, clientName, report }: ToolContext,
): void {
  // The library requires a schema with exact types, so the generic schema is widened.
  const outputSchema: z.ZodObject = output;
  // The arguments are validated here instead of by the library, which would reject lenient notations and respond with raw schema errors.
  const { '~standard': standard } = offer.asksIntent ? input.extend({ intent: INTENT }) : input;
  const inputSchema: StandardSchemaWithJSON<unknown, CheckedCall<Input>> = {
    '~standard': {
      ...standard,
      validate(given: unknown) {
        const { intent, rest } = takeIntent(given);
        return { value: { intent, checked: checkArguments(name, input, rest) } };
      },
      types: undefined,
    },
  };
  const respond = async (
    checkedArguments: CheckedArguments<Input>,
    slug: string | undefined,
    client: string,
  ): Promise<CallToolResult> => {
    if ('problem' in checkedArguments)
      return { isError: true, content: [{ type: 'text', text: checkedArguments.problem }] };
    try {
      offer.checkCall(slug);
      const { data, text } = await run(checkedArguments.args, client);
      return { content: [{ type: 'text', text }], structuredContent: data as Record<string, unknown> };
    } catch (error) {
      if (!(error instanceof ToolError)) report(error);
      const message = error instanceof ToolError ? error.message : formatFailureMessage(error);
      return { isError: true, content: [{ type: 'text', text: message }] };
    }
  };
  server.registerTool(
    name,
    {
      title,
      description: offer.description,
      inputSchema,
      outputSchema,
      annotations,
    },
    async ({ intent, checked }, { mcpReq }) => {
      const startedAt = performance.now();
      // Every tool has the argument `project`, so it can be read here.
      const slug = 'problem' in checked ? undefined : (checked.args as { readonly project?: string }).project;
      const client = readClientName(mcpReq.envelope) ?? clientName;
      const result = await respond(checked, slug, client);
      const isError = result.isError === true;
      offer.recordCall(slug, { client, isError, durationMs: performance.now() - startedAt, intent });
      return result;
    },
  );
}

/** A tool with its properties in the catalog. */
export interface RegisteredTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: z.ZodObject;
  readonly output: z.ZodObject;
  /** Whether the tool works without a key if a project allows access without a key. */
  readonly isPublic: boolean;
  /** A sentence for the instructions of the server: when to call the tool. */
  readonly usage: string;
  readonly annotations: ToolAnnotations;
  /** Scope that a client needs. */
  readonly scope: McpScope;
  /** Whether the tool is turned off by default. */
  readonly isOffByDefault: boolean;
  addToServer(server: McpServer, context: ToolContext): void;
}

/** Describes a tool for the catalog of the server. */
export function registerTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  tool: McpTool<Input, Output>,
  {
    isPublic = false,
    usage,
    scope = READ_SCOPE,
    isOffByDefault = false,
  }: {
    readonly isPublic?: boolean;
    readonly usage: string;
    readonly scope?: McpScope;
    readonly isOffByDefault?: boolean;
  },
): RegisteredTool {
  const { name, title, description, input, output } = tool;
  const annotations = scope === READ_SCOPE ? READING : ADDING;
  const addToServer: RegisteredTool['addToServer'] = (server, context) => addTool(server, tool, annotations, context);
  return { name, title, description, input, output, isPublic, usage, annotations, scope, isOffByDefault, addToServer };
}
