import { z } from 'zod';
import { cursorNumber, cursorTime, encodeCursor } from '../../platform/database/cursor.ts';
import type { ListPage } from '../../platform/database/list-page.ts';
import { MAX_PAGE_CHARS } from '../../platform/database/page-size.ts';
import { getText, type SqlRow } from '../../platform/database/sql.ts';
import type { LogPosition } from './log-storage.ts';
import type { LogSummary } from './store.ts';
import { SUMMARY } from './tables.ts';

/** Schema of the position in a cursor. Cursors are the same in all databases. */
export const logCursor = z.tuple([cursorTime, cursorNumber]);

/** Returns the list to which the cursors of a search belong. */
export function getLogCursorList(projectId: string, filters: object): unknown {
  return ['logs', projectId, Object.entries(filters).sort(([a], [b]) => (a < b ? -1 : 1))];
}

/** Maximum number of logs in one result of the database, which bounds its memory: a page can end after a few large logs. */
const MAX_ROWS_PER_READ = 250;

/** The logs of a page. A page ends when it has the requested number of logs, or exceeds a size limit. */
export class LogPage {
  readonly #cursorList: unknown;
  readonly #limit: number;
  readonly #rows: SqlRow[] = [];
  /** Number of logs that fit on the page, and their size. */
  #count = 0;
  #chars = 0;

  constructor(cursorList: unknown, limit: number) {
    this.#cursorList = cursorList;
    this.#limit = limit;
  }

  get length(): number {
    return this.#rows.length;
  }

  /**
   * Number of logs to read next: one more than the page can have, to determine whether another page exists. If the logs so far were large, it is the
   * number of logs of their average size that still fit.
   */
  get missing(): number {
    const missingCount = Math.min(this.#limit + 1 - this.#rows.length, MAX_ROWS_PER_READ);
    if (this.#rows.length === 0) return missingCount;
    const charsPerRow = this.#chars / this.#count;
    return Math.min(missingCount, Math.max(1, Math.ceil((MAX_PAGE_CHARS - this.#chars) / charsPerRow) + 1));
  }

  /** Adds logs. Returns whether the page is full. */
  add(rows: readonly SqlRow[]): boolean {
    for (const row of rows) {
      const chars = this.#chars + countChars(row);
      const fits = this.#count < this.#limit && (this.#count === 0 || chars <= MAX_PAGE_CHARS);
      if (fits && this.#count === this.#rows.length) {
        this.#count += 1;
        this.#chars = chars;
      }
      this.#rows.push(row);
    }
    return this.#rows.length > this.#count;
  }

  /** Returns the page. If it is not full, it is the last one. */
  end(): ListPage<LogSummary> {
    const lastRow = this.#rows[this.#count - 1];
    const hasMore = this.#rows.length > this.#count && lastRow !== undefined;
    return {
      items: this.#rows.slice(0, this.#count).map(SUMMARY.parse),
      next: hasMore ? encodeCursor(this.#cursorList, parsePosition(lastRow)) : null,
    };
  }

  /** Returns a page that is not full, and whose next page starts at a position. */
  endAt(position: LogPosition): ListPage<LogSummary> {
    return { items: this.#rows.map(SUMMARY.parse), next: encodeCursor(this.#cursorList, position) };
  }
}

/** Returns the approximate size of a log in characters: the length of its long texts, plus a constant for the other columns. */
function countChars({ url, route, user_agent, group_email }: SqlRow): number {
  let chars = 300;
  for (const text of [url, route, user_agent, group_email]) chars += typeof text === 'string' ? text.length : 0;
  return chars;
}

/** Returns the position of a log in the order of a search. */
export function parsePosition(row: SqlRow): LogPosition {
  return [getText(row, 'timestamp'), Number(row.number)];
}
