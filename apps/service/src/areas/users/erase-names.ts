import { getText, type Sql, type SqlRow } from '../../platform/database/sql.ts';
import type { IsErased } from '../../platform/personal-data/replace-emails.ts';
import { getEndpointId } from '../logs/endpoint-name.ts';
import { MINUTES_PER_DAY } from '../logs/traffic-delta.ts';
import { moveErrorCode, moveErrors } from '../metrics/error-fold.ts';
import { moveCounts, moveEnvironment } from '../metrics/traffic-cells.ts';
import { ALL_ENDPOINTS } from '../metrics/traffic-fold.ts';
import { replaceInColumn } from './erase-logs.ts';

/**
 * Replaces the addresses of users in the names of a project's counts, and adds the counts to those of the new names, so that the totals do not change.
 * The transaction must have locked the counts of the project.
 * @param limit maximum number of names; the counts of one name are changed in one transaction
 * @returns the number of replaced names
 */
export async function eraseNames(sql: Sql, projectId: string, isErased: IsErased, limit: number): Promise<number> {
  let replacedCount = 0;
  for (const erase of [eraseEndpoints, eraseErrorCodes, eraseEnvironments, eraseDeliveryNames]) {
    if (replacedCount < limit) replacedCount += await erase(sql, projectId, isErased, limit - replacedCount);
  }
  return replacedCount;
}

/** Returns an SQL condition for texts that can contain an address, also in an escape. */
function mayContainAddress(column: string): string {
  return `(${['@', '!%', '&', '\\'].map((text) => `${column} LIKE '%${text}%' ESCAPE '!'`).join(' OR ')})`;
}

async function eraseEndpoints(sql: Sql, projectId: string, isErased: IsErased, limit: number): Promise<number> {
  const rows = await sql.all(
    `SELECT number, method, route FROM endpoints
     WHERE project_id = ? AND (${mayContainAddress('method')} OR ${mayContainAddress('route')}) ORDER BY number`,
    projectId,
  );
  let replacedCount = 0;
  for (const row of rows) {
    const [method, route] = [getText(row, 'method'), getText(row, 'route')];
    const name = {
      method: replaceInColumn('endpoints', 'method', method, isErased),
      route: replaceInColumn('endpoints', 'route', route, isErased),
    };
    if (replacedCount === limit) break;
    if (name.method === method && name.route === route) continue;
    replacedCount += 1;
    await renameEndpoint(sql, projectId, Number(row.number), name);
  }
  return replacedCount;
}

async function renameEndpoint(
  sql: Sql,
  projectId: string,
  number: number,
  name: { readonly method: string; readonly route: string },
): Promise<void> {
  const id = getEndpointId(name);
  const existingEndpoint = await sql.get('SELECT number FROM endpoints WHERE project_id = ? AND id = ?', projectId, id);
  if (!existingEndpoint) {
    await sql.run(
      'UPDATE endpoints SET id = ?, method = ?, route = ? WHERE project_id = ? AND number = ?',
      id,
      name.method,
      name.route,
      projectId,
      number,
    );
    return;
  }
  const target = Number(existingEndpoint.number);
  await moveCounts(sql, projectId, number, target);
  await moveErrors(sql, projectId, number, target);
  await sql.run(
    `UPDATE endpoints SET used = used + (SELECT e.used FROM endpoints e WHERE e.project_id = ? AND e.number = ?)
     WHERE project_id = ? AND number = ?`,
    projectId,
    number,
    projectId,
    target,
  );
  await sql.run('DELETE FROM endpoints WHERE project_id = ? AND number = ?', projectId, number);
}

async function eraseErrorCodes(sql: Sql, projectId: string, isErased: IsErased, limit: number): Promise<number> {
  const rows = await sql.all(
    `SELECT DISTINCT error_code FROM traffic_errors WHERE project_id = ? AND ${mayContainAddress('error_code')}`,
    projectId,
  );
  return replaceEach(rows, 'traffic_errors', 'error_code', isErased, limit, async (oldName, errorCode) => {
    await moveErrorCode(sql, projectId, oldName, errorCode);
  });
}

async function eraseEnvironments(sql: Sql, projectId: string, isErased: IsErased, limit: number): Promise<number> {
  // The counts of an environment that has lost its place remain. The sums of the days contain all environments.
  const rows = await sql.all(
    `SELECT name FROM traffic_environments WHERE project_id = ?
     UNION SELECT environment FROM traffic WHERE project_id = ? AND grain = ${MINUTES_PER_DAY} AND endpoint = ${ALL_ENDPOINTS}`,
    projectId,
    projectId,
  );
  return replaceEach(rows, 'traffic_environments', 'name', isErased, limit, async (oldName, environment) => {
    await sql.run(
      `INSERT INTO traffic_environments (project_id, name, used)
       SELECT project_id, CAST(? AS TEXT), used FROM traffic_environments WHERE project_id = ? AND name = ?
       ON CONFLICT (project_id, name) DO UPDATE SET used = traffic_environments.used + excluded.used`,
      environment,
      projectId,
      oldName,
    );
    await sql.run('DELETE FROM traffic_environments WHERE project_id = ? AND name = ?', projectId, oldName);
    await moveEnvironment(sql, projectId, oldName, environment);
  });
}

/** Replaces the addresses in the names of deliveries to other users. These names are not part of a key. */
async function eraseDeliveryNames(sql: Sql, projectId: string, isErased: IsErased, limit: number): Promise<number> {
  let replacedCount = 0;
  for (const column of ['method', 'route']) {
    const rows = await sql.all(
      `SELECT DISTINCT ${column} FROM hint_deliveries WHERE project_id = ? AND ${mayContainAddress(column)}`,
      projectId,
    );
    replacedCount += await replaceEach(rows, 'hint_deliveries', column, isErased, limit, async (oldName, name) => {
      await sql.run(
        `UPDATE hint_deliveries SET ${column} = ? WHERE project_id = ? AND ${column} = ?`,
        name,
        projectId,
        oldName,
      );
    });
  }
  return replacedCount;
}

async function replaceEach(
  rows: readonly SqlRow[],
  table: string,
  column: string,
  isErased: IsErased,
  limit: number,
  replace: (oldName: string, name: string) => Promise<void>,
): Promise<number> {
  let replacedCount = 0;
  for (const row of rows) {
    const oldName = getText(row, column);
    const name = replaceInColumn(table, column, oldName, isErased);
    if (replacedCount === limit) break;
    if (name === oldName) continue;
    replacedCount += 1;
    await replace(oldName, name);
  }
  return replacedCount;
}
