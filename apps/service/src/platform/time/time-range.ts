import { MINUTES_PER_DAY, MINUTES_PER_HOUR } from './minutes.ts';

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

/** A range and the previous range: the range of the same length that ends where this range starts. */
export interface ComparedPeriods {
  readonly current: MinuteRange;
  readonly previous: MinuteRange;
}

/**
 * Extends a range to whole cells, so that the range and the previous range of the same length can both be read exactly. The start of the previous
 * range is the oldest time, so it determines the length of the cells.
 */
export function alignPeriods(range: MinuteRange, { minutesSince, hoursSince }: Resolution): ComparedPeriods {
  const isReadable = (grain: TimeGrain): boolean => {
    const { from } = getPreviousRange(alignToGrain(range, grain));
    if (grain === 1) return floorToGrain(from, MINUTES_PER_HOUR) >= minutesSince;
    return grain === MINUTES_PER_DAY || floorToGrain(from, MINUTES_PER_DAY) >= hoursSince;
  };
  const current = alignToGrain(range, GRAINS.find(isReadable) ?? MINUTES_PER_DAY);
  return { current, previous: getPreviousRange(current) };
}

/** Returns the previous range: the range of the same length that ends where the given range starts. */
export function getPreviousRange({ from, to }: MinuteRange): MinuteRange {
  return { from: from - (to - from), to: from };
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
