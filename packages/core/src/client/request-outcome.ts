import type { ResponseHeaders } from './api-response.ts';

/** Error codes of failures that occur before any byte of the request is sent. */
const CONNECT_FAILURE_CODES = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'CONNECT_TIMEOUT',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

/** Returns whether an attempt failed before it reached the server. */
export function isConnectFailure(error: unknown): boolean {
  for (let cause: unknown = error, depth = 0; cause instanceof Error && depth < 8; cause = cause.cause, depth += 1) {
    if (cause instanceof AggregateError) return cause.errors.length > 0 && cause.errors.every(isConnectFailure);
    const { code, syscall } = cause as Error & { code?: string; syscall?: string };
    if (code && CONNECT_FAILURE_CODES.has(code)) {
      return syscall === undefined || syscall === 'connect' || syscall === 'getaddrinfo';
    }
  }
  return false;
}

/** Statuses of redirects that require the same request to another URL. After 302 and 303, the server may have executed the write. */
const REDIRECT_STATUSES = new Set([301, 307, 308]);

/**
 * Returns whether a response means that the server did not execute the write: a redirect to another URL, a client error, or a temporary rejection
 * (429, or 503 with Retry-After). After 408, any other 3xx and any other 5xx, the outcome is unknown.
 */
export function isRejected(status: number, headers: ResponseHeaders): boolean {
  if (status >= 500) return status === 503 && headers.has('retry-after');
  return status < 400 ? REDIRECT_STATUSES.has(status) : status !== 408;
}
