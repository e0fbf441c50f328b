import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import type { Cleanup } from '../process/cleanup.ts';
import { listenOnLoopback } from '../process/listen-on-loopback.ts';
import { type ForwardedResponse, forwardRequest } from './forward-request.ts';
import type { EndlessResponse, FaultDecider, ProxyFault } from './proxy-faults.ts';

export interface FaultProxy {
  readonly url: string;
  /** Method and path of every request in the form `METHOD path`, in order of arrival. */
  readonly requests: readonly string[];
  /** Resolves when `count` requests (default: 1) have arrived whose `METHOD path` matches, including earlier ones. */
  until(pattern: RegExp, count?: number): Promise<void>;
  /** Resolves when no request is active, except for requests that are held back. All requests that a killed client has sent have then taken effect. */
  waitUntilIdle(): Promise<void>;
}

/**
 * Number of bytes that are appended to an oversized response. JSON may end with spaces, so a reader that accepts all of them still gets the correct
 * value.
 */
const OVERSIZE_BYTES = 6_000_000;
/** Number of bytes by which the declared length of a truncated response exceeds the actual length. */
const MISSING_TAIL_BYTES = 64;
const IDLE_TIMEOUT_MS = 120_000;

/**
 * Starts a loopback proxy in front of a server. `decide` returns how to handle each request.
 * @param target URL of the server, or a function that returns the URL if it changes
 */
export async function startFaultProxy(
  cleanup: Cleanup,
  target: string | (() => string),
  decide: FaultDecider,
): Promise<FaultProxy> {
  const requests: string[] = [];
  const waiters = new Set<() => void>();
  let activeRequests = 0;
  const server = createServer((request, response) => {
    activeRequests += 1;
    void handle(request, response)
      .catch(() => response.destroy())
      .finally(() => {
        activeRequests -= 1;
      });
  });
  const url = await listenOnLoopback(cleanup, server);
  return { url, requests, until: waitForRequests, waitUntilIdle: waitUntilIdle };

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const body = Buffer.concat(parts);
    const { method = 'GET', url: path = '/' } = request;
    requests.push(`${method} ${path}`);
    for (const check of waiters) check();
    const key = request.headers['idempotency-key'];
    const fault = decide(method, path, typeof key === 'string' ? key : undefined);
    const forward = () => forwardRequest(request, body, typeof target === 'string' ? target : target());
    if (typeof fault === 'object' && 'heldUntil' in fault) {
      // A request that is held back is not active until it is released.
      activeRequests -= 1;
      await fault.heldUntil;
      activeRequests += 1;
      await forward();
      response.destroy();
    } else await respond(response, fault, forward);
  }

  function waitForRequests(pattern: RegExp, count = 1): Promise<void> {
    return new Promise((resolve) => {
      const check = (): void => {
        if (requests.filter((request) => pattern.test(request)).length < count) return;
        waiters.delete(check);
        resolve();
      };
      waiters.add(check);
      check();
    });
  }

  async function waitUntilIdle(): Promise<void> {
    const start = performance.now();
    // A request that was just released is counted only from the next tick, so the connections must be checked first.
    while ((await readConnections(server)) > 0 || activeRequests > 0) {
      if (performance.now() - start > IDLE_TIMEOUT_MS) throw new Error(`${activeRequests} requests have not completed`);
      await setTimeout(2);
    }
  }
}

async function respond(
  response: ServerResponse,
  fault: ProxyFault,
  forward: () => Promise<ForwardedResponse>,
): Promise<void> {
  if (typeof fault === 'object') {
    if ('status' in fault) {
      if (fault.afterPassing) await forward();
      const headers = { 'content-type': 'application/json', ...fault.headers };
      response.writeHead(fault.status, headers).end(fault.body ?? '{}');
    } else if ('silentFor' in fault) {
      if (fault.afterPassing) await forward();
      await setTimeout(fault.silentFor);
      response.destroy();
    } else if ('slowBy' in fault) {
      const originalResponse = await forward();
      await (typeof fault.slowBy === 'number' ? setTimeout(fault.slowBy) : fault.slowBy);
      deliverResponse(response, originalResponse);
    } else if ('unending' in fault) {
      deliverUnending(response, await forward(), fault.unending);
    } else if ('delayedUntil' in fault) {
      await fault.delayedUntil;
      deliverResponse(response, await forward());
    } else {
      const originalResponse = await forward();
      fault.onPassed?.();
      if (fault.onPassed) response.destroy();
      else deliverResponse(response, originalResponse).once('finish', () => fault.onResponded?.());
    }
    return;
  }
  if (fault === 'request-lost') {
    response.destroy();
    return;
  }
  const originalResponse = await forward();
  if (fault === 'response-lost') response.destroy();
  else if (fault === 'truncated') truncate(response, originalResponse);
  else if (fault === 'oversized') {
    const { 'content-length': _length, ...headers } = originalResponse.headers;
    deliverResponse(response, {
      ...originalResponse,
      headers,
      body: Buffer.concat([originalResponse.body, Buffer.alloc(OVERSIZE_BYTES, ' ')]),
    });
  } else deliverResponse(response, originalResponse);
}

function deliverResponse(response: ServerResponse, { status, headers, body }: ForwardedResponse): ServerResponse {
  return response.writeHead(status, headers).end(body);
}

function deliverUnending(
  response: ServerResponse,
  original: ForwardedResponse,
  method: EndlessResponse['unending'],
): void {
  const { 'content-length': _length, ...headers } = original.headers;
  response.writeHead(original.status, headers).write(original.body.length === 0 ? ' ' : original.body);
  if (method === 'slowly') {
    const timer = setInterval(() => response.write(' '), 100);
    response.once('close', () => clearInterval(timer));
    return;
  }
  const send = () => {
    while (!response.destroyed && response.write(Buffer.alloc(65_536, ' ')));
  };
  response.on('drain', send);
  send();
}

function truncate(response: ServerResponse, { status, headers, body }: ForwardedResponse): void {
  response.writeHead(status, { ...headers, 'content-length': String(body.length + MISSING_TAIL_BYTES) });
  // Only half of the body is sent, so that the response is never complete by accident.
  const part = body.length < 2 ? ' ' : body.subarray(0, body.length / 2);
  response.write(part, () => response.destroy());
}

async function readConnections(server: Server): Promise<number> {
  return new Promise((resolve, reject) =>
    server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  );
}
