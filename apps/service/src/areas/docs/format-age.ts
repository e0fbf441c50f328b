const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

/** Formats how long ago a time was, in the largest suitable unit: `3 minutes ago`. After 30 days, returns the date. */
export function formatAge(time: string, now: number): string {
  const ago = now - Date.parse(time);
  if (ago < MINUTE_MS) return 'just now';
  if (ago < HOUR_MS) return formatUnits(Math.floor(ago / MINUTE_MS), 'minute');
  if (ago < DAY_MS) return formatUnits(Math.floor(ago / HOUR_MS), 'hour');
  if (ago < 30 * DAY_MS) return formatUnits(Math.floor(ago / DAY_MS), 'day');
  return `on ${time.slice(0, 10)}`;
}

const formatUnits = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'} ago`;
