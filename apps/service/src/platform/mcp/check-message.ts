import { ProtocolErrorCode, specTypeSchemas } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { getDetails } from '../errors/invalid-request.ts';

/** The schemas of the library for the requests that the server answers. */
const REQUEST_SCHEMAS: Readonly<Record<string, unknown>> = {
  initialize: specTypeSchemas.InitializeRequest,
  ping: specTypeSchemas.PingRequest,
  'tools/call': specTypeSchemas.CallToolRequest,
  'tools/list': specTypeSchemas.ListToolsRequest,
  'resources/list': specTypeSchemas.ListResourcesRequest,
  'resources/read': specTypeSchemas.ReadResourceRequest,
  'resources/templates/list': specTypeSchemas.ListResourceTemplatesRequest,
};
const requestSchema = z.looseObject({ id: z.union([z.string(), z.number()]), method: z.string() });

/** A JSON-RPC response with an error. */
export interface McpErrorResponse {
  readonly jsonrpc: '2.0';
  readonly id: string | number | null;
  readonly error: { readonly code: number; readonly message: string };
}

/**
 * Checks the parameters of a message. The library would respond with the JSON text of its schema library.
 * @param text body of the request; a body that is not JSON-RPC is left to the library
 * @returns the response to an invalid message; undefined for a valid one
 */
export function checkMessage(text: string): McpErrorResponse | undefined {
  const messages = parseMessages(text);
  return messages.map(findProblem).find((problem) => problem !== undefined);
}

function parseMessages(text: string): readonly unknown[] {
  try {
    const body: unknown = JSON.parse(text);
    return Array.isArray(body) ? body : [body];
  } catch {
    return [];
  }
}

function findProblem(message: unknown): McpErrorResponse | undefined {
  const request = requestSchema.safeParse(message);
  if (!request.success) return undefined;
  const { id, method } = request.data;
  const schema = Object.hasOwn(REQUEST_SCHEMAS, method) ? REQUEST_SCHEMAS[method] : undefined;
  if (!(schema instanceof z.ZodType)) return undefined;
  const result = schema.safeParse(message);
  if (result.success) return undefined;
  const problems = getDetails('', { value: message, error: result.error }).map(
    ({ where, message: rule }) => `${where.replace(/^\./, '')}: ${rule}`,
  );
  const error = { code: ProtocolErrorCode.InvalidParams, message: `Invalid ${method} request. ${problems.join('; ')}` };
  return { jsonrpc: '2.0', id, error };
}
