import { getText, type SqlRow } from '../../../platform/database/sql.ts';
import { LOGS_PER_BATCH } from '../batch-numbers.ts';
import { parseStoredLog } from '../log-rows.ts';
import type { LogStorage, LogTimes, RecoveryDelivery } from '../log-storage.ts';
import { type ClickHouse, formatList, quoteText } from './clickhouse-client.ts';
import type { ReadCommitted } from './committed-read.ts';
import { formatTimes, toMilliseconds } from './search.ts';

const LOGS_PER_READ = 10_000;
/** Number of deliveries whose logs are read at once. */
const DELIVERIES_PER_READ = 500;
const COUNTED_COLUMNS =
  'number, timestamp, method, url, route, route_source, environment, caller, status, duration_ms, error_code, group_email, length(url) + length(request) + length(response) AS bytes';

/** Creates the functions that rebuild counts from logs, and that measure the effect of hints. */
export function createCountedReads(
  read: ReadCommitted,
  clickHouse: ClickHouse,
): Pick<
  LogStorage,
  'findFirstTime' | 'count' | 'list' | 'listOutcomes' | 'setRoutes' | 'listRecovered' | 'listNewest'
> {
  return {
    async findFirstTime(projectId, since) {
      const where = `project_id = {project:String} AND timestamp >= ${toMilliseconds(since)}`;
      const [row] = await read('timestamp', where, { project: projectId }, 'ORDER BY project_id, timestamp LIMIT 1');
      return row && getText(formatTimes(row), 'timestamp');
    },
    async count(projectId, times) {
      const [row] = await read('count() AS n', formatTimesCondition(times), { project: projectId });
      return Number(row?.n);
    },
    async *list(projectId, times) {
      for await (const rows of readPages(read, projectId, times, COUNTED_COLUMNS)) yield rows.map(parseStoredLog);
    },
    async *listOutcomes(projectId, { method, route }, times) {
      const columns = 'number, timestamp, group_email, status, error_code, recovery_hint_id';
      const endpoint = `AND method = ${quoteText(method)} AND route = ${quoteText(route)}`;
      for await (const rows of readPages(read, projectId, times, columns, endpoint)) {
        yield rows.map(({ group_email, status, error_code, recovery_hint_id }) => ({
          group_email,
          status,
          error_code,
          recovery_hint_id,
        }));
      }
    },
    async setRoutes(projectId, changes) {
      // ClickHouse rewrites whole files, so a statement for many logs takes no longer than one for a single log.
      const logs = changes.flatMap(({ numbers, route, source }) =>
        numbers.map((number) => ({ number, route, source: source ?? '' })),
      );
      if (logs.length === 0) return;
      const numbers = formatList(logs.map(({ number }) => number));
      const choose = (values: readonly string[]) => `transform(number, [${numbers}], [${formatList(values)}], '')`;
      await clickHouse.rewrite(
        `ALTER TABLE logs UPDATE route = ${choose(logs.map(({ route }) => route))},
         route_source = nullIf(${choose(logs.map(({ source }) => source))}, '')
         WHERE project_id = ${quoteText(projectId)} AND number IN (${numbers})`,
      );
    },
    async listNewest(limit) {
      const [newest] = await read('max(number) AS newest', 'true', {});
      // Each batch has at least one log, so the last batches contain enough of them.
      const first = Math.max(0, Number(newest?.newest ?? 0) - limit * LOGS_PER_BATCH);
      const rows = await read('number, timestamp', `number >= ${first}`, {}, `ORDER BY number DESC LIMIT ${limit}`);
      return rows.map(formatTimes).map((row) => ({ number: Number(row.number), timestamp: getText(row, 'timestamp') }));
    },
    async listRecovered(projectId, deliveries) {
      const recoveredNumbers: number[] = [];
      for (let start = 0; start < deliveries.length; start += DELIVERIES_PER_READ) {
        const slice = deliveries.slice(start, start + DELIVERIES_PER_READ);
        const places = await findRecovered(read, projectId, slice);
        recoveredNumbers.push(...places.map((place) => start + place));
      }
      return recoveredNumbers;
    },
  };
}

async function findRecovered(
  read: ReadCommitted,
  projectId: string,
  deliveries: readonly RecoveryDelivery[],
): Promise<number[]> {
  const endpoints = new Set<string>();
  for (const { addresses, method, route } of deliveries) {
    for (const address of addresses) endpoints.add([address, method, route].map(quoteText).join(', '));
  }
  if (endpoints.size === 0) return [];
  const from = Math.min(...deliveries.map(({ at }) => toMilliseconds(at)));
  const to = Math.max(...deliveries.map(({ endsAt }) => toMilliseconds(endsAt)));
  const rows = await read(
    'group_email, method, route, timestamp',
    `project_id = {project:String} AND timestamp BETWEEN ${from} AND ${to} AND intDiv(status, 100) = 2
     AND (assumeNotNull(group_email), method, assumeNotNull(route)) IN (${[...endpoints].map((each) => `(${each})`).join(', ')})
     AND group_email IS NOT NULL AND route IS NOT NULL`,
    { project: projectId },
  );
  const times = new Map<string, number[]>();
  for (const row of rows) {
    const key = JSON.stringify([row.group_email, row.method, row.route]);
    times.set(key, [...(times.get(key) ?? []), Number(row.timestamp)]);
  }
  return deliveries.flatMap(({ addresses, method, route, at, endsAt }, place) => {
    const isInTime = (time: number) => time >= toMilliseconds(at) && time <= toMilliseconds(endsAt);
    const hasRecovered = addresses.some((address) =>
      times.get(JSON.stringify([address, method, route]))?.some(isInTime),
    );
    return hasRecovered ? [place] : [];
  });
}

function formatTimesCondition({ from, to }: LogTimes): string {
  return `project_id = {project:String} AND timestamp >= ${toMilliseconds(from)} AND timestamp < ${toMilliseconds(to)}`;
}

async function* readPages(
  read: ReadCommitted,
  projectId: string,
  times: LogTimes,
  columns: string,
  condition = '',
): AsyncGenerator<SqlRow[]> {
  let after = '';
  for (;;) {
    const rows = await read(
      columns,
      `${formatTimesCondition(times)} ${condition} ${after}`,
      { project: projectId },
      `ORDER BY project_id, timestamp, number LIMIT ${LOGS_PER_READ}`,
    );
    const last = rows.at(-1);
    if (!last) return;
    yield rows.map(formatTimes);
    after = `AND timestamp >= ${Number(last.timestamp)} AND (timestamp > ${Number(last.timestamp)} OR number > ${Number(last.number)})`;
  }
}
