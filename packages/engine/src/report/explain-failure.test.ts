import { NetworkError } from '@context-sync/core';
import { expect, it } from 'vitest';
import { explain } from './explain-failure.ts';

function networkError(code: string): NetworkError {
  const cause = new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) });
  return new NetworkError(`GET /x failed: ${code}`, { request: 'GET /x', outcomeUnknown: false, cause });
}

it.each(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'])(
  'explain attributes a connection that broke (%s) to the service, not to base-url',
  (code) => {
    expect(explain(networkError(code))).toMatchObject([
      { subject: 'service', fix: expect.stringContaining('run the job again') },
    ]);
  },
);

it.each(['ECONNREFUSED', 'ENOTFOUND', 'EHOSTUNREACH'])(
  'explain attributes a connection that was never established (%s) to base-url',
  (code) => {
    expect(explain(networkError(code))).toMatchObject([
      { subject: 'base-url', fix: expect.stringContaining('check the URL') },
    ]);
  },
);
