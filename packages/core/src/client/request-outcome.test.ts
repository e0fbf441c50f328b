import { describe, expect, it } from 'vitest';
import { isConnectFailure, isRejected } from './request-outcome.ts';

function failure(code: string, syscall?: string): Error {
  return Object.assign(new Error(code), { code, ...(syscall === undefined ? {} : { syscall }) });
}

/** Returns the error that `fetch` throws for a failed connection, with the connection's own error as its cause. */
const fetchFailed = (cause: unknown) => new TypeError('fetch failed', { cause });

const refusedError = failure('ECONNREFUSED', 'connect');
const unreachable = failure('EHOSTUNREACH', 'connect');
const reset = failure('ECONNRESET', 'read');

describe('isConnectFailure', () => {
  it.each<[string, Error]>([
    ['the connection was refused', refusedError],
    ['the name was not found', failure('ENOTFOUND', 'getaddrinfo')],
    ['the certificate was rejected', failure('CERT_HAS_EXPIRED')],
    ['connecting took too long', failure('UND_ERR_CONNECT_TIMEOUT')],
    ['the connection of a write took too long', failure('CONNECT_TIMEOUT')],
    ['the connections to all IP addresses of a host failed', new AggregateError([refusedError, unreachable])],
  ])('isConnectFailure returns true when %s', (_why, cause) => {
    expect([isConnectFailure(cause), isConnectFailure(fetchFailed(cause))]).toEqual([true, true]);
  });
});

describe('isConnectFailure for an attempt that may have been sent', () => {
  it.each<[string, unknown]>([
    ['the connection was reset', reset],
    ['the host became unreachable while the request was written', failure('EHOSTUNREACH', 'write')],
    ['the connections to only some IP addresses of a host failed', new AggregateError([refusedError, reset])],
    [
      'the connection to the first IP address of a host failed for another reason',
      new AggregateError([reset, refusedError]),
    ],
    ['the error contains no IP address', new AggregateError([])],
    ['the error is unknown', new Error('broken')],
    ['it is not an error', 'ECONNREFUSED'],
  ])('isConnectFailure returns false when %s', (_why, cause) => {
    expect([isConnectFailure(cause), isConnectFailure(fetchFailed(cause))]).toEqual([false, false]);
  });
});

it.each([
  [301, {}, true],
  [302, {}, false],
  [303, {}, false],
  [307, {}, true],
  [308, {}, true],
  [400, {}, true],
  [404, {}, true],
  [408, {}, false],
  [409, {}, true],
  [422, {}, true],
  [429, {}, true],
  [500, {}, false],
  [502, {}, false],
  [503, {}, false],
  [503, { 'retry-after': '5' }, true],
  [504, { 'retry-after': '5' }, false],
])('isRejected for status %i with the headers %j returns %s', (status, headers, expected) => {
  expect(isRejected(status, new Headers(headers))).toBe(expected);
});
