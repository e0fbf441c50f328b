import { assignPlaces } from '../../platform/database/assign-places.ts';
import { NAME_LIMITS } from '../../platform/database/name-limits.ts';
import { getText, type Sql } from '../../platform/database/sql.ts';
import { upsert } from '../../platform/database/upsert-sql.ts';
import { OTHER_ROUTE } from '../logs/endpoint-name.ts';
import type { DeltaCell } from '../logs/traffic-delta.ts';
import { ENVIRONMENTS } from './tables.ts';

/**
 * Maximum number of environments that are evicted in one transaction. The counts of evicted environments remain, so this limit bounds the number of
 * environments that a flood of names can add to the counts.
 */
const MAX_EVICTED = 1;

/** Decides which environments of the cells are counted separately. Returns all environments that are counted separately. */
export async function assignEnvironments(
  sql: Sql,
  projectId: string,
  cells: readonly DeltaCell[],
): Promise<ReadonlySet<string>> {
  const rows = await sql.all('SELECT name, used FROM traffic_environments WHERE project_id = ?', projectId);
  const holders = new Map(rows.map((row) => [getText(row, 'name'), Number(row.used)]));
  const candidates = new Map<string, number>();
  const addedNumbers = new Map<string, number>();
  for (const { environment, n } of cells) {
    if (environment === OTHER_ROUTE) continue;
    addedNumbers.set(environment, (addedNumbers.get(environment) ?? 0) + n);
    const uses = holders.has(environment) ? holders : candidates;
    uses.set(environment, (uses.get(environment) ?? 0) + n);
  }
  const { admitted, evicted } = assignPlaces(holders, candidates, {
    places: NAME_LIMITS.environments,
    maxEvicted: MAX_EVICTED,
  });
  for (const name of evicted) {
    await sql.run('DELETE FROM traffic_environments WHERE project_id = ? AND name = ?', projectId, name);
    holders.delete(name);
  }
  const knownNames = new Set([...holders.keys(), ...admitted]);
  const uses = [...addedNumbers]
    .filter(([name]) => knownNames.has(name))
    .map(([name, used]) => ({ projectId, name, used }));
  if (uses.length > 0) await upsert(sql, ENVIRONMENTS, uses, { added: ['used'] });
  return knownNames;
}
