import { z } from 'zod';

const MINUTE_MS = 60_000;
const UNIT_MINUTES: Readonly<Record<string, number>> = { m: 1, h: 60, d: 1_440 };
const RELATIVE_TIME = /^-(\d{1,6})([mhd])$/;
/** The databases store the years 1 to 9999. Other times are clamped to the first or the last minute. */
const MIN_TIME = Date.parse('0001-01-01T00:00:00Z');
const MAX_TIME = Date.parse('9999-12-31T23:59:00Z');
/** Schema of an absolute time. In contrast to `Date.parse`, it rejects days that do not exist, such as 30 February. */
const absoluteTime = z.iso.datetime({ offset: true });

/** Maximum length of a time in a request. No notation of a time in milliseconds or microseconds is longer. */
const MAX_TIME_CHARS = 40;
/** The rule for all times in requests, which error messages contain. */
export const TIME_RULE =
  'must be a time with an offset, such as 2026-03-01T10:00:00Z, or relative, such as -30m, -24h or -7d';

/**
 * Parses an absolute time with an offset, or a time relative to now such as `-24h`.
 * @returns milliseconds since 1970, within the years 1 to 9999; undefined if the text is not a time
 */
export function parseTime(text: string, now: number): number | undefined {
  if (text.length > MAX_TIME_CHARS) return undefined;
  const [, amount, unit = ''] = RELATIVE_TIME.exec(text) ?? [];
  if (amount !== undefined) return clampTime(now - Number(amount) * (UNIT_MINUTES[unit] ?? 0) * MINUTE_MS);
  // RFC 3339 requires seconds, but people often omit them.
  const complete = text.replace(/(T\d\d:\d\d)(?=Z$|[+-]\d\d:\d\d$)/, '$1:00');
  return absoluteTime.safeParse(complete).success ? clampTime(Date.parse(text)) : undefined;
}

/** Clamps a time to the years 1 to 9999. */
export function clampTime(time: number): number {
  return Math.min(Math.max(time, MIN_TIME), MAX_TIME);
}
