import { quoteText } from '../errors/describe-value.ts';
import { createInvalidRequestError } from '../errors/invalid-request.ts';
import { getMinute } from './minutes.ts';
import { clampTime, parseTime, TIME_RULE } from './parse-time.ts';
import type { MinuteRange, Resolution, TimeGrain } from './time-range.ts';

const MINUTE_MS = 60_000;
const HOUR_MINUTES = 60;
const DAY_MINUTES = 1_440;
/** Maximum range of a query in days, which is 10 years. */
export const MAX_RANGE_DAYS = 3_660;
const MAX_POINTS = 1_500;
/** Maximum number of minutes in a range for which the interval `auto` selects minutes. */
const AUTO_MINUTES = 180;
const AUTO_HOURS = 31 * 24;

export const INTERVALS = ['minute', 'hour', 'day'] as const;
export type Interval = (typeof INTERVALS)[number];
const GRAIN_BY_INTERVAL: Readonly<Record<Interval, TimeGrain>> = { minute: 1, hour: HOUR_MINUTES, day: DAY_MINUTES };

/**
 * Parses the range of a query. Default: the last 24 hours.
 * @throws HttpError
 */
export function parsePeriod(
  { since = '-24h', until }: { since?: string | undefined; until?: string | undefined },
  now: number,
): MinuteRange {
  const to = until === undefined ? getMinute(now) + 1 : Math.ceil(getTime('until', until, now) / MINUTE_MS);
  const startMinute = Math.floor(getTime('since', since, now) / MINUTE_MS);
  if (startMinute >= to) {
    throw createRangeError(
      'since',
      `must be before until: the range from ${formatMinute(startMinute)} to ${formatMinute(to)} is empty`,
    );
  }
  if (to - startMinute > MAX_RANGE_DAYS * DAY_MINUTES) {
    throw createRangeError(
      'since',
      `is ${Math.floor((to - startMinute) / DAY_MINUTES)} days before until; the maximum is ${MAX_RANGE_DAYS}: use ${formatMinute(to - MAX_RANGE_DAYS * DAY_MINUTES)} or later`,
    );
  }
  return { from: startMinute, to };
}

/**
 * Returns the cell length (interval) of a time series.
 * @throws HttpError that suggests a suitable interval
 */
export function getGrain(
  interval: Interval | 'auto',
  range: MinuteRange,
  { minutesSince, hoursSince }: Resolution,
): TimeGrain {
  const fitsRange = (each: Interval) =>
    getPoints(range, GRAIN_BY_INTERVAL[each]) <= MAX_POINTS &&
    (each !== 'minute' || range.from >= minutesSince) &&
    (each !== 'hour' || range.from >= hoursSince);
  if (interval === 'auto') {
    if (fitsRange('minute') && getPoints(range, 1) <= AUTO_MINUTES) return 1;
    return fitsRange('hour') && getPoints(range, HOUR_MINUTES) <= AUTO_HOURS ? HOUR_MINUTES : DAY_MINUTES;
  }
  if (fitsRange(interval)) return GRAIN_BY_INTERVAL[interval];
  const fittingInterval = INTERVALS.find(fitsRange);
  const fix = fittingInterval ? `use interval=${fittingInterval}` : `use a range of at most ${MAX_POINTS} days`;
  const points = getPoints(range, GRAIN_BY_INTERVAL[interval]);
  if (points > MAX_POINTS) {
    throw createRangeError(
      'interval',
      `"${interval}" results in ${points} points; the maximum is ${MAX_POINTS}: ${fix}`,
    );
  }
  const firstMinute = formatMinute(interval === 'minute' ? minutesSince : hoursSince);
  throw createRangeError('interval', `"${interval}" is only available since ${firstMinute}: ${fix}, or a later since`);
}

export function computeInterval(grain: TimeGrain): Interval {
  return INTERVALS.find((interval) => GRAIN_BY_INTERVAL[interval] === grain) ?? 'day';
}

/** Formats a minute as an ISO 8601 time, clamped to the years 1 to 9999. */
export function formatMinute(minute: number): string {
  return new Date(clampTime(minute * MINUTE_MS)).toISOString();
}

function getPoints({ from, to }: MinuteRange, grain: TimeGrain): number {
  return Math.ceil(to / grain) - Math.floor(from / grain);
}

function getTime(name: string, text: string, now: number): number {
  const time = parseTime(text, now);
  if (time === undefined) throw createRangeError(name, `${TIME_RULE} (got ${quoteText(text)})`);
  return time;
}

function createRangeError(name: string, message: string) {
  return createInvalidRequestError([{ where: `query.${name}`, message }]);
}
