/** Codes of failures that come before a single byte of the request is sent. */
const BEFORE_SENDING = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

/** Whether a failed attempt surely never reached the server. */
export function neverSent(error: unknown): boolean {
  for (let cause: unknown = error, depth = 0; cause instanceof Error && depth < 8; cause = cause.cause, depth += 1) {
    if (cause instanceof AggregateError) return cause.errors.length > 0 && cause.errors.every(neverSent);
    const { code, syscall } = cause as Error & { code?: string; syscall?: string };
    if (code && BEFORE_SENDING.has(code)) {
      return syscall === undefined || syscall === 'connect' || syscall === 'getaddrinfo';
    }
  }
  return false;
}

/** Redirects that ask to send the same request elsewhere; after 302 and 303 the write may have been carried out. */
const MOVED = new Set([301, 307, 308]);

/**
 * Whether an answer says that the write was not carried out: moved elsewhere, refused (4xx), or "not now" (429, 503 with Retry-After).
 * 408, the other 3xx and the other 5xx leave it open.
 */
export function saysNotDone(status: number, headers: Headers): boolean {
  if (status >= 500) return status === 503 && headers.has('retry-after');
  return status < 400 ? MOVED.has(status) : status !== 408;
}
