import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { decodeCursor, encodeCursor, placeNumber, placeTime } from '../cursor.ts';
import type { LogSummary, Logs } from '../logs.ts';
import { type Condition, conditionsOf, type WalkedIndex, whereOf } from './log-conditions.ts';
import type { Row, Sql, Value } from './sql.ts';

/** How a store finds logs. */
export interface LogIndexes {
  /** The table, to be read along an index, whatever the planner thinks. */
  along(index: WalkedIndex): string;
  /** SQL that is true where the URL has the text that a `?` stands for, letter by letter. */
  readonly contains: string;
  /** SQL that is true where the number is in the JSON array that a `?` stands for. */
  readonly among: string;
  /**
   * Returns the numbers of logs of the project that are older than a place, with all those whose URL contains the text among them; undefined
   * if they are too many, or if the index does not answer within `time` milliseconds.
   * @param text at least three characters: the index holds nothing shorter
   */
  candidates(projectId: string, text: string, place: Place, time: number): Promise<readonly number[] | undefined>;
}

export interface LogSearchLimits {
  /** Milliseconds after which a search ends with what it has, at the next end of a stretch. */
  readonly time: number;
  /** Logs that are looked at before other requests get their turn. */
  readonly stretch: number;
  /** Milliseconds after which a look-up in the index of URLs is given up. */
  readonly lookUp: number;
}

/**
 * 20 ms of walking leave room for a slow stretch within 50 ms: a log that is not in memory takes 20 to 100 µs. A look-up of a rare text whose
 * parts are all frequent takes PostgreSQL 30 to 80 ms in a million logs; walking to the same logs takes hundreds of empty pages.
 */
export const LOG_SEARCH_LIMITS: LogSearchLimits = { time: 20, stretch: 200, lookUp: 1_000 };
/** Characters from which a text can be looked up in the index of URLs. */
const SHORTEST_INDEXED = 3;
/** Share of the logs from which a text counts as frequent: walking finds a page of it in time, and a look-up takes long. */
const FREQUENT = 0.01;

/** A log's time and number: by these two they are ordered. */
export type Place = readonly [timestamp: string, number: number];
const place = z.tuple([placeTime, placeNumber]);

const SUMMARY = 'number, id, status, method, url, group_email, timestamp';
const CHECKED = `project_id, ${SUMMARY}`;
const NEWEST_FIRST = 'ORDER BY timestamp DESC, number DESC';
/** Keeps the planner from meeting the outer conditions first, by an index along which it would walk without an end. */
const FENCE = 'LIMIT 1000000';

/**
 * Searches by walking from new to old along an index, stretch by stretch, until the time is up. A search for a text looks it up in the index
 * of URLs, unless walking finds it often. A look-up that fails is followed by a walk that may take as long, so that every page makes progress.
 */
export function logSearch(sql: Sql, indexes: LogIndexes, limits: LogSearchLimits = LOG_SEARCH_LIMITS): Logs['search'] {
  const rows = async (
    table: string,
    inner: readonly Condition[],
    outer: readonly Condition[],
    limit: number,
  ): Promise<Row[]> => {
    const { sql: walked, values } = whereOf(inner);
    if (outer.length === 0) {
      return sql.all(`SELECT ${SUMMARY} FROM ${table} WHERE ${walked} ${NEWEST_FIRST} LIMIT ?`, ...values, limit);
    }
    const checked = whereOf(outer);
    return sql.all(
      `SELECT ${SUMMARY} FROM (SELECT ${CHECKED} FROM ${table} WHERE ${walked} ${NEWEST_FIRST} ${FENCE}) AS stretch
       WHERE ${checked.sql} ${NEWEST_FIRST} LIMIT ?`,
      ...values,
      ...checked.values,
      limit,
    );
  };
  const endOfStretch = async (table: string, conditions: readonly Condition[]): Promise<Place | undefined> => {
    const { sql: walked, values } = whereOf(conditions);
    const row = await sql.get(
      `SELECT timestamp, number FROM ${table} WHERE ${walked} ${NEWEST_FIRST} LIMIT 1 OFFSET ?`,
      ...values,
      limits.stretch - 1,
    );
    return row && placeOf(row);
  };

  return async (projectId, search, { limit, cursor }) => {
    const list = ['logs', projectId, Object.entries(search).sort(([a], [b]) => (a < b ? -1 : 1))];
    const { index, walked, until, since, checked } = conditionsOf(projectId, search, indexes.contains);
    const table = indexes.along(index);
    const text = search.urlContains?.toWellFormed();
    let deadline = performance.now() + limits.time;
    let isLookedUp = text === undefined || [...text].length < SHORTEST_INDEXED;
    const found: Row[] = [];
    const full = () => {
      const last = found[limit - 1];
      const items = found.slice(0, limit).map(summaryOf);
      return { items, next: found.length > limit && last ? encodeCursor(list, placeOf(last)) : null };
    };

    let from: Place | undefined = cursor === undefined ? undefined : decodeCursor(list, cursor, place);
    for (let stretch = 0; ; stretch += 1) {
      // One bound for each side: of two, the planner might take the farther one, and walk all that lies between for every stretch.
      const begun = [...walked, ...(from ? [compared('<', from)] : until)];
      // Its end is found first: what is put in or deleted meanwhile then shifts no log into two stretches, or into none.
      const end = checked.length === 0 ? undefined : await endOfStretch(table, [...begun, ...since]);
      const stretched = [...begun, ...(end ? [compared('>=', end)] : since)];
      found.push(...(await rows(table, stretched, checked, limit + 1 - found.length)));
      if (end === undefined || found.length > limit) return full();
      from = end;
      const isFrequent = found.length >= FREQUENT * limits.stretch * (stretch + 1);
      if (text !== undefined && !isLookedUp && !isFrequent) {
        isLookedUp = true;
        const asked = performance.now();
        const numbers = await indexes.candidates(projectId, text, from, limits.lookUp);
        if (numbers) {
          const among: Condition = { sql: indexes.among, values: [JSON.stringify(numbers)] };
          const those = [...walked, ...since, ...checked, compared('<', from)];
          found.push(...(await rows('logs', [among], those, limit + 1 - found.length)));
          return full();
        }
        const given = performance.now();
        deadline = Math.max(deadline, given + (given - asked));
      }
      if (performance.now() > deadline) return { items: found.map(summaryOf), next: encodeCursor(list, from) };
      await setImmediate();
    }
  };
}

function compared(operator: '<' | '>=', values: Place): Condition {
  return { sql: `(timestamp, number) ${operator} (?, ?)`, values: values as readonly Value[] };
}

function placeOf(row: Row): Place {
  return [String(row.timestamp), Number(row.number)];
}

export function summaryOf(row: Row): LogSummary {
  return {
    id: String(row.id),
    status: Number(row.status),
    method: String(row.method),
    url: String(row.url),
    groupEmail: row.group_email === null ? null : String(row.group_email),
    timestamp: String(row.timestamp),
  };
}
