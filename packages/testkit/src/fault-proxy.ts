import { createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http';
import type { Cleanup } from './cleanup.ts';
import { listenOnLoopback } from './listen.ts';

/** What becomes of a request: passed on; carried out with its answer lost; lost on the way; or answered in the server's place. */
export type Fault =
  | 'none'
  | 'answer-lost'
  | 'request-lost'
  | {
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string;
      readonly afterPassing?: boolean;
    };

export interface FaultProxy {
  readonly url: string;
  /** `METHOD path` of every request that came, in order. */
  readonly requests: readonly string[];
}

/** A proxy on loopback in front of `target` that treats each request as `decide` says. */
export async function startFaultProxy(
  cleanup: Cleanup,
  target: string,
  decide: (method: string, path: string) => Fault,
): Promise<FaultProxy> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const { method = 'GET', url = '/' } = request;
    requests.push(`${method} ${url}`);
    const fault = decide(method, url);
    void handle(request, response, target, fault).catch(() => response.destroy());
  });
  const url = await listenOnLoopback(cleanup, server);
  return { url, requests };
}

async function handle(request: IncomingMessage, response: ServerResponse, target: string, fault: Fault): Promise<void> {
  const body: Buffer[] = [];
  for await (const chunk of request) body.push(chunk);
  if (fault === 'request-lost') {
    request.socket.destroy();
    return;
  }
  const answersItself = typeof fault === 'object';
  if (answersItself && !fault.afterPassing) {
    response.writeHead(fault.status, { 'content-type': 'application/json', ...fault.headers }).end(fault.body ?? '{}');
    return;
  }
  const answer = await pass(request, Buffer.concat(body), target);
  if (fault === 'answer-lost') request.socket.destroy();
  else if (answersItself) response.writeHead(fault.status, fault.headers).end(fault.body ?? '');
  else response.writeHead(answer.status, answer.headers).end(answer.body);
}

async function pass(request: IncomingMessage, body: Buffer, target: string) {
  const { host, port, pathname } = new URL(target);
  const path = pathname === '/' ? request.url : pathname + request.url;
  return new Promise<{ status: number; headers: IncomingMessage['headers']; body: Buffer }>((resolve, reject) => {
    const passed = send(
      { host: new URL(target).hostname, port, path, method: request.method, headers: { ...request.headers, host } },
      (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('end', () => {
          const { 'transfer-encoding': _chunked, ...headers } = answer.headers;
          resolve({ status: answer.statusCode ?? 502, headers, body: Buffer.concat(parts) });
        });
      },
    );
    passed.on('error', reject);
    passed.end(body);
  });
}
