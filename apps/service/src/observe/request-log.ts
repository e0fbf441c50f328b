import type { Observer } from './request-observer.ts';

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
