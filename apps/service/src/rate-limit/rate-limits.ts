import { HttpError } from '../errors/errors.ts';
import { type Quota, type RateLimitDecision, TokenBuckets } from './token-buckets.ts';

/** Quotas by type of caller; no quota means no limit. */
export interface RateLimitOptions {
  /** Per API key. */
  readonly key?: Quota | undefined;
  /** Per client address, for requests without a valid key. */
  readonly anonymous?: Quota | undefined;
}

export interface RateLimits {
  /** Counts a request. @returns response headers @throws HttpError if the quota is exceeded */
  key(keyId: string): Readonly<Record<string, string>>;
  anonymous(address: string): Readonly<Record<string, string>>;
}

export function createRateLimits({ key, anonymous }: RateLimitOptions): RateLimits {
  return { key: createLimiter('key', key), anonymous: createLimiter('anonymous', anonymous) };
}

function createLimiter(policy: string, quota: Quota | undefined): (name: string) => Readonly<Record<string, string>> {
  if (!quota) return () => ({});
  const buckets = new TokenBuckets(quota);
  return (name) => {
    const takeResult = buckets.take(name);
    const headers = headersOf(policy, quota, takeResult);
    if (takeResult.granted) return headers;
    const wait = String(Math.max(1, Math.ceil(takeResult.wait)));
    throw new HttpError(
      'rate_limited',
      `More than ${quota.requests} requests in ${quota.window} seconds: try again in ${wait} s`,
      { headers: { ...headers, 'retry-after': wait } },
    );
  };
}

/** Headers of draft-ietf-httpapi-ratelimit-headers-10, as structured fields with one item per policy. */
function headersOf(policy: string, { requests, window }: Quota, { remaining, reset }: RateLimitDecision) {
  return {
    'ratelimit-policy': `"${policy}";q=${requests};w=${window}`,
    ratelimit: `"${policy}";r=${remaining};t=${Math.ceil(reset)}`,
  };
}
