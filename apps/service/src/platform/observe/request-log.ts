import type { RequestObserver } from './request-observer.ts';

/** Creates an observer that logs each request as one line of JSON. */
export function createRequestLog(write: (line: string) => void): RequestObserver {
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
