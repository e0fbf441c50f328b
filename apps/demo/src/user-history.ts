const DAY_MS = 86_400_000;
const URL = 'https://api.example.com/pets';

/** A captured request in the form in which a batch of logs contains it. */
export interface ImportedLog {
  readonly timestamp: string;
  readonly method: string;
  readonly url: string;
  readonly status: number;
  readonly groupEmail: string;
  readonly durationMs: number;
  readonly errorCode?: string;
}

/** A user who has stopped calling. */
export const SILENT_USER = 'ann@acme.example';
/** A user who called every day without errors until this week. */
export const FAILING_USER = 'bot@zoo.example';
/** A user who calls every day without errors. */
const STEADY_USER = 'kim@farm.example';

/** Returns a month of requests of three users up to yesterday, so that all requests are in the past at any time of the day. */
export function createMonthOfRequests(now: number): ImportedLog[] {
  const today = Math.floor(now / DAY_MS) * DAY_MS;
  const getRequests = (groupEmail: string, daysAgo: number, count: number): ImportedLog[] =>
    Array.from({ length: count }, (_, hour) => ({
      timestamp: new Date(today - daysAgo * DAY_MS + hour * 3_600_000).toISOString(),
      method: 'POST',
      url: URL,
      status: 201,
      groupEmail,
      durationMs: 20 + hour,
    }));
  const toFailedLog = (log: ImportedLog): ImportedLog => ({ ...log, status: 422, errorCode: 'invalid_weight' });
  return Array.from({ length: 30 }, (_, index) => 30 - index).flatMap((daysAgo) => [
    ...getRequests(STEADY_USER, daysAgo, 5),
    ...(daysAgo >= 10 ? getRequests(SILENT_USER, daysAgo, 8) : []),
    ...getRequests(FAILING_USER, daysAgo, 10).map((log, index) =>
      daysAgo <= 6 && index % 5 < 3 ? toFailedLog(log) : log,
    ),
  ]);
}
