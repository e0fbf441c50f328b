import type { LogIndexes } from '../sql/log-search.ts';
import type { Sql } from '../sql/sql.ts';

/** Most logs that are worth fetching one by one as candidates: beyond it, walking by time is faster. */
const MOST_FETCHED = 400;
/** More parts of a text make it no rarer, and each takes time. */
const MOST_TRIGRAMS = 32;
/** URLs by which it is guessed how frequent a part is. */
const SAMPLE = 200;
/**
 * FTS5 reads the list of every part from its beginning, some forty nanoseconds an entry, in a statement that cannot be ended from outside. So
 * many entries take about ten milliseconds.
 */
const MOST_ENTRIES = 250_000;

/** Logs by the indexes of their columns, and URLs by the three-letter parts they have, in FTS5 without the URLs themselves. */
export function sqliteLogIndexes(sql: Sql): LogIndexes {
  return {
    // Without statistics, SQLite takes a time from both sides for rarer than any address.
    along: (index) => `logs INDEXED BY ${index}`,
    contains: 'instr(url, ?) > 0',
    among: 'number IN (SELECT value FROM json_each(?))',
    async candidates(_projectId, text) {
      const match = await affordable(sql, trigramsOf(text));
      if (match.length === 0) return undefined;
      const rows = await sql.all(
        'SELECT rowid AS number FROM log_urls WHERE log_urls MATCH ? LIMIT ?',
        match.map((trigram) => `"${trigram.replaceAll('"', '""')}"`).join(' AND '),
        MOST_FETCHED + 1,
      );
      return rows.length > MOST_FETCHED ? undefined : rows.map((row) => Number(row.number));
    },
  };
}

/** The rarest of the parts, as far as looking them up is quick: none where all are frequent, which is when walking finds much. */
async function affordable(sql: Sql, trigrams: readonly string[]): Promise<string[]> {
  if (trigrams.length === 0) return [];
  // Asked for together, they would be looked for through the whole table.
  const range = await sql.get('SELECT (SELECT min(number) FROM logs) AS first, (SELECT max(number) FROM logs) AS last');
  const [first, last] = [Number(range?.first ?? 1), Number(range?.last ?? 0)];
  const count = last - first + 1;
  const numbers = Array.from({ length: SAMPLE }, (_, at) => first + Math.floor((at * count) / SAMPLE));
  const rows = await sql.all(
    'SELECT url FROM logs WHERE number IN (SELECT value FROM json_each(?))',
    JSON.stringify([...new Set(numbers)]),
  );
  const urls = rows.map(({ url }) => String(url).toLowerCase());
  // What is in none of them may still be in one of so many.
  const entriesOf = (trigram: string) =>
    (count * Math.max(0.5, urls.filter((url) => url.includes(trigram)).length)) / Math.max(1, urls.length);
  let left = MOST_ENTRIES;
  return trigrams
    .map((trigram) => ({ trigram, entries: entriesOf(trigram.toLowerCase()) }))
    .sort((a, b) => a.entries - b.entries)
    .filter(({ entries }) => {
      left -= entries;
      return left >= 0;
    })
    .map(({ trigram }) => trigram);
}

/** All its distinct trigrams, up to a number that makes it rare enough. */
function trigramsOf(text: string): string[] {
  const letters = [...text];
  const trigrams = new Set<string>();
  for (let start = 0; start + 3 <= letters.length && trigrams.size < MOST_TRIGRAMS; start += 1) {
    const trigram = letters.slice(start, start + 3).join('');
    // FTS5 takes its query to end at a NUL.
    if (!trigram.includes('\0')) trigrams.add(trigram);
  }
  return [...trigrams];
}
