import { MINUTES_PER_DAY, MINUTES_PER_HOUR } from './traffic-delta.ts';

/** Lengths of the cells in minutes: a minute, an hour and a day. */
export const GRAINS = [1, MINUTES_PER_HOUR, MINUTES_PER_DAY] as const;
export type TimeGrain = (typeof GRAINS)[number];

/** A range in minutes since 1970. The end is exclusive. */
export interface MinuteRange {
  readonly from: number;
  readonly to: number;
}

/** A part of a range that is read from cells of one length. */
export interface RangeSegment extends MinuteRange {
  readonly grain: TimeGrain;
}

/** The first minutes since which the counts by minute and by hour are complete. */
export interface Resolution {
  readonly minutesSince: number;
  readonly hoursSince: number;
}

const floorToGrain = (minute: number, grain: number) => Math.floor(minute / grain) * grain;
const ceilToGrain = (minute: number, grain: number) => Math.ceil(minute / grain) * grain;

/** Extends a range to whole cells: minutes in the recent past, hours before that, and days in the more distant past. */
export function alignRange({ from, to }: MinuteRange, { minutesSince, hoursSince }: Resolution): MinuteRange {
  let [start, end] = [from, to];
  if (start < minutesSince) start = floorToGrain(start, MINUTES_PER_HOUR);
  if (start < hoursSince) start = floorToGrain(start, MINUTES_PER_DAY);
  if (floorToGrain(end, MINUTES_PER_HOUR) < minutesSince) end = ceilToGrain(end, MINUTES_PER_HOUR);
  if (floorToGrain(end, MINUTES_PER_DAY) < hoursSince) end = ceilToGrain(end, MINUTES_PER_DAY);
  return { from: start, to: end };
}

/** Splits an aligned range into whole days, and into hours and minutes at its ends. */
export function getSegments(range: MinuteRange): RangeSegment[] {
  return split(range, [MINUTES_PER_DAY, MINUTES_PER_HOUR, 1]).filter(({ from, to }) => from < to);
}

function split({ from, to }: MinuteRange, grains: readonly TimeGrain[]): RangeSegment[] {
  const [grain, ...finer] = grains;
  if (grain === undefined || from >= to) return [];
  const [start, end] = [ceilToGrain(from, grain), floorToGrain(to, grain)];
  if (start >= end) return split({ from, to }, finer);
  return [...split({ from, to: start }, finer), { grain, from: start, to: end }, ...split({ from: end, to }, finer)];
}

/** Extends a range to whole cells of the given length. */
export function alignToGrain({ from, to }: MinuteRange, grain: TimeGrain): MinuteRange {
  return { from: floorToGrain(from, grain), to: ceilToGrain(to, grain) };
}
