import { setTimeout as sleep } from 'node:timers/promises';
import type { CaptureHandle } from '../client/capture-client.ts';

/** The default of `flush` is for applications, which must not wait long. */
const FLUSH_TIMEOUT_MS = 120_000;

/** Resolves as soon as a condition is true. If it never becomes true, the test fails with a timeout. */
export async function waitUntil(condition: () => boolean): Promise<void> {
  while (!condition()) await sleep(5);
}

/** Resolves when the client of an application has received the hints. The receiver only knows that it has sent them. */
export async function waitForHints(capture: CaptureHandle | undefined): Promise<void> {
  const { stats } = requireClient(capture);
  await waitUntil(() => stats().hints > 0);
}

/** Sends all logs that the client of an application has queued. */
export async function flushAll(capture: CaptureHandle | undefined): Promise<void> {
  await requireClient(capture).flush(FLUSH_TIMEOUT_MS);
}

function requireClient(capture: CaptureHandle | undefined): CaptureHandle {
  if (capture === undefined) throw new Error('The application runs without the SDK.');
  return capture;
}
