import type { Sql } from '../../platform/database/sql.ts';
import { createFormsCondition, listAddressForms } from './address-forms.ts';
import { joinConditions } from './log-conditions.ts';
import type { LogIndexes } from './log-search.ts';
import { ADDRESS_SQL, computeAddressDigest, DIGEST_SQL } from './sqlite-addresses.ts';

/** Maximum number of candidate logs. With more candidates, a scan by time is faster. */
const MAX_CANDIDATES = 400;
/** Maximum number of trigrams in a lookup. More trigrams would take time, but hardly reduce the number of results. */
const MAX_TRIGRAMS = 32;
/** Number of sampled URLs from which the frequencies of trigrams are estimated. */
const SAMPLE_URLS = 200;
/**
 * Maximum total number of index entries in a lookup, which takes about 10 ms. FTS5 reads the whole posting list of every trigram, at about 40 ns per
 * entry, in a statement that cannot be interrupted.
 */
const MAX_INDEX_ENTRIES = 250_000;

/** Finds logs by the column indexes, and URLs by trigrams in an FTS5 table. The FTS5 table does not contain the URLs. */
export function createSqliteLogIndexes(sql: Sql): LogIndexes {
  return {
    // The index is forced, because SQLite has no statistics and assumes that a time range is more selective than an email address.
    along: (index) => `logs INDEXED BY ${index}`,
    contains: 'instr(url, ?) > 0',
    isFrom(address) {
      const forms = listAddressForms(address);
      const digests = [...new Set(forms.map(computeAddressDigest))];
      return joinConditions([createFormsCondition(DIGEST_SQL, digests), createFormsCondition(ADDRESS_SQL, forms)]);
    },
    among: 'number IN (SELECT value FROM json_each(?))',
    async candidates(_projectId, text) {
      const match = await selectCheapTrigrams(sql, listTrigrams(text));
      if (match.length === 0) return undefined;
      const rows = await sql.all(
        'SELECT rowid AS number FROM log_urls WHERE log_urls MATCH ? LIMIT ?',
        match.map((trigram) => `"${trigram.replaceAll('"', '""')}"`).join(' AND '),
        MAX_CANDIDATES + 1,
      );
      return rows.length > MAX_CANDIDATES ? undefined : rows.map((row) => Number(row.number));
    },
  };
}

/**
 * Returns the rarest trigrams that can be looked up quickly. Returns an empty list if all trigrams are frequent, because a scan then finds many logs.
 */
async function selectCheapTrigrams(sql: Sql, trigrams: readonly string[]): Promise<string[]> {
  if (trigrams.length === 0) return [];
  // Each of the two subqueries uses the index. A single query with min and max would scan the whole table.
  const range = await sql.get('SELECT (SELECT min(number) FROM logs) AS first, (SELECT max(number) FROM logs) AS last');
  const [first, last] = [Number(range?.first ?? 1), Number(range?.last ?? 0)];
  const count = last - first + 1;
  const numbers = Array.from(
    { length: SAMPLE_URLS },
    (_, position) => first + Math.floor((position * count) / SAMPLE_URLS),
  );
  const rows = await sql.all(
    'SELECT url FROM logs WHERE number IN (SELECT value FROM json_each(?))',
    JSON.stringify([...new Set(numbers)]),
  );
  const urls = rows.map(({ url }) => String(url).toLowerCase());
  // A trigram that is missing in the sample can still occur. The estimate treats it as half a URL of the sample.
  const getEntries = (trigram: string) =>
    (count * Math.max(0.5, urls.filter((url) => url.includes(trigram)).length)) / Math.max(1, urls.length);
  let remainingEntries = MAX_INDEX_ENTRIES;
  return trigrams
    .map((trigram) => ({ trigram, entries: getEntries(trigram.toLowerCase()) }))
    .sort((a, b) => a.entries - b.entries)
    .filter(({ entries }) => {
      remainingEntries -= entries;
      return remainingEntries >= 0;
    })
    .map(({ trigram }) => trigram);
}

/** Returns the distinct trigrams of a text, up to the maximum number. */
function listTrigrams(text: string): string[] {
  const letters = [...text];
  const trigrams = new Set<string>();
  for (let start = 0; start + 3 <= letters.length && trigrams.size < MAX_TRIGRAMS; start += 1) {
    const trigram = letters.slice(start, start + 3).join('');
    // A trigram with a NUL is skipped, because FTS5 queries end at a NUL.
    if (!trigram.includes('\0')) trigrams.add(trigram);
  }
  return [...trigrams];
}
