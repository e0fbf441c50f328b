import { setImmediate } from 'node:timers/promises';
import { HttpError } from '../../platform/errors/errors.ts';
import { createInvalidRequestError } from '../../platform/errors/invalid-request.ts';
import type { AreaStore } from '../../platform/ports.ts';
import { formatMinute } from '../../platform/time/metrics-period.ts';
import { getMinute } from '../../platform/time/minutes.ts';
import { alignToGrain, type MinuteRange, type TimeGrain } from '../../platform/time/time-range.ts';
import type { LogPorts, LogSearch, LogSummary } from '../logs/store.ts';
import type { MetricsPorts } from './store.ts';

/** Maximum number of logs that are read for a report. SQLite reads them in about 65 ms, and other requests can run in between. */
export const MAX_LOGS_READ = 5_000;
/** Number of logs in one read. Other requests wait for the read, because the SQLite API is synchronous. */
const LOGS_PER_READ = 200;

/**
 * Returns all logs of a range that match any of the searches, newest first, for reports by a property that the stored counts do not distinguish.
 * @param searches filters; a log must not match more than one of them
 * @param grain length of the report's buckets
 * @throws HttpError with the earliest possible start, if there are too many logs or some logs were deleted
 */
export async function listLogsOfRange(
  store: AreaStore<MetricsPorts & LogPorts>,
  projectId: string,
  { from, to }: MinuteRange,
  searches: readonly LogSearch[],
  grain: TimeGrain,
): Promise<LogSummary[]> {
  const logsSince = await store.traffic.logsSince(projectId);
  if (from < logsSince) {
    const message = `is before ${formatMinute(logsSince)}, and some logs from before that time were deleted: use ${formatStart(logsSince, grain)} or later`;
    throw createInvalidRequestError([{ where: 'query.since', message }]);
  }
  const range = { since: formatMinute(from), until: formatMinute(to) };
  const foundLogs = await listNewestLogs(
    store,
    projectId,
    searches.map((search) => ({ ...search, ...range })),
    MAX_LOGS_READ,
  );
  const oldestLog = foundLogs.logs.at(-1);
  if (!foundLogs.isComplete && oldestLog) {
    const start = formatStart(getMinute(oldestLog.timestamp) + 1, grain);
    const message = `more than ${MAX_LOGS_READ} logs match, and this report reads each of them: use ${start} or later`;
    const details = [{ where: 'query.since', message }];
    throw new HttpError('too_much_to_scan', `query.since: ${message}`, { details });
  }
  // The filter `until` includes logs at the end of the range.
  return foundLogs.logs.filter(({ timestamp }) => timestamp < range.until);
}

/** Formats the start of the first whole bucket at or after a minute. */
function formatStart(minute: number, grain: TimeGrain): string {
  return formatMinute(alignToGrain({ from: minute, to: minute }, grain).to);
}

/** Returns the newest logs that match any of the searches, newest first. */
export async function listNewestLogs(
  store: AreaStore<MetricsPorts & LogPorts>,
  projectId: string,
  searches: readonly LogSearch[],
  limit: number,
): Promise<{ logs: LogSummary[]; isComplete: boolean }> {
  const sources = searches.map((search) => readLogs(store, projectId, search));
  const heads: (LogSummary | undefined)[] = [];
  for (const source of sources) heads.push(await readNext(source));
  const logs: LogSummary[] = [];
  while (logs.length < limit) {
    const newestHead = getNewest(heads);
    if (!newestHead) break;
    logs.push(newestHead.log);
    const source = sources[newestHead.at];
    if (source) heads[newestHead.at] = await readNext(source);
  }
  return { logs, isComplete: heads.every((head) => head === undefined) };
}

async function* readLogs(
  { logs }: AreaStore<MetricsPorts & LogPorts>,
  projectId: string,
  search: LogSearch,
): AsyncGenerator<LogSummary, undefined> {
  for (let cursor: string | undefined; ; ) {
    const page = await logs.search(projectId, search, { limit: LOGS_PER_READ, cursor });
    yield* page.items;
    if (page.next === null) return undefined;
    cursor = page.next;
    await setImmediate();
  }
}

async function readNext(source: AsyncGenerator<LogSummary, undefined>): Promise<LogSummary | undefined> {
  return (await source.next()).value;
}

function getNewest(heads: readonly (LogSummary | undefined)[]) {
  let newestHead: { readonly log: LogSummary; readonly at: number } | undefined;
  for (const [at, log] of heads.entries()) {
    if (log && (!newestHead || log.timestamp > newestHead.log.timestamp)) newestHead = { log, at };
  }
  return newestHead;
}
