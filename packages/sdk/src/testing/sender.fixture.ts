import { setImmediate as turn } from 'node:timers/promises';
import { vi } from 'vitest';
import { LogQueue } from '../delivery/log-queue.ts';
import { LogSender } from '../delivery/log-sender.ts';
import { createLogWriter } from '../log/log-writer.ts';
import { type CaptureProblem, resolveOptions } from '../options.ts';
import { createProblemReport } from '../report-problem.ts';
import { sampleLog } from './sample-log.fixture.ts';

/** A timeout for `flush` that is longer than the timeout of the test. */
const NO_TIMEOUT_MS = 99_999_999;

/**
 * Creates a sender whose waits take no time. If `Date` is replaced by a fake, it advances by each wait.
 * @param onWait called for each wait before a retry instead of the default
 */
export function createSender(url: string, onWait?: (ms: number, signal: AbortSignal) => Promise<void>) {
  const problems: CaptureProblem[] = [];
  const waits: number[] = [];
  const { settings } = resolveOptions({
    url,
    project: 'octo-api',
    key: 'csk_test',
    onError: (each) => problems.push(each),
  });
  const wait = async (ms: number, signal: AbortSignal) => {
    if (ms === NO_TIMEOUT_MS) return new Promise<void>(() => undefined);
    waits.push(ms);
    if (vi.isFakeTimers()) vi.setSystemTime(Date.now() + ms);
    await (onWait?.(ms, signal) ?? turn());
  };
  const write = createLogWriter([], 'test');
  const environment = { random: () => 0.5, wait };
  const sender = new LogSender(settings, createProblemReport(settings.onError), environment, new LogQueue());
  const add = (count: number) => {
    for (let index = 0; index < count; index += 1) {
      sender.add(write(sampleLog({ url: `https://api.example.com/${index}` })), false);
    }
  };
  const flush = () => sender.flush(NO_TIMEOUT_MS);
  const send = async (count: number) => {
    add(count);
    await flush();
  };
  return { sender, add, flush, send, problems, waits };
}
