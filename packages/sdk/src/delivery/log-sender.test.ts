import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createLogWriter } from '../log/log-writer.ts';
import { type CaptureProblem, resolveOptions } from '../options.ts';
import { createProblemReport } from '../report-problem.ts';
import { type ReceiverFault, startReceiver } from '../testing/receiver.fixture.ts';
import { sampleLog } from '../testing/sample-log.fixture.ts';
import { LogQueue } from './log-queue.ts';
import { LogSender } from './log-sender.ts';

async function open(fault: (attempt: number) => ReceiverFault | undefined = () => undefined, maxBytes?: number) {
  const receiver = await startReceiver();
  receiver.fault = fault;
  const problems: CaptureProblem[] = [];
  const waits: number[] = [];
  const { settings } = resolveOptions({
    url: receiver.url,
    project: 'octo-api',
    key: 'csk_test',
    onError: (each) => problems.push(each),
  });
  const wait = async (ms: number) => {
    if (ms === 99_999) return new Promise<void>(() => undefined);
    waits.push(ms);
    await turn();
  };
  const report = createProblemReport(settings.onError);
  const environment = { random: () => 0.5, wait };
  const write = createLogWriter([], 'test');
  const sender = new LogSender(settings, report, environment, new LogQueue(maxBytes));
  const send = async (count: number) => {
    for (let index = 0; index < count; index += 1) {
      sender.add(write(sampleLog({ url: `https://api.example.com/${index}` })), false);
    }
    await sender.flush(99_999);
  };
  return { receiver, sender, send, problems, waits };
}

describe('the log sender', () => {
  it('the log sender sends compressed batches of at most 1,000 logs, each with its own idempotency key', async () => {
    const { receiver, send, sender } = await open();
    await send(2_500);
    expect(receiver.requests.map(({ lines }) => lines)).toEqual([1_000, 1_000, 500]);
    expect(new Set(receiver.requests.map(({ headers }) => headers['idempotency-key'])).size).toBe(3);
    expect(receiver.requests[0]?.headers['content-encoding']).toBe('gzip');
    expect(sender.counts).toEqual({ sent: 2_500, rejected: 0, abandoned: 0 });
  });

  it('the log sender retries a batch unchanged after a failure, so that no log is lost or stored twice', async () => {
    const faults: ReceiverFault[] = [
      { kind: 'drop-before' },
      { kind: 'drop-after' },
      { kind: 'status', status: 503, headers: { 'retry-after': '7' } },
      { kind: 'status', status: 429 },
    ];
    const { receiver, send, waits, sender } = await open((attempt) => faults[attempt]);
    await send(10);
    expect(receiver.logs.length).toBe(10);
    expect(new Set(receiver.requests.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
    expect(waits[2]).toBe(7_000);
    expect(waits[3]).toBe(6_000);
    expect(sender.counts.sent).toBe(10);
  });

  it('the log sender falls back to the format that an older service accepts, and keeps using it', async () => {
    const { receiver, send, problems } = await open((attempt) =>
      attempt < 2 ? { kind: 'status', status: 400 } : undefined,
    );
    await send(3);
    await send(2);
    expect(receiver.requests.map(({ headers }) => headers['content-encoding'])).toEqual([undefined, undefined]);
    expect(Object.keys(receiver.logs[0] ?? {})).toEqual([
      'status',
      'method',
      'url',
      'groupEmail',
      'timestamp',
      'request',
      'response',
    ]);
    expect(receiver.logs.length).toBe(5);
    expect(problems).toEqual([]);
  });

  it('the log sender tries no other format once a format is accepted', async () => {
    const body = JSON.stringify({ error: { details: [{ where: 'line 1' }] } });
    const { receiver, send } = await open((attempt) =>
      attempt === 1 ? { kind: 'status', status: 400, body } : undefined,
    );
    await send(2);
    await send(2);
    expect(receiver.requests.map(({ lines }) => lines)).toEqual([2, 1]);
    expect(new Set(receiver.requests.map(({ headers }) => headers['content-encoding']))).toEqual(new Set(['gzip']));
  });

  it('the log sender omits the lines that the service rejects, and sends the others', async () => {
    const body = JSON.stringify({ error: { details: [{ where: 'line 2.url' }, { where: 'line 3' }] } });
    const { receiver, send, sender, problems } = await open((attempt) =>
      attempt < 3 ? { kind: 'status', status: 400, body } : undefined,
    );
    await send(5);
    expect(receiver.logs.map(({ url }) => url.at(-1))).toEqual(['0', '3', '4']);
    expect(sender.counts).toEqual({ sent: 3, rejected: 2, abandoned: 0 });
    expect(problems.map(({ code }) => code)).toEqual(['logs-rejected']);
  });

  it('the log sender halves a batch that is too large', async () => {
    const { receiver, send } = await open((attempt) => (attempt < 3 ? { kind: 'status', status: 413 } : undefined));
    await send(8);
    expect(
      receiver.logs
        .map(({ url }) => url.at(-1))
        .sort()
        .join(''),
    ).toMatch(/^\d{7,8}$/);
  });

  it.each([
    [401, 'wrong-key'],
    [403, 'not-allowed'],
    [404, 'wrong-url-or-project'],
    [302, 'wrong-url-or-project'],
  ])(
    'the log sender reports status %i once as %s, keeps the logs, and sends them after the problem is fixed',
    async (status, code) => {
      const { receiver, send, problems } = await open((attempt) =>
        attempt < 4 ? { kind: 'status', status } : undefined,
      );
      await send(3);
      expect(problems.map((each) => each.code)).toEqual([code]);
      expect(problems[0]?.message).not.toContain('csk_');
      expect(receiver.logs.length).toBe(3);
    },
  );

  it('the log sender reports a wrong URL if the response is an unrelated page', async () => {
    const page: ReceiverFault = { kind: 'status', status: 200, body: '<html>' };
    const { receiver, send, problems } = await open((attempt) => (attempt < 1 ? page : undefined));
    await send(1);
    expect([receiver.logs.length, problems[0]?.code]).toEqual([1, 'wrong-url-or-project']);
  });

  it('the log sender reports an unavailable service once, and counts the logs dropped in the meantime', async () => {
    const { receiver, send, sender, problems } = await open(
      (attempt) => (attempt < 50 ? { kind: 'drop-before' } : undefined),
      20_000,
    );
    await send(100);
    expect(problems.map(({ code }) => code).sort()).toEqual(['logs-dropped', 'unreachable']);
    expect(receiver.logs.length + sender.queue.dropped).toBe(100);
    await send(1);
    const drops = receiver.requests.map(({ headers }) => Number(headers['context-sync-dropped'] ?? 0));
    expect(drops.reduce((sum, each) => sum + each, 0)).toBe(sender.queue.dropped);
  });
});
