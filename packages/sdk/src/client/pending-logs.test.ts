import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CapturedLog } from '../log/captured-log.ts';
import { startReceiver } from '../testing/receiver.fixture.ts';
import { sampleLog } from '../testing/sample-log.fixture.ts';
import { CaptureClient } from './capture-client.ts';
import { PendingLogs } from './pending-logs.ts';

describe('logs that wait to be written', () => {
  let writtenLogs: CapturedLog[];
  let pendingLogs: PendingLogs;
  beforeEach(() => {
    vi.useFakeTimers();
    writtenLogs = [];
    pendingLogs = new PendingLogs((log) => void writtenLogs.push(log));
  });
  afterEach(() => void vi.useRealTimers());

  const addMany = (count: number, parts: Partial<CapturedLog> = {}) => {
    for (let index = 0; index < count; index += 1) pendingLogs.add(sampleLog({ startedAt: index, ...parts }));
  };

  it('pending logs are written once, in order, after a tenth of a second', () => {
    addMany(3);
    vi.advanceTimersByTime(99);
    expect(writtenLogs).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(writtenLogs.map(({ startedAt }) => startedAt)).toEqual([0, 1, 2]);
    vi.advanceTimersByTime(10_000);
    expect(writtenLogs).toHaveLength(3);
    addMany(1);
    vi.advanceTimersByTime(100);
    expect(writtenLogs).toHaveLength(4);
  });

  it('pending logs are written as soon as there are 64', () => {
    addMany(63);
    expect(writtenLogs).toHaveLength(0);
    addMany(1);
    expect(writtenLogs).toHaveLength(64);
    expect(vi.getTimerCount()).toBe(0);
  });

  it.each(['requestBody', 'responseBody'] as const)(
    'pending logs are written as soon as the bodies in %s have 65,536 characters',
    (property) => {
      const body = { text: 'x'.repeat(32_768), isJson: false, truncated: false };
      addMany(1, { [property]: body });
      expect(writtenLogs).toHaveLength(0);
      addMany(1, { [property]: body });
      expect(writtenLogs).toHaveLength(2);
      addMany(1, { [property]: body });
      expect(writtenLogs).toHaveLength(2);
    },
  );
});

describe('the logs of a client', () => {
  async function createClient() {
    const receiver = await startReceiver();
    const problems: string[] = [];
    const onError = ({ code }: { readonly code: string }) => void problems.push(code);
    const options = { url: receiver.url, project: 'octo-api', key: 'csk_1', hints: false, onError };
    return { receiver, problems, client: new CaptureClient(options) };
  }

  it('the stats of a client count pending logs', async () => {
    const { client } = await createClient();
    client.record(sampleLog());
    client.record(sampleLog());
    expect(client.stats()).toMatchObject({ queued: 2 });
    await client.close();
  });

  it.each(['flush', 'close'] as const)('the function %s sends pending logs', async (method) => {
    const { receiver, client } = await createClient();
    client.record(sampleLog());
    await client[method]();
    expect(receiver.logs).toHaveLength(1);
    await client.close();
  });

  it('the close function counts logs that are captured while it waits as abandoned', async () => {
    const { client } = await createClient();
    client.record(sampleLog());
    const closePromise = client.close();
    client.record(sampleLog());
    await closePromise;
    expect(client.stats()).toMatchObject({ sent: 1, abandoned: 1, queued: 0 });
  });

  it('logs are sent even if another log cannot be written', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const { receiver, problems, client } = await createClient();
    client.record(sampleLog());
    client.record({ ...sampleLog(), url: undefined as never });
    client.record(sampleLog());
    await client.close();
    expect(receiver.logs).toHaveLength(2);
    expect(problems).toEqual(['internal']);
    warn.mockRestore();
  });
});
