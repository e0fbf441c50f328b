import { HttpError } from '../errors/errors.ts';
import { type Quota, type RateLimitDecision, TokenBuckets } from './token-buckets.ts';

/** Quotas by type of client. A client without a quota is not limited. */
export interface RateLimitOptions {
  /** Quota of each API key, except for capture keys. */
  readonly key?: Quota | undefined;
  /** Quota of each capture key. */
  readonly capture?: Quota | undefined;
  /** Quota of each client IP address, for requests without a valid key. */
  readonly anonymous?: Quota | undefined;
  /** Quota of each client IP address for sign-in attempts. Default: `SIGN_IN_QUOTA`. */
  readonly signIn?: Quota | undefined;
}

/** Sign-in attempts per IP address: enough for many typing errors, and too few to guess a secret. */
export const SIGN_IN_QUOTA: Quota = { requests: 20, window: 900 };

export interface RateLimits {
  /** Counts a request of a key. @returns response headers @throws HttpError if the request exceeds the quota */
  key(keyId: string): Readonly<Record<string, string>>;
  capture(keyId: string): Readonly<Record<string, string>>;
  anonymous(address: string): Readonly<Record<string, string>>;
  signIn(address: string): Readonly<Record<string, string>>;
}

export function createRateLimits({ key, capture, anonymous, signIn = SIGN_IN_QUOTA }: RateLimitOptions): RateLimits {
  return {
    key: createLimiter('key', key),
    capture: createLimiter('capture', capture),
    anonymous: createLimiter('anonymous', anonymous),
    signIn: createLimiter('sign-in', signIn),
  };
}

function createLimiter(policy: string, quota: Quota | undefined): (name: string) => Readonly<Record<string, string>> {
  if (!quota) return () => ({});
  const buckets = new TokenBuckets(quota);
  return (name) => {
    const takeResult = buckets.take(name);
    const headers = getHeaders(policy, quota, takeResult);
    if (takeResult.granted) return headers;
    const wait = String(Math.max(1, Math.ceil(takeResult.wait)));
    throw new HttpError(
      'rate_limited',
      `More than ${quota.requests} requests in ${quota.window} seconds: try again in ${wait} s`,
      { headers: { ...headers, 'retry-after': wait } },
    );
  };
}

/** Creates the headers of draft-ietf-httpapi-ratelimit-headers-10, which are structured fields with one item per policy. */
function getHeaders(policy: string, { requests, window }: Quota, { remaining, reset }: RateLimitDecision) {
  return {
    'ratelimit-policy': `"${policy}";q=${requests};w=${window}`,
    ratelimit: `"${policy}";r=${remaining};t=${Math.ceil(reset)}`,
  };
}
