import { createServer } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Cleanup } from '../process/cleanup.ts';
import { listenOnLoopback } from '../process/listen.ts';
import type { Fault } from './fault.ts';
import { startFaultProxy } from './fault-proxy.ts';

let cleanup: Cleanup;
/** What the server behind the proxy has carried out. */
let carriedOut: string[];
let target: string;

beforeEach(async () => {
  cleanup = new Cleanup();
  carriedOut = [];
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const part of request.setEncoding('utf8')) text += part;
    carriedOut.push(text);
    response.writeHead(201, { 'content-type': 'application/json' }).end('{"id":"a"}');
  });
  target = await listenOnLoopback(cleanup, server);
});
afterEach(() => cleanup.close());

async function post(fault: Fault): Promise<{ status: number; body: string } | 'broken'> {
  const { url } = await startFaultProxy(cleanup, target, () => fault);
  try {
    const response = await fetch(url, { method: 'POST', body: 'order' });
    return { status: response.status, body: await response.text() };
  } catch {
    return 'broken';
  }
}

const TRUTH = { status: 201, body: '{"id":"a"}' };

describe('a fault proxy', () => {
  it.each<[string, Fault, Awaited<ReturnType<typeof post>>, string[]]>([
    ['passes on', 'none', TRUTH, ['order']],
    ['loses a request', 'request-lost', 'broken', []],
    ['loses an answer', 'answer-lost', 'broken', ['order']],
    ['breaks an answer off', 'truncated', 'broken', ['order']],
    ['answers itself', { status: 503, body: 'no' }, { status: 503, body: 'no' }, []],
    [
      'answers itself after passing on',
      { status: 502, body: '', afterPassing: true },
      { status: 502, body: '' },
      ['order'],
    ],
    ['is silent before', { silentFor: 20 }, 'broken', []],
    ['is silent after', { silentFor: 20, afterPassing: true }, 'broken', ['order']],
    ['is slow', { slowBy: 20 }, TRUTH, ['order']],
    ['responds when a test lets it', { slowBy: Promise.resolve() }, TRUTH, ['order']],
    ['waits before passing on', { delayedUntil: Promise.resolve() }, TRUTH, ['order']],
    ['holds a request', { heldUntil: Promise.resolve() }, 'broken', ['order']],
    ['tells when it has passed on', { onPassed: () => carriedOut.push('told') }, 'broken', ['order', 'told']],
  ])('%s', async (_name, fault, seen, there) => {
    expect(await post(fault)).toEqual(seen);
    expect(carriedOut).toEqual(there);
  });

  it('makes an answer large without making it wrong', async () => {
    const answer = await post('oversized');
    expect(answer).toMatchObject({ status: 201 });
    const { body } = answer as { body: string };
    expect(body.length).toBeGreaterThan(5_000_000);
    expect(JSON.parse(body)).toEqual({ id: 'a' });
  });

  it('tells when an answer was passed back', async () => {
    const told = new Promise<void>((resolve) => {
      void post({ onAnswered: resolve }).then((answer) => expect(answer).toEqual(TRUTH));
    });
    await expect(told).resolves.toBeUndefined();
  });

  it('reports when as many requests have arrived as a test waits for', async () => {
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
    // Those of the past count as well.
    await expect(proxy.until(/^POST /, 2)).resolves.toBeUndefined();
  });

  it('is settled when nothing is under way but what is held', async () => {
    let release = (): void => undefined;
    const heldUntil = new Promise<void>((resolve) => {
      release = resolve;
    });
    const proxy = await startFaultProxy(cleanup, target, (method) => (method === 'PUT' ? { heldUntil } : 'none'));
    const giveUp = new AbortController();
    const held = fetch(proxy.url, { method: 'PUT', body: 'held', signal: giveUp.signal }).catch(() => 'given up');
    await proxy.until(/^PUT /);
    giveUp.abort();
    expect(await held).toBe('given up');
    await proxy.settled();
    expect(carriedOut).toEqual([]);
    release();
    await proxy.settled();
    expect(carriedOut).toEqual(['held']);
  });
});
