import { type IncomingHttpHeaders, type IncomingMessage, request as send } from 'node:http';

/** A complete response of a server. */
export interface ForwardedResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/**
 * Forwards a request to `target`.
 * @param url path and query to send; by default, those of the request
 */
export async function forwardRequest(
  request: IncomingMessage,
  body: Buffer,
  target: string,
  url = request.url ?? '/',
): Promise<ForwardedResponse> {
  const { host, hostname, port, pathname } = new URL(target);
  const path = pathname === '/' ? url : pathname + url;
  return new Promise((resolve, reject) => {
    const upstreamRequest = send(
      { host: hostname, port, path, method: request.method, headers: { ...request.headers, host } },
      (upstreamResponse) => {
        const parts: Buffer[] = [];
        upstreamResponse.on('data', (part: Buffer) => parts.push(part));
        upstreamResponse.on('error', reject);
        upstreamResponse.on('end', () => {
          const { 'transfer-encoding': _chunked, ...headers } = upstreamResponse.headers;
          resolve({ status: upstreamResponse.statusCode ?? 502, headers, body: Buffer.concat(parts) });
        });
      },
    );
    upstreamRequest.on('error', reject);
    upstreamRequest.end(body);
  });
}
