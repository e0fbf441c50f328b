import {
  createItem,
  createLog,
  getEmail,
  getPseudoRandom,
  getToken,
  getWord,
  NEWEST_LOG_MS,
  RARE_TEXT,
} from './sample-data.ts';

type QueryValue = string | number;

/** A log search. Most searches have different values in every round. */
export interface LogSearchCase {
  readonly name: string;
  query(round: number): Readonly<Record<string, QueryValue>>;
}

/** Names of searches that have separate goals. */
export const RARE_TEXT_SEARCH = 'URL, rare text with frequent trigrams';
export const FREQUENT_WORD_SEARCH = 'one frequent word';
export const RARE_WORD_SEARCH = 'one rare word';
export const SENTENCE_SEARCH = 'a sentence of six words and stop words';
export const LONGEST_SEARCH = '32 words';

const DAY_MS = 86_400_000;
const getTime = (days: number) => new Date(NEWEST_LOG_MS - days * DAY_MS).toISOString();

/**
 * Returns log searches with each filter alone and with combinations of filters, for frequent, rare and missing values.
 * @param count number of logs in the database
 */
export function getSearches(count: number): readonly LogSearchCase[] {
  const pickNumber = (round: number) => Math.floor(getPseudoRandom(round, 11) * count);
  const pickDay = (round: number) => 1 + (round % 80);
  const createFixedSearch = (name: string, query: Readonly<Record<string, QueryValue>>): LogSearchCase => ({
    name,
    query: () => query,
  });
  return [
    createFixedSearch('no filter', {}),
    createFixedSearch('limit 1000', { limit: 1_000 }),
    createFixedSearch('status, frequent', { status: 200 }),
    createFixedSearch('status, 1 in 10,000', { status: 503 }),
    createFixedSearch('status, none', { status: 418 }),
    createFixedSearch('method, frequent', { method: 'GET' }),
    createFixedSearch('method, 1 in 1,000', { method: 'PATCH' }),
    { name: 'e-mail', query: (round) => ({ groupEmail: getEmail(pickNumber(round)) }) },
    createFixedSearch('e-mail, none', { groupEmail: 'nobody@example.com' }),
    { name: 'since', query: (round) => ({ since: getTime(pickDay(round)) }) },
    { name: 'until', query: (round) => ({ until: getTime(pickDay(round)) }) },
    {
      name: 'one day, limit 1000',
      query: (round) => ({ since: getTime(pickDay(round) + 1), until: getTime(pickDay(round)), limit: 1_000 }),
    },
    createFixedSearch('URL, in a third', { urlContains: '/pets/' }),
    { name: 'URL, in one', query: (round) => ({ urlContains: getToken(pickNumber(round)) }) },
    createFixedSearch('URL, in none', { urlContains: 'zzqxzz' }),
    createFixedSearch(RARE_TEXT_SEARCH, { urlContains: RARE_TEXT }),
    createFixedSearch('1 character of the URL, in all logs', { urlContains: 'p' }),
    createFixedSearch('1 character of the URL, in no log', { urlContains: '~' }),
    { name: '2 characters of the URL, in many logs', query: (round) => ({ urlContains: getToken(round).slice(0, 2) }) },
    createFixedSearch('2 characters of the URL, in no log', { urlContains: 'zq' }),
    createFixedSearch('3 characters of the URL, in few logs', { urlContains: 'webhooks' }),
    createFixedSearch('status and method', { status: 404, method: 'DELETE' }),
    createFixedSearch('status and method, both rare', { status: 503, method: 'PATCH' }),
    { name: 'status and e-mail', query: (round) => ({ status: 500, groupEmail: getEmail(pickNumber(round)) }) },
    { name: 'method and e-mail', query: (round) => ({ method: 'PATCH', groupEmail: getEmail(pickNumber(round)) }) },
    createFixedSearch('status and URL, frequent', { status: 200, urlContains: '/orders/' }),
    createFixedSearch('status and URL, rare together', { status: 503, urlContains: '/webhooks/' }),
    {
      name: 'e-mail and URL, not together',
      query: (round) => ({ groupEmail: getEmail(pickNumber(round)), urlContains: '/webhookz/' }),
    },
    {
      name: 'e-mail and URL of 1 character, not together',
      query: (round) => ({ groupEmail: getEmail(pickNumber(round)), urlContains: '~' }),
    },
    {
      name: 'URL of one method, requested with another method',
      query: (round) => ({ method: 'PATCH', urlContains: getToken(pickNumber(round)) }),
    },
    {
      name: 'all six',
      query(round) {
        const { status, method, url, groupEmail } = createLog(pickNumber(round), count);
        const part = url.slice(url.indexOf('/v1/'), url.indexOf('/v1/') + 8);
        return {
          status,
          method,
          urlContains: part,
          groupEmail: groupEmail ?? getEmail(round),
          since: getTime(95),
          until: getTime(0),
        };
      },
    },
  ];
}

/** Returns a search for context items, with different words in every round. */
export interface ItemSearchCase {
  readonly name: string;
  query(round: number): string;
}

export function createItemSearches(): readonly ItemSearchCase[] {
  const pickWord = (round: number, salt: number, from: number, to: number) =>
    getWord(from + Math.floor(getPseudoRandom(round, salt) * (to - from)));
  const pickWords = (round: number, count: number) =>
    Array.from({ length: count }, (_, index) => pickWord(round, 30 + index, 0, 3_000));
  return [
    { name: FREQUENT_WORD_SEARCH, query: (round) => pickWord(round, 21, 0, 20) },
    { name: RARE_WORD_SEARCH, query: (round) => pickWord(round, 22, 2_500, 3_000) },
    { name: 'three words', query: (round) => pickWords(round, 3).join(' ') },
    {
      name: SENTENCE_SEARCH,
      query(round) {
        const [a, b, c, d, e, f] = pickWords(round, 6);
        return `How do I ${a} the ${b} of a ${c} when my ${d} is ${e} and ${f}?`;
      },
    },
    { name: 'ten words', query: (round) => pickWords(round, 10).join(' ') },
    { name: LONGEST_SEARCH, query: (round) => pickWords(round, 32).join(' ') },
    { name: 'the title of an item', query: (round) => createItem(round).title },
    { name: 'a word that does not occur', query: () => 'zzqxzz' },
  ];
}
