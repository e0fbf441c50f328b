/** Captured requests and context items that are the same in every run: made of their number alone. */

export interface MadeLog {
  readonly status: number;
  readonly method: string;
  readonly url: string;
  readonly groupEmail: string | null;
  readonly timestamp: string;
  readonly request: unknown;
  readonly response: unknown;
}

/** Spread over ninety days, oldest first. */
const SPAN = 90 * 86_400_000;
export const NEWEST = Date.UTC(2026, 2, 1);

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

/** 0 to 1, scattered, of a number and what it is for. */
export function scattered(number: number, salt: number): number {
  let hash = Math.imul(number ^ Math.imul(salt, 0x9e3779b1), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  hash ^= hash >>> 16;
  return (hash >>> 0) / 2 ** 32;
}

function weighted<T>(choices: readonly (readonly [T, number])[], at: number): T {
  let left = at;
  for (const [value, share] of choices) {
    left -= share;
    if (left < 0) return value;
  }
  const [[first] = []] = choices;
  if (first === undefined) throw new Error('There is no choice.');
  return first;
}

/** Few groups have most of the requests. */
export function emailOf(number: number): string {
  return `team-${Math.floor(500 * scattered(number, 4) ** 3)}@example.com`;
}

/** Part of one URL alone. */
export function tokenOf(number: number): string {
  return Math.floor(scattered(number, 7) * 2 ** 32)
    .toString(16)
    .padStart(8, '0')
    .concat(number.toString(16));
}

/** A text that few URLs contain, although many contain each part of three characters of it. */
export const RARE_TEXT = 'pets/orders/users';
const RARITY = 20_000;

/** One resource or, in every third URL, two; in a few the rare text. */
function pathOf(number: number): string {
  const resource = (salt: number) => RESOURCES[Math.floor(scattered(number, salt) ** 2 * RESOURCES.length)];
  if (number % RARITY === 7) return `${RARE_TEXT}/${tokenOf(number)}`;
  const inner = scattered(number, 8) < 1 / 3 ? `${resource(10)}/` : '';
  return `${resource(1)}/${inner}${tokenOf(number)}`;
}

/** @param number from 0, the oldest, to `count` - 1 */
export function logOf(number: number, count: number): MadeLog {
  const status = weighted(STATUSES, scattered(number, 3));
  return {
    status,
    method: weighted(METHODS, scattered(number, 2)),
    url: `https://api.example.com/v1/${pathOf(number)}?page=${number % 50}`,
    groupEmail: scattered(number, 5) < 0.1 ? null : emailOf(number),
    timestamp: new Date(NEWEST - Math.floor(((count - number) * SPAN) / count)).toISOString(),
    request: { headers: { accept: 'application/json', 'user-agent': 'client/1.0' } },
    response: status < 300 ? { ok: true } : { error: { code: 'failed', message: `Status ${status}` } },
  };
}

const SYLLABLES = ['ka', 'lo', 'mi', 'ne', 'pu', 'ra', 'so', 'ti', 'vu', 'ze', 'bra', 'dro', 'fle', 'gri', 'ple'];

/** One of some 3000 words, the lower its number the more frequent. */
export function wordOf(rank: number): string {
  const [a, b, c] = [rank % 15, Math.floor(rank / 15) % 15, Math.floor(rank / 225) % 15];
  return `${SYLLABLES[a]}${SYLLABLES[b]}${SYLLABLES[c]}`;
}

/** Some 3 KB of text. */
export function itemOf(number: number): { title: string; content: string; public: boolean } {
  const words = Array.from({ length: 450 }, (_, index) =>
    wordOf(Math.floor(scattered(number * 451 + index, 9) ** 3 * 3_000)),
  );
  return { title: `${words.slice(0, 5).join(' ')} ${number}`, content: words.join(' '), public: number % 2 === 0 };
}
