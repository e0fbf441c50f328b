import { type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { Socket } from 'node:net';
import type { ResponseHeaders } from './api-response.ts';
import type { BodyReader, ReceivableBody } from './receive-body.ts';

/** The parts of a request that every attempt sends. */
export interface RequestParts {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array<ArrayBuffer> | undefined;
}

/** The head of a response, and a reader of its body. */
export interface AttemptResponse extends ReceivableBody {
  readonly status: number;
  readonly ok: boolean;
  readonly headers: ResponseHeaders;
}

/** Time within which a connection must be established, in milliseconds. `fetch` of Node.js has the same limit. */
const CONNECT_TIMEOUT_MS = 10_000;

/** An error for a connection that was not established in time, so that no byte of the request was sent. */
class ConnectTimeoutError extends Error {
  override readonly name = 'ConnectTimeoutError';
  readonly code = 'CONNECT_TIMEOUT';
}

/**
 * Sends a write with `node:http`, and resolves as soon as the headers of the response have arrived. A first sync sends thousands of writes, and each
 * takes about a third of the processor time of a `fetch`. Redirects are not followed, and the response is not compressed.
 * @throws the reason of the signal; a TypeError for a request that cannot be sent; otherwise the error of the connection
 */
export function sendWrite(url: URL, { method, headers, body }: RequestParts, signal: AbortSignal) {
  return new Promise<AttemptResponse>((resolve, reject) => {
    signal.throwIfAborted();
    const isSecure = url.protocol === 'https:';
    const request = (isSecure ? requestHttps : requestHttp)(url, {
      method,
      headers: { ...headers, 'accept-encoding': 'identity' },
    });
    const abort = () => {
      reject(signal.reason);
      request.destroy();
    };
    signal.addEventListener('abort', abort, { once: true });
    const stopListening = () => signal.removeEventListener('abort', abort);
    request.once('response', (message) => {
      stopListening();
      resolve(toAttemptResponse(message));
    });
    // The listener is not removed, because a connection can also fail after the response has arrived.
    request.on('error', (error) => {
      stopListening();
      reject(error);
    });
    request.once('socket', (socket) => limitConnectTime(request, socket, isSecure ? 'secureConnect' : 'connect'));
    request.end(body);
  });
}

function limitConnectTime(request: ClientRequest, socket: Socket, connectEvent: string): void {
  if (!socket.connecting) return;
  const timer = setTimeout(
    () => request.destroy(new ConnectTimeoutError('the connection was not established in time')),
    CONNECT_TIMEOUT_MS,
  );
  const stop = () => clearTimeout(timer);
  socket.once(connectEvent, stop);
  socket.once('close', stop);
}

function toAttemptResponse(message: IncomingMessage): AttemptResponse {
  const status = message.statusCode ?? 0;
  const get = (name: string) => {
    const value = message.headers[name.toLowerCase()];
    return Array.isArray(value) ? value.join(', ') : (value ?? null);
  };
  return {
    status,
    ok: status >= 200 && status < 300,
    headers: { get, has: (name) => get(name) !== null },
    body: { getReader: () => createReader(message) },
  };
}

function createReader(message: IncomingMessage): BodyReader {
  const chunks: AsyncIterator<Uint8Array> = message[Symbol.asyncIterator]();
  return {
    read: () => chunks.next(),
    cancel: async () => {
      message.destroy();
    },
  };
}
