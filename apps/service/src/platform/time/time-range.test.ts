import { describe, expect, it } from 'vitest';
import { createRandom } from '../database/behavior/random.fixture.ts';
import { alignPeriods, getSegments } from './time-range.ts';

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

  it('the time buckets of a range and of the equally long previous range contain each minute once', () => {
    const random = createRandom(3);
    for (let round = 0; round < 2_000; round += 1) {
      const from = (40 + Math.floor(random() * 20)) * DAY + Math.floor(random() * DAY);
      const to = from + Math.floor(random() * 10 * DAY) + 1;
      // Counts by hour are kept longer than counts by minute.
      const minutesSince = Math.floor((30 + random() * 40) * DAY);
      const resolution = { minutesSince, hoursSince: minutesSince - Math.floor(random() * 30 * DAY) };
      const { current, previous } = alignPeriods({ from, to }, resolution);
      expect(current.from <= from && current.to >= to).toBe(true);
      expect(previous).toEqual({ from: 2 * current.from - current.to, to: current.from });
      let end = previous.from;
      for (const segment of [...getSegments(previous), ...getSegments(current)]) {
        expect(segment.from).toBe(end);
        expect([segment.from % segment.grain, segment.to % segment.grain]).toEqual([0, 0]);
        if (segment.grain === 1) expect(segment.from).toBeGreaterThanOrEqual(resolution.minutesSince);
        if (segment.grain === 60) expect(segment.from).toBeGreaterThanOrEqual(resolution.hoursSince);
        end = segment.to;
      }
      expect(end).toBe(current.to);
    }
  });
});
