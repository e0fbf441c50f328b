const MINUTE_MS = 60_000;
export const MINUTES_PER_HOUR = 60;
export const MINUTES_PER_DAY = 1_440;

/** Converts a time to minutes since 1970, rounded down. */
export function getMinute(time: string | number): number {
  return Math.floor(new Date(time).getTime() / MINUTE_MS);
}

/** Returns the first minute of the UTC day that contains a minute. */
export function getDayOfMinute(minute: number): number {
  return Math.floor(minute / MINUTES_PER_DAY) * MINUTES_PER_DAY;
}
