import { expect, it } from 'vitest';
import { measureUsedMemory } from '../testing/collect-garbage.fixture.ts';
import { LogQueue } from './log-queue.ts';

it('a queue that was full releases most of its memory when the logs have been sent', async () => {
  const queue = new LogQueue();
  const line = 'x'.repeat(10_000);
  for (let index = 0; index < 1_000; index += 1) queue.add(line, false);
  const full = measureUsedMemory();
  while (queue.count > 0) queue.take(100, 1_000_000);
  // V8 frees the buffers of collected objects later, in a task of its own.
  await expect.poll(() => full - measureUsedMemory(), { timeout: 20_000 }).toBeGreaterThan(6_000_000);
  expect(queue.bytes).toBe(0);
});
