import { setTimeout as sleep } from 'node:timers/promises';

/** Resolves as soon as a condition is true; otherwise the test fails by its own timeout. */
export async function waitUntil(condition: () => boolean): Promise<void> {
  while (!condition()) await sleep(5);
}
