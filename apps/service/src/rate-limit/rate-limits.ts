import { HttpError } from '../errors/errors.ts';
import { type Quota, type Taken, TokenBuckets } from './token-buckets.ts';

/** What is limited; what is left out is not. */
export interface RateLimitOptions {
  /** For each API key. */
  readonly key?: Quota | undefined;
  /** For each address, of requests without a good key. */
  readonly anonymous?: Quota | undefined;
}

export interface RateLimits {
  /** Counts a request. @returns headers for its answer @throws HttpError where it is one too many */
  key(keyId: string): Readonly<Record<string, string>>;
  anonymous(address: string): Readonly<Record<string, string>>;
}

export function createRateLimits({ key, anonymous }: RateLimitOptions): RateLimits {
  return { key: limiter('key', key), anonymous: limiter('anonymous', anonymous) };
}

function limiter(policy: string, quota: Quota | undefined): (name: string) => Readonly<Record<string, string>> {
  if (!quota) return () => ({});
  const buckets = new TokenBuckets(quota);
  return (name) => {
    const taken = buckets.take(name);
    const headers = headersOf(policy, quota, taken);
    if (taken.granted) return headers;
    const wait = String(Math.max(1, Math.ceil(taken.wait)));
    throw new HttpError(
      'rate_limited',
      `More than ${quota.requests} requests in ${quota.window} seconds: go on in ${wait} s`,
      { headers: { ...headers, 'retry-after': wait } },
    );
  };
}

/** As of draft-ietf-httpapi-ratelimit-headers-10: two fields of structured items, one for each policy. */
function headersOf(policy: string, { requests, window }: Quota, { remaining, reset }: Taken) {
  return {
    'ratelimit-policy': `"${policy}";q=${requests};w=${window}`,
    ratelimit: `"${policy}";r=${remaining};t=${Math.ceil(reset)}`,
  };
}
