import { classifyInboundRequest, ProtocolErrorCode, specTypeSchemas } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { getDetails } from '../errors/invalid-request.ts';

/** The library's schemas for requests that the stateless revision of the protocol has removed. */
const FORMER_REQUEST_SCHEMAS: Readonly<Record<string, unknown>> = {
  initialize: specTypeSchemas.InitializeRequest,
  ping: specTypeSchemas.PingRequest,
};
/** The library's schemas for requests that the server supports in every revision of the protocol. */
const REQUEST_SCHEMAS: Readonly<Record<string, unknown>> = {
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
 * Checks the parameters of a POST request's messages. Without this check, the library would respond with the raw JSON of schema errors. Bodies that
 * are not JSON-RPC, and methods that the request's protocol revision does not define, are handled by the library.
 * @returns the response to an invalid message; undefined if all are valid
 */
export async function checkMessages(request: Request): Promise<McpErrorResponse | undefined> {
  const body = parseBody(await request.clone().text());
  if (body === undefined) return undefined;
  const { method, headers } = request;
  const version = headers.get('mcp-protocol-version');
  const { kind } = classifyInboundRequest({
    httpMethod: method,
    body,
    ...(version === null ? {} : { protocolVersionHeader: version }),
  });
  const schemas = kind === 'modern' ? REQUEST_SCHEMAS : { ...REQUEST_SCHEMAS, ...FORMER_REQUEST_SCHEMAS };
  const messages: readonly unknown[] = Array.isArray(body) ? body : [body];
  return messages.map((message) => findProblem(message, schemas)).find((problem) => problem !== undefined);
}

function parseBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function findProblem(message: unknown, schemas: Readonly<Record<string, unknown>>): McpErrorResponse | undefined {
  const request = requestSchema.safeParse(message);
  if (!request.success) return undefined;
  const { id, method } = request.data;
  const schema = Object.hasOwn(schemas, method) ? schemas[method] : undefined;
  if (!(schema instanceof z.ZodType)) return undefined;
  const result = schema.safeParse(message);
  if (result.success) return undefined;
  const problems = getDetails('', { value: message, error: result.error }).map(
    ({ where, message: rule }) => `${where.replace(/^\./, '')}: ${rule}`,
  );
  const error = { code: ProtocolErrorCode.InvalidParams, message: `Invalid ${method} request. ${problems.join('; ')}` };
  return { jsonrpc: '2.0', id, error };
}
