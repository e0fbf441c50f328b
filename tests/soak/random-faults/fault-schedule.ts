import type { FaultDecider, ProxyFault, Random } from '@context-sync/testkit';

const HTML = { 'content-type': 'text/html; charset=utf-8' };
const PAGE = '<!doctype html><html><head><title>Sign in</title></head><body><h1>Sign in to go on</h1></body></html>';
/** An error page with a size of some megabytes. */
const LONG_PAGE = `${PAGE}${'<p>Something went wrong.</p>'.repeat(150_000)}`;
const AFTER_A_SECOND = { 'retry-after': '1' };
/** The time in milliseconds without a response before the connection is closed. The action itself would wait for 30 seconds. */
const SILENCE_MS = 250;

export type Faults = Readonly<Record<string, ProxyFault>>;

/** The faults of a network, a gateway or an overloaded server. */
export const NETWORK_FAULTS: Faults = {
  'reset before': 'request-lost',
  'reset after': 'response-lost',
  'timeout before': { silentFor: SILENCE_MS },
  'timeout after': { silentFor: SILENCE_MS, afterPassing: true },
  '429': { status: 429 },
  '429 with Retry-After': { status: 429, headers: AFTER_A_SECOND },
  '500': { status: 500 },
  '500 after': { status: 500, afterPassing: true },
  '502 page': { status: 502, headers: HTML, body: PAGE },
  '502 page after': { status: 502, headers: HTML, body: PAGE, afterPassing: true },
  '503': { status: 503 },
  '503 with Retry-After': { status: 503, headers: AFTER_A_SECOND },
  '503 after': { status: 503, afterPassing: true },
  slow: { slowBy: 400 },
  truncated: 'truncated',
  oversized: 'oversized',
  'oversized error': { status: 500, headers: HTML, body: LONG_PAGE },
};

/** Web pages with status 200, which a proxy that requires a sign-in returns. */
export const SIGN_IN_PAGES: Faults = {
  'page in its place': { status: 200, headers: HTML, body: PAGE },
  'page after': { status: 200, headers: HTML, body: PAGE, afterPassing: true },
};

/** Applies random faults to requests while it is active. */
export class FaultSchedule {
  readonly #random: Random;
  readonly #share: number;
  readonly #faults: Faults;
  #count = 0;
  isActive = false;

  /** Creates a fault schedule. @param share fraction of the requests that get a fault */
  constructor(random: Random, share: number, faults: Faults) {
    this.#random = random;
    this.#share = share;
    this.#faults = faults;
  }

  /** The number of requests that got a fault. */
  get count(): number {
    return this.#count;
  }

  readonly decide: FaultDecider = () => {
    if (!this.isActive || !this.#random.chance(this.#share)) return 'none';
    this.#count += 1;
    return this.#faults[this.#random.pick(Object.keys(this.#faults))] ?? 'none';
  };
}
