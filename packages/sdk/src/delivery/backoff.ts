const FIRST_DELAY_MS = 1_000;
const MAX_DELAY_MS = 60_000;
/** If the service requests a longer delay, the next attempt is made after this time. */
const MAX_RETRY_AFTER_MS = 300_000;

/** Returns how long to wait before a retry: exponential with full jitter, never shorter than `Retry-After` asks. */
export function retryDelayMs(attempt: number, retryAfterMs: number | undefined, random: () => number): number {
  const ceiling = Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.min(attempt, 16));
  const jittered = ceiling / 2 + (random() * ceiling) / 2;
  return Math.max(jittered, Math.min(retryAfterMs ?? 0, MAX_RETRY_AFTER_MS));
}

/** Parses a `Retry-After` header: seconds or a date (RFC 9110). */
export function parseRetryAfterMs(value: string | null, now: number): number | undefined {
  if (value === null) return undefined;
  if (/^\s*\d{1,9}\s*$/.test(value)) return Number(value) * 1_000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
