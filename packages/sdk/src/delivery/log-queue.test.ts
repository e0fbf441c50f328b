import { Random } from '@context-sync/testkit';
import { describe, expect, it } from 'vitest';
import type { LogBatch } from './log-batch.ts';
import { LogQueue, MAX_QUEUED_LOGS } from './log-queue.ts';

const getLines = ({ bytes }: LogBatch): string[] => new TextDecoder().decode(bytes).split('\n').slice(0, -1);

describe('the log queue', () => {
  it('the log queue returns logs in the order in which they were added, regardless of their status', () => {
    const queue = new LogQueue();
    for (let index = 0; index < 1_000; index += 1) queue.add(`/${index}`, index % 4 > 1);
    const takenBatches = [queue.take(600, 1_000_000), queue.take(600, 1_000_000)];
    expect(takenBatches.map(({ count }) => count)).toEqual([600, 400]);
    expect(takenBatches.flatMap(getLines)).toEqual(Array.from({ length: 1_000 }, (_, index) => `/${index}`));
    expect([queue.count, queue.bytes]).toEqual([0, 0]);
  });

  it('the log queue drops the oldest logs without an error first, then the oldest errors, and counts them', () => {
    const queue = new LogQueue();
    for (let index = 0; index < MAX_QUEUED_LOGS; index += 1) queue.add(`/${index}`, index < 10);
    for (let index = 0; index < MAX_QUEUED_LOGS - 5; index += 1) queue.add(`/new/${index}`, true);
    expect([queue.count, queue.dropped]).toEqual([MAX_QUEUED_LOGS, MAX_QUEUED_LOGS - 5]);
    const lines = getLines(queue.take(MAX_QUEUED_LOGS, 1_000_000));
    expect(lines.slice(0, 7)).toEqual(['/5', '/6', '/7', '/8', '/9', '/new/0', '/new/1']);
  });

  it('the log queue drops a new log without an error if only errors are queued', () => {
    const queue = new LogQueue(20);
    for (const line of ['error 1', 'error 2']) queue.add(line, true);
    expect(queue.add('success', false)).toBe(false);
    expect(queue.dropped).toBe(1);
    expect(getLines(queue.take(10, 100))).toEqual(['error 1', 'error 2']);
  });

  it('the log queue stays within its size limit in bytes, and drops a log that exceeds the limit', () => {
    const queue = new LogQueue(100_000);
    for (let index = 0; index < 100; index += 1) {
      queue.add('ü'.repeat(5_000), false);
      expect(queue.bytes).toBeLessThanOrEqual(100_000);
    }
    expect(queue.count).toBe(9);
    queue.add('x'.repeat(100_000), true);
    expect([queue.count, queue.dropped]).toEqual([0, 101]);
  });

  it('the log queue returns no more bytes than a batch may contain, but at least one log', () => {
    const queue = new LogQueue();
    for (let index = 0; index < 5; index += 1) queue.add('x'.repeat(50_000), false);
    expect(queue.take(10, 1).count).toBe(1);
    expect(queue.take(10, 110_000).count).toBe(2);
  });

  it.each([1, 2, 3])(
    'the log queue keeps every byte of lines of any length, regardless of how they are added and taken (seed %i)',
    (seed) => {
      const random = new Random(seed);
      const queue = new LogQueue(1_500_000);
      let expected: { line: string; isError: boolean }[] = [];
      for (let step = 0; step < 400; step += 1) {
        const line = random.pick(['a', 'ü', '\u{1F436}']).repeat(random.getInteger(1, 9_000)) + step;
        const isError = random.chance(0.2);
        const { dropped } = queue;
        queue.add(line, isError);
        expected.push({ line, isError });
        for (let drops = queue.dropped - dropped; drops > 0; drops -= 1) {
          const oldest = expected.findIndex((each) => !each.isError);
          expected.splice(Math.max(oldest, 0), 1);
        }
        if (!random.chance(0.05)) continue;
        const taken = getLines(queue.take(random.getInteger(1, 40), 400_000));
        expect(taken).toEqual(expected.slice(0, taken.length).map((each) => each.line));
        expected = expected.slice(taken.length);
      }
      expect(getLines(queue.take(1_000, 1_500_000))).toEqual(expected.map(({ line }) => line));
      expect([queue.count, queue.bytes]).toEqual([0, 0]);
    },
  );
});

describe('a batch of logs', () => {
  const queue = new LogQueue();
  for (const line of ['first', 'zweite ü', '', 'last']) queue.add(line, false);
  const batch = queue.take(10, 100);

  it('a batch of logs is split between lines', () => {
    expect([batch.slice(0, 2), batch.slice(2, 4)].map(getLines)).toEqual([
      ['first', 'zweite ü'],
      ['', 'last'],
    ]);
    expect(getLines(batch.slice(1, 4).slice(1, 3))).toEqual(['', 'last']);
  });

  it('a batch of logs omits the specified lines', () => {
    expect(getLines(batch.omitLines(new Set([1, 3])))).toEqual(['zweite ü', 'last']);
    expect(getLines(batch.slice(1, 4).omitLines(new Set([1])))).toEqual(['', 'last']);
    expect(batch.omitLines(new Set()).count).toBe(4);
  });
});
