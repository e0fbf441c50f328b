import { describe, expect, it } from 'vitest';
import { countNextInsert, MAX_BYTES_PER_INSERT, MAX_LOGS_PER_INSERT } from './copy-queue.ts';

const repeat = (count: number, size: number) => Array.from({ length: count }, () => size);
const half = MAX_BYTES_PER_INSERT / 2;

describe('countNextInsert', () => {
  it.each([
    ['no log', [], true, 0],
    ['fewer logs than the maximum, and no more follow', repeat(3, 1), true, 3],
    ['fewer logs than the maximum, and more can follow', repeat(3, 1), false, 0],
    ['the maximum number of logs', repeat(MAX_LOGS_PER_INSERT, 1), false, MAX_LOGS_PER_INSERT],
    ['more logs than the maximum', repeat(MAX_LOGS_PER_INSERT + 1, 1), true, MAX_LOGS_PER_INSERT],
    ['exactly the maximum size, and more can follow', [half, half], false, 0],
    ['more than the maximum size', [half, half, 1], false, 2],
    ['a single log that is too large', [MAX_BYTES_PER_INSERT + 1, 1], false, 1],
  ])('with %s, an insert contains the expected number of logs', (_name, sizes, isComplete, count) => {
    expect(countNextInsert(sizes, isComplete)).toBe(count);
  });
});
