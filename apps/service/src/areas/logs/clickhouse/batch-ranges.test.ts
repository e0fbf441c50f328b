import { describe, expect, it } from 'vitest';
import { getFirstNumber, LOGS_PER_BATCH } from '../batch-numbers.ts';
import { createBatchCondition, mergeBatches } from './batch-ranges.ts';

describe('ranges of batches', () => {
  it('adjacent batches are one range', () => {
    expect(mergeBatches([])).toEqual([]);
    expect(mergeBatches([1, 2, 3, 5, 8, 9])).toEqual([
      { first: 1, last: 3 },
      { first: 5, last: 5 },
      { first: 8, last: 9 },
    ]);
  });

  it('a few ranges are compared with the first and the last number of their logs', () => {
    expect(createBatchCondition([{ first: 1, last: 3 }])).toBe(
      `number BETWEEN ${getFirstNumber(1)} AND ${getFirstNumber(3) + LOGS_PER_BATCH - 1}`,
    );
    expect(createBatchCondition([])).toBe('false');
  });

  it('the shortest of many ranges are in one list', () => {
    const long = Array.from({ length: 100 }, (_, index) => ({ first: 10 * index, last: 10 * index + 5 }));
    const short = { first: 5_000, last: 5_001 };
    const condition = createBatchCondition([short, ...long]);
    expect(condition.split('BETWEEN')).toHaveLength(101);
    const [first, second] = [5_000, 5_001].map((batch) => getFirstNumber(batch) / LOGS_PER_BATCH);
    expect(condition).toContain(`OR intDiv(number, ${LOGS_PER_BATCH}) IN (${first}, ${second})`);
  });
});
