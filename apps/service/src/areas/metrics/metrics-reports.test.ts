import { describe, expect, it } from 'vitest';
import { computeErrorRate, getChange, getDurationFigures } from './metrics-reports.ts';

describe('getChange', () => {
  it.each([
    [15, 10, 0.5],
    [0, 10, -1],
    [5, 0, null],
    [0, 0, null],
  ])('getChange compares %i requests with %i earlier ones and returns %s', (now, before, expected) => {
    expect(getChange(now, before)).toBe(expected);
  });
});

describe('computeErrorRate', () => {
  it('computeErrorRate returns the share of requests with status 4xx or 5xx', () => {
    expect(computeErrorRate({ n: 8, c4: 1, c5: 1 })).toBe(0.25);
  });

  it('computeErrorRate returns null if there are no requests', () => {
    expect(computeErrorRate({ n: 0, c4: 0, c5: 0 })).toBeNull();
  });
});

it('getDurationFigures returns null percentiles if there are no durations', () => {
  expect(getDurationFigures([''])).toEqual({ p50Ms: null, p95Ms: null, p99Ms: null, timed: 0 });
});
