import type { LogIndexes } from '../sql/log-search.ts';
import type { Sql } from '../sql/sql.ts';

/** Most candidates that are worth fetching one by one: beyond it, walking by time is faster. */
const MOST_CANDIDATES = 5_000;
/** The index is asked about so many logs at a time, because a statement cannot be ended from outside. */
const STRIDE = 500_000;
/** Milliseconds after which the index is not asked any further. */
const TIME = 10;
/** More parts of a text make it no rarer, and each takes time. */
const MOST_TRIGRAMS = 32;

/** Logs by the indexes of their columns, and URLs by the three-letter parts they have, in FTS5 without the URLs themselves. */
export function sqliteLogIndexes(sql: Sql): LogIndexes {
  return {
    // Without statistics, SQLite takes a time from both sides for rarer than any address.
    along: (index) => `logs INDEXED BY ${index}`,
    contains: 'instr(url, ?) > 0',
    among: 'number IN (SELECT value FROM json_each(?))',
    async candidates(_projectId, text) {
      const match = matchOf(text);
      if (match === undefined) return undefined;
      const deadline = performance.now() + TIME;
      const newest = await sql.get('SELECT max(number) AS number FROM logs');
      const numbers: number[] = [];
      for (let top = Number(newest?.number ?? 0); top > 0; top -= STRIDE) {
        const rows = await sql.all(
          'SELECT rowid AS number FROM log_urls WHERE log_urls MATCH ? AND rowid <= ? AND rowid > ? LIMIT ?',
          match,
          top,
          top - STRIDE,
          MOST_CANDIDATES + 1 - numbers.length,
        );
        for (const row of rows) numbers.push(Number(row.number));
        if (numbers.length > MOST_CANDIDATES || performance.now() > deadline) return undefined;
      }
      return numbers;
    },
  };
}

/** All its distinct trigrams, quoted, joined by AND; undefined where it has none. */
function matchOf(text: string): string | undefined {
  const letters = [...text];
  const trigrams = new Set<string>();
  for (let start = 0; start + 3 <= letters.length && trigrams.size < MOST_TRIGRAMS; start += 1) {
    const trigram = letters.slice(start, start + 3).join('');
    // FTS5 takes its query to end at a NUL.
    if (!trigram.includes('\0')) trigrams.add(`"${trigram.replaceAll('"', '""')}"`);
  }
  return trigrams.size === 0 ? undefined : [...trigrams].join(' AND ');
}
