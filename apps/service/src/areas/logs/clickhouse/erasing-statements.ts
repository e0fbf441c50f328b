import { lockProject } from '../../../platform/database/lock-project.ts';
import { getText, type Sql, type SqlRow } from '../../../platform/database/sql.ts';
import { LOGS_PER_BATCH } from '../batch-numbers.ts';
import type { LogStorage, Replacement } from '../log-storage.ts';
import { type ClickHouse, formatList, quoteText } from './clickhouse-client.ts';
import type { ReadCommitted } from './committed-read.ts';
import { formatTimes, toMilliseconds } from './search.ts';

const SIZE_SQL = 'lengthUTF8(request) + lengthUTF8(response) AS chars';

/** Creates the functions that delete logs, and that remove users from logs. */
export function createErasingStatements(
  sql: Sql,
  read: ReadCommitted,
  clickHouse: ClickHouse,
): Pick<
  LogStorage,
  | 'hasLogsBefore'
  | 'deleteBefore'
  | 'listAddresses'
  | 'listNewestAddresses'
  | 'listSizesOfAddress'
  | 'listSizesAfter'
  | 'replaceTexts'
> {
  const before = (time: string) => `project_id = {project:String} AND timestamp < ${toMilliseconds(time)}`;
  return {
    async hasLogsBefore(projectId, time) {
      return (await read('1 AS one', before(time), { project: projectId }, 'LIMIT 1')).length > 0;
    },
    async deleteBefore(projectId, time) {
      const [row] = await read('count() AS n', before(time), { project: projectId });
      const count = Number(row?.n);
      if (count > 0) {
        await clickHouse.rewrite(
          `DELETE FROM logs WHERE project_id = ${quoteText(projectId)} AND timestamp < ${toMilliseconds(time)}`,
        );
      }
      return count;
    },
    async listAddresses(projectId, after, limit) {
      const rows = await read(
        'DISTINCT group_email',
        'project_id = {project:String} AND group_email > {after:String}',
        { project: projectId, after },
        `ORDER BY group_email LIMIT ${limit}`,
      );
      return rows.map((row) => getText(row, 'group_email'));
    },
    async listNewestAddresses(projectId, count) {
      const [newest] = await read('max(number) AS newest', 'project_id = {project:String}', { project: projectId });
      // Each batch has at least one log, so the last batches contain enough of them.
      const first = Math.max(0, Number(newest?.newest ?? 0) - count * LOGS_PER_BATCH);
      const rows = await read(
        'DISTINCT group_email',
        `project_id = {project:String} AND group_email IS NOT NULL AND number >= ${first}`,
        { project: projectId },
      );
      return rows.map((row) => getText(row, 'group_email'));
    },
    listSizesOfAddress: (projectId, address, limit) =>
      read(
        `number, ${SIZE_SQL}`,
        'project_id = {project:String} AND group_email = {address:String}',
        { project: projectId, address },
        `LIMIT ${limit}`,
      ),
    async listSizesAfter(projectId, [timestamp, number], lastNumber, limit) {
      const after = toMilliseconds(timestamp);
      const rows = await read(
        `timestamp, number, ${SIZE_SQL}`,
        `project_id = {project:String} AND timestamp >= ${after} AND (timestamp > ${after} OR number > ${number}) AND number <= ${lastNumber}`,
        { project: projectId },
        `ORDER BY project_id, timestamp, number LIMIT ${limit}`,
      );
      return rows.map(formatTimes);
    },
    replaceTexts: (...given) => replaceTexts(sql, read, clickHouse, ...given),
  };
}

async function replaceTexts(
  sql: Sql,
  read: ReadCommitted,
  clickHouse: ClickHouse,
  ...[projectId, numbers, columns, list]: Parameters<LogStorage['replaceTexts']>
): Promise<number> {
  if (numbers.length === 0) return 0;
  // Other erasures of the project wait, so that none of them writes an older version of a log.
  await lockProject(sql, projectId);
  const rows = await read(
    ['number', 'group_email', ...columns].join(', '),
    `project_id = {project:String} AND number IN (${formatList(numbers)})`,
    { project: projectId },
  );
  const changedRows = rows.flatMap(({ number, ...row }) => {
    const replacements = list(row as SqlRow);
    return replacements.length > 0 ? [{ number: Number(number), replacements }] : [];
  });
  if (changedRows.length > 0) await clickHouse.rewrite(createUpdate(projectId, changedRows));
  return changedRows.length;
}

/** A log with new values of some columns. */
interface ChangedLog {
  readonly number: number;
  readonly replacements: readonly Replacement[];
}

function createUpdate(projectId: string, logs: readonly ChangedLog[]): string {
  const columns = [...new Set(logs.flatMap(({ replacements }) => replacements.map(({ column }) => column)))];
  const assignments = columns.flatMap((column) => {
    const changes = logs.flatMap(({ number, replacements }) =>
      replacements.filter((each) => each.column === column).map(({ value }) => ({ number, value })),
    );
    const isChanged = `number IN (${formatList(changes.map(({ number }) => number))})`;
    if (column === 'group_email') {
      return ['group_email', 'address'].map((each) => `${each} = if(${isChanged}, NULL, ${each})`);
    }
    const values = changes.map(({ value }) => String(value));
    const newValue = `transform(number, [${formatList(changes.map(({ number }) => number))}], [${formatList(values)}], '')`;
    return [`${column} = if(${isChanged}, ${newValue}, ${column})`];
  });
  const changedNumbers = formatList(logs.map(({ number }) => number));
  return `ALTER TABLE logs UPDATE ${assignments.join(', ')} WHERE project_id = ${quoteText(projectId)} AND number IN (${changedNumbers})`;
}
