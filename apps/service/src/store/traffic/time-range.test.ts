import { describe, expect, it } from 'vitest';
import { createRandom } from '../behavior/random.fixture.ts';
import { alignRange, getSegments } from './time-range.ts';

const DAY = 1_440;

describe('getSegments', () => {
  it('getSegments splits a range into whole days, with hours and minutes at both ends', () => {
    expect(getSegments({ from: DAY - 61, to: 3 * DAY + 62 })).toEqual([
      { grain: 1, from: DAY - 61, to: DAY - 60 },
      { grain: 60, from: DAY - 60, to: DAY },
      { grain: DAY, from: DAY, to: 3 * DAY },
      { grain: 60, from: 3 * DAY, to: 3 * DAY + 60 },
      { grain: 1, from: 3 * DAY + 60, to: 3 * DAY + 62 },
    ]);
  });

  it('getSegments covers each minute of a range once, in complete time buckets', () => {
    const random = createRandom(3);
    for (let round = 0; round < 2_000; round += 1) {
      const from = Math.floor(random() * 20 * DAY);
      const to = from + Math.floor(random() * 10 * DAY) + 1;
      const resolution = { minutesSince: Math.floor(random() * 30 * DAY), hoursSince: Math.floor(random() * 15 * DAY) };
      const range = alignRange({ from, to }, resolution);
      expect(range.from <= from && range.to >= to).toBe(true);
      let end = range.from;
      for (const segment of getSegments(range)) {
        expect(segment.from).toBe(end);
        expect([segment.from % segment.grain, segment.to % segment.grain]).toEqual([0, 0]);
        if (segment.grain === 1) expect(segment.from).toBeGreaterThanOrEqual(resolution.minutesSince);
        if (segment.grain === 60) expect(segment.from).toBeGreaterThanOrEqual(resolution.hoursSince);
        end = segment.to;
      }
      expect(end).toBe(range.to);
    }
  });
});
