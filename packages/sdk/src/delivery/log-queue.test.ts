import { describe, expect, it } from 'vitest';
import { sampleLog } from '../testing/sample-log.fixture.ts';
import { LogQueue, MAX_QUEUED_LOGS } from './log-queue.ts';

describe('the log queue', () => {
  it('returns logs in the order in which they came, whatever their status', () => {
    const queue = new LogQueue();
    for (let index = 0; index < 1_000; index += 1)
      queue.add(sampleLog({ status: 200 + (index % 4) * 100, url: `/${index}` }));
    const taken = [...queue.take(600, Number.POSITIVE_INFINITY), ...queue.take(600, Number.POSITIVE_INFINITY)];
    expect(taken.map(({ url }) => url)).toEqual(Array.from({ length: 1_000 }, (_, index) => `/${index}`));
    expect([queue.count, queue.bytes]).toEqual([0, 0]);
  });

  it('drops the oldest logs without an error first, then the oldest errors, and counts them', () => {
    const queue = new LogQueue();
    for (let index = 0; index < MAX_QUEUED_LOGS; index += 1) {
      queue.add(sampleLog({ status: index < 10 ? 500 : 200, url: `/${index}` }));
    }
    for (let index = 0; index < MAX_QUEUED_LOGS - 5; index += 1)
      queue.add(sampleLog({ status: 404, url: `/new/${index}` }));
    expect([queue.count, queue.dropped]).toEqual([MAX_QUEUED_LOGS, MAX_QUEUED_LOGS - 5]);
    const urls = queue.take(MAX_QUEUED_LOGS, Number.POSITIVE_INFINITY).map(({ url }) => url);
    expect(urls.slice(0, 7)).toEqual(['/5', '/6', '/7', '/8', '/9', '/new/0', '/new/1']);
  });

  it('stays within its size limit in bytes', () => {
    const queue = new LogQueue(100_000);
    const body = { text: 'x'.repeat(10_000), isJson: false, truncated: false };
    for (let index = 0; index < 100; index += 1) {
      queue.add(sampleLog({ status: 200, responseBody: body }));
      expect(queue.bytes).toBeLessThanOrEqual(100_000);
    }
    expect(queue.count + queue.dropped).toBe(100);
  });

  it('returns no more bytes than a batch may contain, but at least one log', () => {
    const queue = new LogQueue();
    const body = { text: 'x'.repeat(50_000), isJson: false, truncated: false };
    for (let index = 0; index < 5; index += 1) queue.add(sampleLog({ responseBody: body }));
    expect(queue.take(10, 1).length).toBe(1);
    expect(queue.take(10, 250_000).length).toBe(2);
  });
});
