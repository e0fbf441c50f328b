import { randomUUID } from 'node:crypto';
import { normalizeUser } from '@context-sync/core/user-identity';
import { lockProject } from '../../../platform/database/lock-project.ts';
import { RawJson } from '../../../platform/database/raw-json.ts';
import { getText, type Sql, type SqlValue } from '../../../platform/database/sql.ts';
import { selectColumns } from '../../../platform/database/table.ts';
import { getFirstNumber, LOGS_PER_BATCH } from '../batch-numbers.ts';
import type { LogSearchLimits } from '../log-search.ts';
import type { ClassifiedLog, LogStorage } from '../log-storage.ts';
import { LOGS, SUMMARY, SUMMARY_PROPERTIES } from '../tables.ts';
import type { BatchSequence } from './batch-sequence.ts';
import { type ClickHouse, formatList } from './clickhouse-client.ts';
import { isInsertRefused } from './clickhouse-errors.ts';
import { createCommittedRead } from './committed-read.ts';
import { createCountedReads } from './counted-reads.ts';
import { createErasingStatements } from './erasing-statements.ts';
import { commitLogBatch, readCommittedLogs, removeAbandonedBatches } from './log-batches.ts';
import { createClickHouseSearch, formatTimes, toMilliseconds } from './search.ts';

/** The properties of a log whose values are stored unchanged. */
const COPIED_PROPERTIES = SUMMARY_PROPERTIES.filter((property) => property !== 'timestamp');
const { names } = LOGS;
const COLUMNS = [
  'number',
  'month',
  'address',
  ...[names.projectId, names.timestamp, names.clientKind, names.routeSource, names.request, names.response],
  ...COPIED_PROPERTIES.map((property) => names[property]),
];

const MESSAGES = selectColumns(LOGS, ['request', 'response']);

/**
 * Stores logs in ClickHouse. A batch is opened in PostgreSQL, written to ClickHouse, and committed with the transaction in PostgreSQL that counts its
 * logs. Reads exclude the logs of batches that are not committed.
 * @param limits limits of the search. Default: the limits of the service
 */
export function createClickHouseLogStorage(
  sql: Sql,
  batches: BatchSequence,
  clickHouse: ClickHouse,
  limits?: LogSearchLimits,
): LogStorage {
  const readCommitted = async () => readCommittedLogs(sql, await batches.readLast());
  const read = createCommittedRead(readCommitted, clickHouse);
  const insert = async (projectId: string, logs: readonly ClassifiedLog[]): Promise<void> => {
    for (let start = 0; start < logs.length; start += LOGS_PER_BATCH) {
      const batch = await batches.open();
      const month = `${new Date().toISOString().slice(0, 7)}-01`;
      const rows = logs
        .slice(start, start + LOGS_PER_BATCH)
        .map((log, place) => listValues(projectId, log, getFirstNumber(batch) + place, month));
      // ClickHouse would discard another batch with the same token, so the token differs even if PostgreSQL assigns a number twice.
      await clickHouse.insertValues(COLUMNS, rows, `batch-${batch}-${randomUUID()}`).catch(async (error: unknown) => {
        // Each read excludes the batches that are open, so an outage must not leave many of them.
        if (isInsertRefused(error)) await batches.cancel(batch).catch(() => undefined);
        throw error;
      });
      await commitLogBatch(sql, batch);
    }
  };
  return {
    insert,
    async insertNew(projectId, logs) {
      if (logs.length === 0) return [];
      // Other transactions that add logs with the same ids wait, because ClickHouse has no unique keys.
      await lockProject(sql, projectId);
      const times = logs.map(({ timestamp }) => toMilliseconds(timestamp));
      const ids = formatList(logs.map(({ id }) => id));
      const rows = await read(
        'id',
        `project_id = {project:String} AND timestamp BETWEEN ${Math.min(...times)} AND ${Math.max(...times)} AND id IN (${ids})`,
        { project: projectId },
      );
      const storedIds = new Set(rows.map((row) => getText(row, 'id')));
      const newLogs = logs.filter(({ id }) => !storedIds.has(id));
      await insert(projectId, newLogs);
      return newLogs;
    },
    search: createClickHouseSearch(readCommitted, clickHouse, limits),
    async get(projectId, id) {
      const [row] = await read(
        `${SUMMARY.columns}, ${MESSAGES.columns}`,
        'project_id = {project:String} AND id = {id:String}',
        { project: projectId, id: id.toWellFormed() },
        'LIMIT 1',
      );
      if (!row) return undefined;
      const { request, response } = MESSAGES.parse(row);
      return { ...SUMMARY.parse(formatTimes(row)), request: new RawJson(request), response: new RawJson(response) };
    },
    ...createCountedReads(read, clickHouse),
    ...createErasingStatements(sql, read, clickHouse),
    removeAbandoned: () =>
      removeAbandonedBatches(sql, (condition) => clickHouse.rewrite(`DELETE FROM logs WHERE ${condition}`)),
  };
}

/** Returns the values of a log in the order of `COLUMNS`. */
function listValues(projectId: string, log: ClassifiedLog, number: number, month: string): SqlValue[] {
  const { clientKind, routeSource = null, requestText, responseText, groupEmail, timestamp } = log;
  const address = groupEmail === null ? null : normalizeUser(groupEmail);
  const values = [
    number,
    month,
    address,
    projectId,
    toMilliseconds(timestamp),
    clientKind,
    routeSource,
    requestText,
    responseText,
  ];
  for (const property of COPIED_PROPERTIES) values.push(log[property]);
  return values;
}
