import { createServer } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Cleanup } from '../process/cleanup.ts';
import { listenOnLoopback } from '../process/listen-on-loopback.ts';
import { startFaultProxy } from './fault-proxy.ts';
import type { ProxyFault } from './proxy-faults.ts';

let cleanup: Cleanup;
/** Bodies of the requests that the server behind the proxy has executed. */
let executedRequests: string[];
let target: string;

beforeEach(async () => {
  cleanup = new Cleanup();
  executedRequests = [];
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const part of request.setEncoding('utf8')) text += part;
    executedRequests.push(text);
    response.writeHead(201, { 'content-type': 'application/json' }).end('{"id":"a"}');
  });
  target = await listenOnLoopback(cleanup, server);
});
afterEach(() => cleanup.close());

async function post(fault: ProxyFault): Promise<{ status: number; body: string } | 'broken'> {
  const { url } = await startFaultProxy(cleanup, target, () => fault);
  try {
    const response = await fetch(url, { method: 'POST', body: 'order' });
    return { status: response.status, body: await response.text() };
  } catch {
    return 'broken';
  }
}

const ORIGINAL = { status: 201, body: '{"id":"a"}' };

describe('a fault proxy', () => {
  it.each<[string, ProxyFault, Awaited<ReturnType<typeof post>>, string[]]>([
    ['forwards a request', 'none', ORIGINAL, ['order']],
    ['loses a request', 'request-lost', 'broken', []],
    ['loses a response', 'response-lost', 'broken', ['order']],
    ['truncates a response', 'truncated', 'broken', ['order']],
    ['responds itself without forwarding', { status: 503, body: 'no' }, { status: 503, body: 'no' }, []],
    [
      'responds itself after forwarding',
      { status: 502, body: '', afterPassing: true },
      { status: 502, body: '' },
      ['order'],
    ],
    ['does not respond, without forwarding', { silentFor: 20 }, 'broken', []],
    ['does not respond after forwarding', { silentFor: 20, afterPassing: true }, 'broken', ['order']],
    ['is slow', { slowBy: 20 }, ORIGINAL, ['order']],
    ['responds when a test allows it', { slowBy: Promise.resolve() }, ORIGINAL, ['order']],
    ['waits before forwarding', { delayedUntil: Promise.resolve() }, ORIGINAL, ['order']],
    ['delays a request until the test releases it', { heldUntil: Promise.resolve() }, 'broken', ['order']],
    ['reports that it has forwarded', { onPassed: () => executedRequests.push('told') }, 'broken', ['order', 'told']],
  ])('the fault proxy %s', async (_name, fault, seen, there) => {
    expect(await post(fault)).toEqual(seen);
    expect(executedRequests).toEqual(there);
  });

  it('the fault proxy makes a response large but keeps it valid', async () => {
    const response = await post('oversized');
    expect(response).toMatchObject({ status: 201 });
    const { body } = response as { body: string };
    expect(body.length).toBeGreaterThan(5_000_000);
    expect(JSON.parse(body)).toEqual({ id: 'a' });
  });

  it('the fault proxy reports that a response was returned', async () => {
    const responsePromise = new Promise<void>((resolve) => {
      void post({ onResponded: resolve }).then((response) => expect(response).toEqual(ORIGINAL));
    });
    await expect(responsePromise).resolves.toBeUndefined();
  });

  it('the fault proxy reports when the expected number of requests has arrived', async () => {
    const proxy = await startFaultProxy(cleanup, target, () => 'none');
    let isDone = false;
    const both = proxy.until(/^POST /, 2).then(() => {
      isDone = true;
    });
    await fetch(proxy.url, { method: 'POST', body: 'one' });
    await fetch(proxy.url);
    expect(isDone).toBe(false);
    await fetch(proxy.url, { method: 'POST', body: 'two' });
    await both;
    // `until` also counts requests that arrived before the call.
    await expect(proxy.until(/^POST /, 2)).resolves.toBeUndefined();
  });

  it('the fault proxy is idle when no requests are active except delayed ones', async () => {
    let release = (): void => undefined;
    const heldUntil = new Promise<void>((resolve) => {
      release = resolve;
    });
    const proxy = await startFaultProxy(cleanup, target, (method) => (method === 'PUT' ? { heldUntil } : 'none'));
    const giveUp = new AbortController();
    const heldRequest = fetch(proxy.url, { method: 'PUT', body: 'held', signal: giveUp.signal }).catch(
      () => 'given up',
    );
    await proxy.until(/^PUT /);
    giveUp.abort();
    expect(await heldRequest).toBe('given up');
    await proxy.waitUntilIdle();
    expect(executedRequests).toEqual([]);
    release();
    await proxy.waitUntilIdle();
    expect(executedRequests).toEqual(['held']);
  });
});
