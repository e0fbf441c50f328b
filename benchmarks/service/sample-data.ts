/**
 * This module generates captured requests and context items. They depend only on their number and on the day, so they
 * are the same in every run of a day.
 */

export interface GeneratedLog {
  readonly status: number;
  readonly method: string;
  readonly url: string;
  readonly groupEmail: string | null;
  readonly timestamp: string;
  readonly durationMs: number;
  readonly route: string;
  readonly userAgent: string;
  readonly errorCode: string | null;
  readonly environment: string;
  readonly traceId: null;
  readonly recoveryHintId: null;
  readonly request: unknown;
  readonly response: unknown;
}

const DAY_MS = 86_400_000;
/** The time span of the captured requests: ninety days. */
const SPAN_MS = 90 * DAY_MS;
/**
 * The time of the newest log in milliseconds since 1970: the start of today, because the measured metrics cover the
 * last days.
 */
export const NEWEST_LOG_MS = Math.floor(Date.now() / DAY_MS) * DAY_MS;

const RESOURCES = ['pets', 'orders', 'users', 'invoices', 'carts', 'payments', 'stores', 'events', 'teams', 'webhooks'];
const METHODS: readonly (readonly [string, number])[] = [
  ['GET', 0.7],
  ['POST', 0.2],
  ['PUT', 0.06],
  ['DELETE', 0.039],
  ['PATCH', 0.001],
];
const STATUSES: readonly (readonly [number, number])[] = [
  [200, 0.8],
  [201, 0.1],
  [404, 0.06],
  [400, 0.03],
  [500, 0.0099],
  [503, 0.0001],
];

/** Returns a pseudo-random number from 0 to 1 that depends only on a number and a purpose. */
export function getPseudoRandom(number: number, salt: number): number {
  let hash = Math.imul(number ^ Math.imul(salt, 0x9e3779b1), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  hash ^= hash >>> 16;
  return (hash >>> 0) / 2 ** 32;
}

function pickWeighted<T>(choices: readonly (readonly [T, number])[], position: number): T {
  let remainingWeight = position;
  for (const [value, share] of choices) {
    remainingWeight -= share;
    if (remainingWeight < 0) return value;
  }
  const [[first] = []] = choices;
  if (first === undefined) throw new Error('no choice given');
  return first;
}

/** Returns the email address of a team. A few teams send most of the requests. */
export function getEmail(number: number): string {
  return `team-${Math.floor(500 * getPseudoRandom(number, 4) ** 3)}@example.com`;
}

/** Returns a URL segment that occurs in only one URL. */
export function getToken(number: number): string {
  return Math.floor(getPseudoRandom(number, 7) * 2 ** 32)
    .toString(16)
    .padStart(8, '0')
    .concat(number.toString(16));
}

/** A text that occurs in few URLs, although its trigrams are frequent. */
export const RARE_TEXT = 'pets/orders/users';
const RARE_TEXT_INTERVAL = 20_000;

/**
 * Returns the path of a URL with one resource. Every third path has two resources, and a few paths contain `RARE_TEXT`.
 */
function getPath(number: number): string {
  const pickResource = (salt: number) => RESOURCES[Math.floor(getPseudoRandom(number, salt) ** 2 * RESOURCES.length)];
  if (number % RARE_TEXT_INTERVAL === 7) return `${RARE_TEXT}/${getToken(number)}`;
  const resourcePrefix = getPseudoRandom(number, 8) < 1 / 3 ? `${pickResource(10)}/` : '';
  return `${pickResource(1)}/${resourcePrefix}${getToken(number)}`;
}

/**
 * Generates one log.
 * @param number number of the log, from 0 (the oldest) to `count` - 1
 */
export function createLog(number: number, count: number): GeneratedLog {
  return logAt(number, NEWEST_LOG_MS - Math.floor(((count - number) * SPAN_MS) / count));
}

/** Returns the log with this number at a given time. Its endpoint is one of about 300. */
export function logAt(number: number, timeMs: number): GeneratedLog {
  const status = pickWeighted(STATUSES, getPseudoRandom(number, 3));
  const path = getPath(number);
  return {
    status,
    method: pickWeighted(METHODS, getPseudoRandom(number, 2)),
    url: `https://api.example.com/v1/${path}?page=${number % 50}`,
    groupEmail: getPseudoRandom(number, 5) < 0.1 ? null : getEmail(number),
    timestamp: new Date(timeMs).toISOString(),
    durationMs: Math.round(5 + 200 * getPseudoRandom(number, 7) ** 4),
    route: `/v1/${path.slice(0, path.lastIndexOf('/'))}/{id}`,
    userAgent: 'client/1.0',
    errorCode: status < 300 ? null : 'failed',
    environment: 'production',
    traceId: null,
    recoveryHintId: null,
    request: { headers: { accept: 'application/json', 'user-agent': 'client/1.0' } },
    response: status < 300 ? { ok: true } : { error: { code: 'failed', message: `Status ${status}` } },
  };
}

const SYLLABLES = ['ka', 'lo', 'mi', 'ne', 'pu', 'ra', 'so', 'ti', 'vu', 'ze', 'bra', 'dro', 'fle', 'gri', 'ple'];

/** Returns one of about 3,000 words. Words with a lower rank are more frequent. */
export function getWord(rank: number): string {
  const [a, b, c] = [rank % 15, Math.floor(rank / 15) % 15, Math.floor(rank / 225) % 15];
  return `${SYLLABLES[a]}${SYLLABLES[b]}${SYLLABLES[c]}`;
}

/** Generates a context item with about 3 KB of text. */
export function createItem(number: number): { title: string; content: string; public: boolean } {
  const words = Array.from({ length: 450 }, (_, index) =>
    getWord(Math.floor(getPseudoRandom(number * 451 + index, 9) ** 3 * 3_000)),
  );
  return { title: `${words.slice(0, 5).join(' ')} ${number}`, content: words.join(' '), public: number % 2 === 0 };
}
