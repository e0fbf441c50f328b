import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import type { Cleanup } from '../process/cleanup.ts';
import { listenOnLoopback } from '../process/listen.ts';
import type { Decide, Fault, Unending } from './fault.ts';
import { type PassedAnswer, passOn } from './pass-on.ts';

export interface FaultProxy {
  readonly url: string;
  /** `METHOD path` of every request that came, in order. */
  readonly requests: readonly string[];
  /** Resolves as soon as `count` requests (default 1) whose `METHOD path` matches have arrived, those of the past included. */
  until(pattern: RegExp, count?: number): Promise<void>;
  /** Resolves when nothing is under way any more, apart from what is held: all that a dead client has sent has had its effect. */
  settled(): Promise<void>;
}

/** Bytes behind an oversized answer. JSON may be followed by spaces, so a reader that takes it all still finds the truth in it. */
const OVERSIZE = 6_000_000;
/** How much longer than it is a truncated answer says that it is. */
const MISSING = 64;
const SETTLING_LIMIT = 120_000;

/** A proxy on loopback in front of `target` that treats each request as `decide` says. */
export async function startFaultProxy(cleanup: Cleanup, target: string, decide: Decide): Promise<FaultProxy> {
  const requests: string[] = [];
  const waiting = new Set<() => void>();
  let underWay = 0;
  const server = createServer((request, response) => {
    underWay += 1;
    void treat(request, response)
      .catch(() => response.destroy())
      .finally(() => {
        underWay -= 1;
      });
  });
  const url = await listenOnLoopback(cleanup, server);
  return { url, requests, until, settled };

  async function treat(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const body = Buffer.concat(parts);
    const { method = 'GET', url: path = '/' } = request;
    requests.push(`${method} ${path}`);
    for (const check of waiting) check();
    const key = request.headers['idempotency-key'];
    const fault = decide(method, path, typeof key === 'string' ? key : undefined);
    const pass = () => passOn(request, body, target);
    if (typeof fault === 'object' && 'heldUntil' in fault) {
      // It is with nobody now, and counts as under way again when it is let go.
      underWay -= 1;
      await fault.heldUntil;
      underWay += 1;
      await pass();
      response.destroy();
    } else await answer(response, fault, pass);
  }

  function until(pattern: RegExp, count = 1): Promise<void> {
    return new Promise((resolve) => {
      const check = (): void => {
        if (requests.filter((request) => pattern.test(request)).length < count) return;
        waiting.delete(check);
        resolve();
      };
      waiting.add(check);
      check();
    });
  }

  async function settled(): Promise<void> {
    const start = performance.now();
    // What was just let go counts from the next moment on, so the look at the connections comes first.
    while ((await connectionsOf(server)) > 0 || underWay > 0) {
      if (performance.now() - start > SETTLING_LIMIT) throw new Error(`${underWay} requests have not come to an end`);
      await setTimeout(2);
    }
  }
}

async function answer(response: ServerResponse, fault: Fault, pass: () => Promise<PassedAnswer>): Promise<void> {
  if (typeof fault === 'object') {
    if ('status' in fault) {
      if (fault.afterPassing) await pass();
      const headers = { 'content-type': 'application/json', ...fault.headers };
      response.writeHead(fault.status, headers).end(fault.body ?? '{}');
    } else if ('silentFor' in fault) {
      if (fault.afterPassing) await pass();
      await setTimeout(fault.silentFor);
      response.destroy();
    } else if ('slowBy' in fault) {
      const truth = await pass();
      await (typeof fault.slowBy === 'number' ? setTimeout(fault.slowBy) : fault.slowBy);
      deliver(response, truth);
    } else if ('unending' in fault) {
      deliverUnending(response, await pass(), fault.unending);
    } else if ('delayedUntil' in fault) {
      await fault.delayedUntil;
      deliver(response, await pass());
    } else {
      const truth = await pass();
      fault.onPassed?.();
      if (fault.onPassed) response.destroy();
      else deliver(response, truth).once('finish', () => fault.onAnswered?.());
    }
    return;
  }
  if (fault === 'request-lost') {
    response.destroy();
    return;
  }
  const truth = await pass();
  if (fault === 'answer-lost') response.destroy();
  else if (fault === 'truncated') truncate(response, truth);
  else if (fault === 'oversized') {
    const { 'content-length': _length, ...headers } = truth.headers;
    deliver(response, { ...truth, headers, body: Buffer.concat([truth.body, Buffer.alloc(OVERSIZE, ' ')]) });
  } else deliver(response, truth);
}

function deliver(response: ServerResponse, { status, headers, body }: PassedAnswer): ServerResponse {
  return response.writeHead(status, headers).end(body);
}

function deliverUnending(response: ServerResponse, truth: PassedAnswer, how: Unending['unending']): void {
  const { 'content-length': _length, ...headers } = truth.headers;
  response.writeHead(truth.status, headers).write(truth.body.length === 0 ? ' ' : truth.body);
  if (how === 'slowly') {
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

function truncate(response: ServerResponse, { status, headers, body }: PassedAnswer): void {
  response.writeHead(status, { ...headers, 'content-length': String(body.length + MISSING) });
  // Half of what there is, so that what arrives is not whole by accident.
  const part = body.length < 2 ? ' ' : body.subarray(0, body.length / 2);
  response.write(part, () => response.destroy());
}

async function connectionsOf(server: Server): Promise<number> {
  return new Promise((resolve, reject) =>
    server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  );
}
