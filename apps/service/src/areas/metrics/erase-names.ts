import { getText, type Sql } from '../../platform/database/sql.ts';
import {
  mayContainAddress,
  type NameEraser,
  replaceEach,
  replaceInColumn,
} from '../../platform/personal-data/erase-names.ts';
import type { IsErased } from '../../platform/personal-data/replace-emails.ts';
import { MINUTES_PER_DAY } from '../../platform/time/minutes.ts';
import { getEndpointId } from '../logs/endpoint-name.ts';
import { updateClosedDays } from './closed-days.ts';
import { moveErrorCode, moveErrors } from './error-fold.ts';
import { ENDPOINTS, ENVIRONMENTS, TRAFFIC_ERRORS } from './tables.ts';
import { moveCounts, moveEnvironment } from './traffic-cells.ts';
import { ALL_ENDPOINTS } from './traffic-fold.ts';

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
      method: replaceInColumn(ENDPOINTS, 'method', method, isErased),
      route: replaceInColumn(ENDPOINTS, 'route', route, isErased),
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
    await updateClosedDays(sql, projectId);
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
  return replaceEach(rows, TRAFFIC_ERRORS, 'error_code', isErased, limit, async (oldName, errorCode) => {
    await moveErrorCode(sql, projectId, oldName, errorCode);
  });
}

async function eraseEnvironments(sql: Sql, projectId: string, isErased: IsErased, limit: number): Promise<number> {
  // The counts of an evicted environment remain. The sums of the days contain all environments.
  const rows = await sql.all(
    `SELECT name FROM traffic_environments WHERE project_id = ?
     UNION SELECT environment FROM traffic WHERE project_id = ? AND grain = ${MINUTES_PER_DAY} AND endpoint = ${ALL_ENDPOINTS}`,
    projectId,
    projectId,
  );
  return replaceEach(rows, ENVIRONMENTS, 'name', isErased, limit, async (oldName, environment) => {
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

/** Replaces the email addresses in the names of endpoints, error codes and environments. */
export const COUNT_NAME_ERASERS: readonly NameEraser[] = [eraseEndpoints, eraseErrorCodes, eraseEnvironments];
