import { setTimeout as sleep } from 'node:timers/promises';

/** Resolves as soon as a condition is true. If it never becomes true, the test fails with a timeout. */
export async function waitUntil(condition: () => boolean): Promise<void> {
  while (!condition()) await sleep(5);
}
