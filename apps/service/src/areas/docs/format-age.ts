const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

/** Formats how long ago a time was, in the largest suitable unit: `3 minutes ago`. After 30 days, returns the date. */
export function formatAge(time: string, now: number): string {
  const ageMs = now - Date.parse(time);
  if (ageMs < MINUTE_MS) return 'just now';
  if (ageMs < HOUR_MS) return formatUnits(Math.floor(ageMs / MINUTE_MS), 'minute');
  if (ageMs < DAY_MS) return formatUnits(Math.floor(ageMs / HOUR_MS), 'hour');
  if (ageMs < 30 * DAY_MS) return formatUnits(Math.floor(ageMs / DAY_MS), 'day');
  return `on ${time.slice(0, 10)}`;
}

const formatUnits = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'} ago`;
