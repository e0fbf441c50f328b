import { NAME_LIMITS } from '../../platform/database/name-limits.ts';
import { createPlaceholders, type Sql, type SqlRow, type SqlValue } from '../../platform/database/sql.ts';
import { upsert, writeInSlices } from '../../platform/database/upsert-sql.ts';
import { OTHER_ENDPOINT, OTHER_ROUTE } from '../logs/endpoint-name.ts';
import type { DeltaError } from '../logs/traffic-delta.ts';
import { assignPlaces } from './assign-places.ts';
import type { EndpointPlaces } from './endpoint-places.ts';

const ERROR_KEY = ['project_id', 'day', 'endpoint', 'status', 'error_code'];
const MAX_EVICTED = 1_000;

type ErrorKey = readonly [day: number, endpoint: number, status: number, errorCode: string];

/**
 * Adds errors to the counts by day. The errors of endpoints that anyone can invent do not compete with those of documented and sent endpoints. Rare
 * errors beyond the limits are counted together.
 */
export async function foldErrors(
  sql: Sql,
  projectId: string,
  errors: readonly DeltaError[],
  endpoints: EndpointPlaces,
): Promise<void> {
  const errorsByDay = Map.groupBy(errors, ({ day }) => day);
  for (const [day, errorsOfDay] of errorsByDay) await foldErrorsOfDay(sql, projectId, day, errorsOfDay, endpoints);
}

async function foldErrorsOfDay(
  sql: Sql,
  projectId: string,
  day: number,
  errors: readonly DeltaError[],
  endpoints: EndpointPlaces,
): Promise<void> {
  const added = new Map<string, number>();
  const add = (key: ErrorKey, n: number) => {
    const name = JSON.stringify(key);
    added.set(name, (added.get(name) ?? 0) + n);
  };
  for (const error of errors) add([day, endpoints.getNumber(error), error.status, error.errorCode], error.n);
  const stored = await readErrorsOfDay(sql, projectId, day);
  const other = endpoints.getNumber(OTHER_ENDPOINT);
  for (const isKnown of [true, false]) {
    const belongs = (name: string) => {
      const [, endpoint, , errorCode] = parseKey(name);
      return endpoints.isKnown(endpoint) === isKnown && !(endpoint === other && errorCode === OTHER_ROUTE);
    };
    const holders = new Map([...stored].filter(([name]) => belongs(name)));
    for (const name of holders.keys()) holders.set(name, (holders.get(name) ?? 0) + (added.get(name) ?? 0));
    const candidates = new Map([...added].filter(([name]) => belongs(name) && !holders.has(name)));
    const places = isKnown ? NAME_LIMITS.knownErrorsPerDay : NAME_LIMITS.otherErrorsPerDay;
    const { admitted, evicted } = assignPlaces(holders, candidates, { places, maxEvicted: MAX_EVICTED });
    const moved = new Set([...candidates.keys(), ...evicted]);
    for (const name of admitted) moved.delete(name);
    for (const name of moved) {
      const [, , status] = parseKey(name);
      add([day, other, status, OTHER_ROUTE], (stored.get(name) ?? 0) + (added.get(name) ?? 0));
      added.delete(name);
    }
    await writeInSlices(evicted, (slice) => deleteErrors(sql, projectId, slice.map(parseKey)));
  }
  await writeInSlices([...added], (slice) =>
    upsert(
      sql,
      'traffic_errors',
      ERROR_KEY,
      ['n'],
      slice.map(([name, n]) => [projectId, ...parseKey(name), n]),
    ),
  );
}

/**
 * Moves the errors of an endpoint to another endpoint.
 * @param days days on which the endpoint had errors. By default, all days are read, which takes long
 */
export async function moveErrors(
  sql: Sql,
  projectId: string,
  from: number,
  to: number,
  days?: readonly number[],
): Promise<void> {
  if (!days) return moveRows(sql, projectId, 'endpoint = ?', [from], { endpoint: to });
  await writeInSlices(days, (slice) => {
    const condition = `day IN (${createPlaceholders(slice.length)}) AND endpoint = ?`;
    return moveRows(sql, projectId, condition, [...slice, from], { endpoint: to });
  });
}

/** Moves all errors with a code to another code. */
export function moveErrorCode(sql: Sql, projectId: string, from: string, to: string): Promise<void> {
  return moveRows(sql, projectId, 'error_code = ?', [from], { error_code: to });
}

async function moveRows(
  sql: Sql,
  projectId: string,
  condition: string,
  values: readonly SqlValue[],
  changes: { readonly endpoint?: number; readonly error_code?: string },
): Promise<void> {
  const rows = await sql.all(
    `DELETE FROM traffic_errors WHERE project_id = ? AND ${condition} RETURNING day, endpoint, status, error_code, n`,
    projectId,
    ...values,
  );
  const added = rows.map((row): SqlRow => ({ ...row, ...changes }));
  await writeInSlices(added, (slice) =>
    upsert(
      sql,
      'traffic_errors',
      ERROR_KEY,
      ['n'],
      slice.map(({ day, endpoint, status, error_code: errorCode, n }) => [
        projectId,
        Number(day),
        Number(endpoint),
        Number(status),
        String(errorCode),
        Number(n),
      ]),
    ),
  );
}

async function readErrorsOfDay(sql: Sql, projectId: string, day: number): Promise<Map<string, number>> {
  const rows = await sql.all(
    'SELECT endpoint, status, error_code, n FROM traffic_errors WHERE project_id = ? AND day = ?',
    projectId,
    day,
  );
  return new Map(
    rows.map((row) => [
      JSON.stringify([day, Number(row.endpoint), Number(row.status), String(row.error_code)]),
      Number(row.n),
    ]),
  );
}

async function deleteErrors(sql: Sql, projectId: string, keys: readonly ErrorKey[]): Promise<void> {
  for (const key of keys) {
    await sql.run(
      'DELETE FROM traffic_errors WHERE project_id = ? AND day = ? AND endpoint = ? AND status = ? AND error_code = ?',
      projectId,
      ...key,
    );
  }
}

function parseKey(name: string): ErrorKey {
  return JSON.parse(name) as ErrorKey;
}
