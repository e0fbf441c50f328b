import type { Observer } from './seen-request.ts';

/** Writes a line of JSON for each request. */
export function requestLog(write: (line: string) => void): Observer {
  return () =>
    ({ seconds, ...seen }) =>
      write(
        JSON.stringify({
          time: new Date().toISOString(),
          level: seen.status >= 500 ? 'error' : 'info',
          message: 'request',
          ...seen,
          milliseconds: Math.round(seconds * 1e6) / 1e3,
        }),
      );
}

/** A defect as a line of JSON. */
export function defectLine(error: unknown): string {
  const { message, stack } = error instanceof Error ? error : { message: String(error), stack: undefined };
  return JSON.stringify({ time: new Date().toISOString(), level: 'error', message, stack });
}
