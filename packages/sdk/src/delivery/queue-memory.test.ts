import { setImmediate as turn } from 'node:timers/promises';
import { expect, it, onTestFinished, vi } from 'vitest';
import { collectGarbage } from '../testing/collect-garbage.fixture.ts';
import { LogQueue } from './log-queue.ts';

/** Size of the buffers in which the queue stores the lines. */
const SEGMENT_BYTES = 262_144;

it('a queue that was full releases its memory when the logs have been sent', async () => {
  const segments: WeakRef<object>[] = [];
  const create = (target: typeof Uint8Array, args: [number]) => {
    const bytes = new target(...args);
    if (args.length === 1 && bytes.length === SEGMENT_BYTES) segments.push(new WeakRef(bytes));
    return bytes;
  };
  vi.stubGlobal('Uint8Array', new Proxy(Uint8Array, { construct: create }));
  onTestFinished(() => void vi.unstubAllGlobals());
  const queue = new LogQueue();
  for (let index = 0; index < 1_000; index += 1) queue.add('x'.repeat(10_000), false);
  const fullCount = segments.length;
  while (queue.count > 0) queue.take(100, 1_000_000);
  // A reference keeps its target alive until the current job ends.
  await turn();
  collectGarbage();
  expect(fullCount).toBeGreaterThan(30);
  expect(segments.filter((each) => each.deref() !== undefined).length).toBeLessThan(4);
  expect(queue.bytes).toBe(0);
});
