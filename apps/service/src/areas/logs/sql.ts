import { createId, createSeed } from '../../platform/database/new-id.ts';
import type { Sql } from '../../platform/database/sql.ts';
import { getDayOfMinute, getMinute } from '../../platform/time/minutes.ts';
import type { ClassifiedLog, LogStorage } from './log-storage.ts';
import { getJson, type LogRecord, type Logs, logIdFrom, normalizeLog, readClientKind } from './store.ts';

/** Stores the data that another area derives from a batch of new logs, in the same transaction. */
export type LogSink = (sql: Sql, projectId: string, logs: readonly ClassifiedLog[]) => Promise<void>;

/** Creates the port for logs. It stores the logs and, in the same transaction, the data that is derived from the logs. */
export function createLogs(sql: Sql, storage: LogStorage, sinks: readonly LogSink[]): Logs {
  const feedSinks = async (projectId: string, logs: readonly ClassifiedLog[]) => {
    for (const sink of sinks) await sink(sql, projectId, logs);
  };
  return {
    async add(projectId, record) {
      const log = { id: createId('log'), ...normalizeLog(record) };
      const classifiedLog = classify(log);
      await storage.insert(projectId, [classifiedLog]);
      await feedSinks(projectId, [classifiedLog]);
      return log;
    },
    async addAll(projectId, records) {
      const seed = createSeed();
      const logs = records.map((record, index) => classify({ id: logIdFrom(seed, index), ...normalizeLog(record) }));
      await storage.insert(projectId, logs);
      await feedSinks(projectId, logs);
      return seed;
    },
    async addNew(projectId, records) {
      const logs = [...new Map(records.map((log) => [log.id, classify({ ...log, ...normalizeLog(log) })])).values()];
      const addedLogs = await storage.insertNew(projectId, logs);
      await feedSinks(projectId, addedLogs);
      return addedLogs.length;
    },
    search: storage.search,
    get: storage.get,
    prepare: async (switches) => storage.prepare?.(switches),
    removeAbandoned: async () => (await storage.removeAbandoned?.()) ?? 0,
    prune: (...given) => pruneLogs(sql, storage, ...given),
  };
}

async function pruneLogs(
  sql: Sql,
  storage: LogStorage,
  ...[projectId, before, limit]: Parameters<Logs['prune']>
): Promise<number> {
  // The time is set before the logs are deleted, so that a report never treats deleted logs as complete.
  if (await storage.hasLogsBefore(projectId, before)) {
    await sql.run(
      `INSERT INTO traffic_state (project_id, minutes_since, hours_since, logs_since) VALUES (?, 0, 0, ?)
       ON CONFLICT (project_id) DO UPDATE SET logs_since = excluded.logs_since
       WHERE excluded.logs_since > traffic_state.logs_since`,
      projectId,
      getMinute(before) + 1,
    );
  }
  const deletedCount = await storage.deleteBefore(projectId, before, limit);
  // The number of deleted logs does not show whether more are left, because some storages delete more than `limit` logs.
  if (!(await storage.hasLogsBefore(projectId, before))) {
    // If only some logs of a day are deleted, the whole day counts until its last log is deleted.
    const firstDay = getDayOfMinute(getMinute(before));
    await sql.run('DELETE FROM log_bytes WHERE project_id = ? AND day < ?', projectId, firstDay);
  }
  return deletedCount;
}

function classify(log: LogRecord): ClassifiedLog {
  const requestText = getJson(log.request);
  const responseText = getJson(log.response);
  const bytes = [log.url, requestText, responseText].reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  return { ...log, clientKind: readClientKind(log), requestText, responseText, bytes };
}
