import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Writable } from 'node:stream';
import { ERRORS, type ErrorCode } from '../errors/errors.ts';
import { RETRY_AFTER_SECONDS } from '../errors/service-unavailable.ts';
import { PRIVATE_HEADERS } from './private-headers.ts';

/** Responds to input that is not valid HTTP, or that times out before the request is complete. The body has the same format as all other errors. */
export function respondToClientError(error: NodeJS.ErrnoException, socket: Writable): void {
  writeError(socket, ...getErrorForCode(error.code));
}

/** Responds to a connection that the service does not accept. */
export function respondToExcessConnection(socket: Writable, message: string): void {
  writeError(socket, 'unavailable', message, [`Retry-After: ${RETRY_AFTER_SECONDS}`]);
}

function writeError(socket: Writable, code: ErrorCode, message: string, headers: readonly string[] = []): void {
  const { status, requestId, body } = getError(code, message);
  socket.write(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'Connection: close',
      'Content-Type: application/json',
      `Content-Length: ${Buffer.byteLength(body)}`,
      `X-Request-Id: ${requestId}`,
      ...Object.entries(PRIVATE_HEADERS).map(([name, value]) => `${name}: ${value}`),
      ...headers,
      '',
      body,
    ].join('\r\n'),
  );
}

/**
 * Returns the response to a malformed request, such as a request without a Host header.
 * @param message description of the problem
 */
export function createBadRequestResponse(message: string): Response {
  const { status, requestId, body } = getError('invalid_request', message);
  const headers = {
    'content-type': 'application/json',
    'x-request-id': requestId,
    connection: 'close',
    ...PRIVATE_HEADERS,
  };
  return new Response(body, { status, headers });
}

function getError(code: ErrorCode, message: string) {
  const requestId = randomUUID();
  return { status: ERRORS[code][0], requestId, body: JSON.stringify({ error: { code, message, requestId } }) };
}

function getErrorForCode(code: string | undefined): [ErrorCode, string] {
  if (code === 'HPE_HEADER_OVERFLOW') return ['headers_too_large', ERRORS.headers_too_large[1]];
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return ['request_timeout', ERRORS.request_timeout[1]];
  return ['invalid_request', 'Not a valid HTTP/1.1 request'];
}
