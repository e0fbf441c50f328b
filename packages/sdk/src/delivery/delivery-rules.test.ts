import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type ReceiverFault, startReceiver } from '../testing/receiver.fixture.ts';
import { createSender } from '../testing/sender.fixture.ts';
import { waitUntil } from '../testing/until.fixture.ts';
import { MAX_LOGS_PER_BATCH } from './log-sender.ts';

const HOUR_MS = 3_600_000;

async function open(fault: (attempt: number) => ReceiverFault | undefined) {
  const receiver = await startReceiver();
  receiver.fault = fault;
  return { receiver, ...createSender(receiver.url) };
}

/** Starts a server that responds to the attempts with the given functions, and then accepts. */
async function startService(...responses: ((res: ServerResponse) => void)[]) {
  const attempts: IncomingMessage['headers'][] = [];
  const server = createServer((req, res) => {
    req.resume().on('end', () => {
      const respond = responses[attempts.length];
      attempts.push(req.headers);
      if (respond === undefined) res.writeHead(201).end('{"accepted":1}');
      else respond(res);
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  return { attempts, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

describe('a response to a batch', () => {
  it.each([301, 302, 303, 307, 308])(
    'after the redirect %i, the SDK does not send logs to another server',
    async (status) => {
      const other = await startReceiver();
      const location = `${other.url}/api/v1/projects/octo-api/logs-batch`;
      const { receiver, send, problems } = await open((attempt) =>
        attempt === 0 ? { kind: 'status', status, headers: { location } } : undefined,
      );
      await send(1);
      expect([other.wire, other.logs, other.requests]).toEqual([[], [], []]);
      expect(problems).toMatchObject([{ code: 'wrong-url-or-project', status }]);
      expect(receiver.logs).toHaveLength(1);
    },
  );

  it.each([
    ['before its announced end', { 'content-length': '100' }, '{"accepted":'],
    ['after a body that can be parsed', {}, '{"accepted":1}'],
  ])('a response that breaks off %s leaves the batch in doubt', async (_name, headers, body) => {
    const { attempts, url } = await startService((res) => {
      res.writeHead(201, headers).write(body, () => setTimeout(() => res.destroy(), 20));
    });
    const { send, sender, problems, waits } = createSender(url);
    await send(1);
    expect(attempts).toHaveLength(2);
    expect(attempts[1]?.['idempotency-key']).toBe(attempts[0]?.['idempotency-key']);
    expect(sender.counts).toEqual({ sent: 1, rejected: 0, abandoned: 0 });
    expect(problems).toEqual([]);
    expect(waits).toHaveLength(1);
    expect(waits[0]).toBeLessThan(2_000);
  });

  it.each([408, 409, 425, 429, 500, 502, 503, 504])(
    'after a response with status %i, the same batch is sent with the same idempotency key',
    async (status) => {
      const { attempts, url } = await startService((res) => void res.writeHead(status).end());
      const { send, problems } = createSender(url);
      await send(1);
      expect(attempts.map((headers) => headers['idempotency-key'])).toEqual([
        attempts[0]?.['idempotency-key'],
        attempts[0]?.['idempotency-key'],
      ]);
      expect(problems).toEqual([]);
    },
  );

  it.each([400, 415, 422])(
    'after a response with status %i, the same logs are sent in the next format',
    async (status) => {
      const { attempts, url } = await startService(
        (res) => void res.writeHead(status).end(),
        (res) => void res.writeHead(status).end(),
      );
      const { send, problems, waits } = createSender(url);
      await send(1);
      expect(attempts.map((headers) => headers['content-encoding'])).toEqual(['gzip', undefined, undefined]);
      expect([problems, waits]).toEqual([[], []]);
    },
  );

  it('after a response with status 413, the batch is halved until only the log that is too large remains', async () => {
    const receiver = await startReceiver();
    const sizes: number[] = [];
    const { send, sender, problems, waits } = createSender(receiver.url);
    // The receiver knows the number of logs only from the body of the last batch.
    receiver.fault = () => {
      const lines = (receiver.wire.at(-1) ?? '').trim().split('\n');
      sizes.push(lines.length);
      const isTooLarge = lines.length > 4 || lines.some((line) => line.includes('/3"'));
      return isTooLarge ? { kind: 'status', status: 413 } : undefined;
    };
    await send(8);
    expect(sizes).toEqual([8, 4, 2, 2, 1, 1, 4]);
    expect(receiver.logs.map(({ url }) => url.at(-1)).join('')).toBe('0124567');
    expect(sender.counts).toEqual({ sent: 7, rejected: 1, abandoned: 0 });
    expect(problems).toMatchObject([{ code: 'logs-rejected', status: 413 }]);
    expect(waits).toEqual([]);
  });

  it('if a response accepts fewer logs than were sent, the other logs are counted as rejected', async () => {
    const { send, sender, problems } = await open(() => ({ kind: 'status', status: 207, body: '{"accepted":2}' }));
    await send(3);
    expect(sender.counts).toEqual({ sent: 2, rejected: 1, abandoned: 0 });
    expect(problems).toMatchObject([{ code: 'logs-rejected' }]);
  });

  it('after a response with status 401, the next attempt follows after a minute', async () => {
    const { send, waits } = await open((attempt) => (attempt === 0 ? { kind: 'status', status: 401 } : undefined));
    await send(1);
    expect(waits).toEqual([60_000]);
  });
});

describe('delivery over several hours', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('a batch in doubt is dropped after 20 hours, before its idempotency key expires', async () => {
    let isAway = true;
    const { receiver, send, sender, waits } = await open(() =>
      isAway ? { kind: 'status', status: 503, headers: { 'retry-after': '7200' } } : undefined,
    );
    const start = Date.now();
    await send(3);
    expect(sender.counts).toEqual({ sent: 0, rejected: 0, abandoned: 3 });
    expect((Date.now() - start) / HOUR_MS).toBeCloseTo(20, 0);
    // A service that requests a longer wait gets the next attempt after five minutes.
    expect(new Set(waits)).toEqual(new Set([300_000]));
    isAway = false;
    await send(2);
    expect(receiver.logs).toHaveLength(2);
  });

  it('a batch that the service rejects is not in doubt, and is kept for longer than 20 hours', async () => {
    const { receiver, send, sender } = await open((attempt) => {
      vi.setSystemTime(Date.now() + 9 * HOUR_MS);
      return attempt < 3 ? { kind: 'status', status: 403 } : undefined;
    });
    await send(1);
    expect(receiver.logs).toHaveLength(1);
    expect(sender.counts).toEqual({ sent: 1, rejected: 0, abandoned: 0 });
  });

  it('a format that the service rejected is tried again after an hour', async () => {
    let isOld = true;
    const { receiver, send } = await open(() =>
      isOld && receiver.wire.at(-2)?.includes('"gzip"') ? { kind: 'status', status: 415 } : undefined,
    );
    await send(1);
    isOld = false;
    await send(1);
    vi.setSystemTime(Date.now() + HOUR_MS + 1);
    await send(1);
    expect(receiver.requests.map(({ headers }) => headers['content-encoding'])).toEqual([undefined, undefined, 'gzip']);
  });

  it('a problem with the service is reported again when it returns', async () => {
    let isAway = true;
    const { send, problems } = await open((attempt) =>
      isAway && attempt % 10 < 5 ? { kind: 'status', status: 503 } : undefined,
    );
    await send(1);
    isAway = false;
    for (let index = 0; index < 4; index += 1) await send(1);
    isAway = true;
    await send(1);
    expect(problems.map(({ code }) => code)).toEqual(['unreachable', 'unreachable']);
  });
});

describe('the sender', () => {
  it('the sender sends a full batch immediately, and the other logs after two seconds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const receiver = await startReceiver();
    const { add } = createSender(receiver.url);
    add(MAX_LOGS_PER_BATCH);
    await waitUntil(() => receiver.requests.length === 1);
    await turn();
    add(1);
    vi.advanceTimersByTime(1_999);
    for (let index = 0; index < 20; index += 1) await turn();
    expect(receiver.requests.map(({ lines }) => lines)).toEqual([MAX_LOGS_PER_BATCH]);
    await waitUntil(() => {
      vi.advanceTimersByTime(1);
      return receiver.requests.length === 2;
    });
  });

  it('the sender does not keep a process alive while logs are pending', () => {
    const start = vi.spyOn(globalThis, 'setTimeout');
    onTestFinished(() => start.mockRestore());
    createSender('http://127.0.0.1:9').add(1);
    expect(start.mock.results.map(({ value }) => (value as NodeJS.Timeout).hasRef())).toEqual([false]);
  });

  it('the sender ends the wait for the next attempt when the client is closed', async () => {
    const receiver = await startReceiver();
    receiver.fault = () => ({ kind: 'status', status: 503 });
    const endWait = vi.fn();
    const { add, flush, sender, waits } = createSender(receiver.url, (_ms, signal) =>
      new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve())).then(endWait),
    );
    add(2);
    const flushPromise = flush();
    await waitUntil(() => waits.length > 0);
    sender.close();
    await flushPromise;
    expect(endWait).toHaveBeenCalledOnce();
    expect(sender.counts).toEqual({ sent: 0, rejected: 0, abandoned: 2 });
  });
});
