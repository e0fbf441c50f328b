import { describe, expect, it, onTestFinished } from 'vitest';
import { SQLITE_MIGRATIONS } from '../../areas.ts';
import { openSqliteConnection } from '../../platform/database/sqlite/open-connection.ts';
import { SQLITE_DIALECT } from '../../platform/database/sqlite/sqlite-dialect.ts';
import { getDayOfMinute, getMinute, MINUTES_PER_DAY } from '../../platform/time/minutes.ts';
import { getSegments } from '../../platform/time/time-range.ts';
import { LOG } from '../../testing/service.fixture.ts';
import { createSqlLogStorage } from '../logs/sql-log-storage.ts';
import { ClosedRows, updateClosedDays } from './closed-days.ts';
import { addDelta, createSqlTraffic } from './traffic-sql.ts';

const PROJECT = 'prj_1';
const TODAY = getDayOfMinute(getMinute(Date.now()));
/** First minute of the first open day: yesterday and today are open. */
const CLOSED_DAY = TODAY - 2 * MINUTES_PER_DAY;

function open() {
  const sql = openSqliteConnection(':memory:', SQLITE_MIGRATIONS);
  onTestFinished(() => sql.close());
  const traffic = createSqlTraffic(sql, createSqlLogStorage({ sql, dialect: SQLITE_DIALECT }), {
    waitForWrites: async () => undefined,
    sinks: [],
  });
  const add = async (day: number) => {
    const log = { ...LOG, clientKind: null, bytes: 1, timestamp: new Date(day * 60_000).toISOString() };
    await addDelta(sql, PROJECT, [log]);
  };
  const fold = () => traffic.fold(PROJECT, 100);
  const range = { from: TODAY - 10 * MINUTES_PER_DAY, to: TODAY + MINUTES_PER_DAY };
  const read = async () => {
    const segments = getSegments(range);
    const [total] = (await traffic.totals(PROJECT, segments, {})).values();
    const [endpoint] = await traffic.byEndpoint(PROJECT, segments, {}, true);
    expect(endpoint?.n).toBe(total?.n);
    return total?.n;
  };
  /** Changes counts without changing the revision, which the code of the service never does. */
  const change = (day: number) => sql.run('UPDATE traffic SET n = n + 10 WHERE grain = 1440 AND bucket = ?', day);
  return { sql, add, fold, read, change };
}

describe('closed days', () => {
  it('the counts of closed days are read once, and again after a log of a closed day was counted', async () => {
    const { add, fold, read, change } = open();
    for (const day of [CLOSED_DAY, TODAY]) await add(day);
    await fold();
    expect(await read()).toBe(2);
    await change(CLOSED_DAY);
    expect(await read()).toBe(2);
    await add(CLOSED_DAY);
    expect(await read()).toBe(3);
    await fold();
    expect(await read()).toBe(13);
  });

  it('logs of today and yesterday do not change the cached closed days, because both days are read each time', async () => {
    const { add, fold, read, change } = open();
    for (const day of [CLOSED_DAY, TODAY]) await add(day);
    await fold();
    expect(await read()).toBe(2);
    await change(CLOSED_DAY);
    for (const day of [TODAY - MINUTES_PER_DAY, TODAY]) await add(day);
    await fold();
    expect(await read()).toBe(4);
    await change(TODAY);
    expect(await read()).toBe(14);
  });

  it('closed days are read again after counts were moved to other names', async () => {
    const { sql, add, fold, read, change } = open();
    for (const day of [CLOSED_DAY, TODAY]) await add(day);
    await fold();
    expect(await read()).toBe(2);
    await change(CLOSED_DAY);
    await updateClosedDays(sql, PROJECT);
    expect(await read()).toBe(12);
  });

  it('closed days in the future are open again after a clock that was ahead is corrected', async () => {
    const { sql, add, fold, read, change } = open();
    for (const day of [CLOSED_DAY, TODAY]) await add(day);
    await fold();
    await sql.run('UPDATE traffic_state SET open_day = ?', TODAY + 5 * MINUTES_PER_DAY);
    expect(await read()).toBe(2);
    await add(TODAY);
    await fold();
    expect(await read()).toBe(3);
    await change(TODAY);
    expect(await read()).toBe(13);
  });
});

describe('ClosedRows', () => {
  it('ClosedRows keeps rows up to a size limit, and removes the least recently read rows', () => {
    const rows = new ClosedRows(1_000);
    for (const query of ['a', 'b', 'c']) rows.keep(PROJECT, query, '1', [{ histograms: '1.1;1.2' }]);
    expect(rows.get(PROJECT, 'a', '1')).toMatchObject([{ histograms: '1.3', timed: 3 }]);
    for (const query of ['d', 'e']) rows.keep(PROJECT, query, '1', [{ n: 1 }]);
    expect(['a', 'b', 'c', 'd', 'e'].filter((query) => rows.get(PROJECT, query, '1'))).toEqual(['a', 'c', 'd', 'e']);
    rows.keep(PROJECT, 'large', '1', Array(5).fill({ n: 1 }));
    expect(rows.get(PROJECT, 'large', '1')).toBeUndefined();
  });

  it('ClosedRows removes all rows of a project whose closed days have changed', () => {
    const rows = new ClosedRows();
    rows.keep(PROJECT, 'a', '1', [{ n: 1 }]);
    rows.keep('prj_2', 'b', '1', [{ n: 2 }]);
    expect(rows.get(PROJECT, 'c', '2')).toBeUndefined();
    expect(rows.get(PROJECT, 'a', '1')).toBeUndefined();
    expect(rows.get('prj_2', 'b', '1')).toEqual([{ n: 2 }]);
  });
});
