import { encodeBytesField, encodeVarintField } from '@context-sync/otlp';
import type { Context } from 'hono';

/** Path of the OTLP operation, relative to the path of the project. */
export const OTLP_TRACES_PATH = '/otlp/v1/traces';
export const PROTOBUF = 'application/x-protobuf';

/** Codes of `google.rpc.Status` by HTTP status, according to the mapping in google/rpc/code.proto. */
const RPC_CODES: Readonly<Record<number, number>> = {
  400: 3,
  401: 16,
  403: 7,
  404: 5,
  405: 12,
  408: 4,
  413: 8,
  415: 3,
  422: 3,
  429: 8,
  503: 14,
};
const RPC_INTERNAL = 13;

export const isOtlpPath = (path: string): boolean => /\/otlp\/v1\/\w+$/.test(path);

const isProtobuf = (c: Context): boolean => /^application\/x-protobuf *(;|$)/i.test(c.req.header('content-type') ?? '');

/**
 * Creates the error response of the OTLP protocol: a `google.rpc.Status` message in the encoding of the request.
 * @param error error object of the service's API. A JSON body contains it as an additional property, which OTLP clients ignore
 */
export function createOtlpErrorResponse(
  c: Context,
  status: number,
  message: string,
  headers: Readonly<Record<string, string>>,
  error: object,
): Response {
  const code = RPC_CODES[status] ?? RPC_INTERNAL;
  const type = isProtobuf(c) ? PROTOBUF : 'application/json';
  const body = isProtobuf(c)
    ? Buffer.concat([encodeVarintField(1, code), encodeBytesField(2, Buffer.from(message))])
    : JSON.stringify({ code, message, error });
  return new Response(body, { status, headers: { ...headers, 'content-type': type } });
}

/**
 * Creates an `ExportTraceServiceResponse`.
 * @param problem problem of the first rejected span
 */
export function createTracesResponse(c: Context, rejectedCount: number, problem: string | undefined): Response {
  if (isProtobuf(c)) {
    const partialFields = [encodeVarintField(1, rejectedCount), encodeBytesField(2, Buffer.from(problem ?? ''))];
    const body = rejectedCount === 0 ? new Uint8Array() : encodeBytesField(1, Buffer.concat(partialFields));
    return new Response(Uint8Array.from(body), { headers: { 'content-type': PROTOBUF } });
  }
  const partialSuccess = { rejectedSpans: String(rejectedCount), errorMessage: problem };
  return Response.json(rejectedCount === 0 ? {} : { partialSuccess });
}
