import { assignPlaces } from '../../platform/database/assign-places.ts';
import { NAME_LIMITS } from '../../platform/database/name-limits.ts';
import { createPlaceholders, type Sql, type SqlValue } from '../../platform/database/sql.ts';
import { type RowOf, selectColumns } from '../../platform/database/table.ts';
import { upsert, writeInSlices } from '../../platform/database/upsert-sql.ts';
import { OTHER_ENDPOINT, OTHER_ROUTE } from '../logs/endpoint-name.ts';
import type { DeltaError } from '../logs/traffic-delta.ts';
import type { EndpointPlaces } from './endpoint-places.ts';
import { TRAFFIC_ERRORS } from './tables.ts';

const MAX_EVICTED = 1_000;

type ErrorKey = Omit<RowOf<typeof TRAFFIC_ERRORS.columns>, 'projectId' | 'n'>;
const ERROR = selectColumns(TRAFFIC_ERRORS, ['day', 'endpoint', 'status', 'errorCode', 'n']);

/**
 * Adds errors to the counts by day. Errors of inferred endpoints, whose paths anyone can make up, have a separate limit from those of documented and
 * sent endpoints. Rare errors beyond the limits are counted together.
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
  const addedCounts = new Map<string, number>();
  const add = (key: ErrorKey, n: number) => {
    const name = formatKey(key);
    addedCounts.set(name, (addedCounts.get(name) ?? 0) + n);
  };
  for (const { status, errorCode, n, ...endpoint } of errors)
    add({ day, endpoint: endpoints.getNumber(endpoint), status, errorCode }, n);
  const storedCounts = await readErrorsOfDay(sql, projectId, day);
  const other = endpoints.getNumber(OTHER_ENDPOINT);
  for (const isKnown of [true, false]) {
    const belongs = (name: string) => {
      const { endpoint, errorCode } = parseKey(name);
      return endpoints.isKnown(endpoint) === isKnown && !(endpoint === other && errorCode === OTHER_ROUTE);
    };
    const holders = new Map([...storedCounts].filter(([name]) => belongs(name)));
    for (const name of holders.keys()) holders.set(name, (holders.get(name) ?? 0) + (addedCounts.get(name) ?? 0));
    const candidates = new Map([...addedCounts].filter(([name]) => belongs(name) && !holders.has(name)));
    const places = isKnown ? NAME_LIMITS.knownErrorsPerDay : NAME_LIMITS.otherErrorsPerDay;
    const { admitted, evicted } = assignPlaces(holders, candidates, { places, maxEvicted: MAX_EVICTED });
    const movedNames = new Set([...candidates.keys(), ...evicted]);
    for (const name of admitted) movedNames.delete(name);
    for (const name of movedNames) {
      const { status } = parseKey(name);
      add(
        { day, endpoint: other, status, errorCode: OTHER_ROUTE },
        (storedCounts.get(name) ?? 0) + (addedCounts.get(name) ?? 0),
      );
      addedCounts.delete(name);
    }
    await writeInSlices(evicted, (slice) => deleteErrors(sql, projectId, slice.map(parseKey)));
  }
  await writeInSlices([...addedCounts], (slice) =>
    upsert(
      sql,
      TRAFFIC_ERRORS,
      slice.map(([name, n]) => ({ projectId, ...parseKey(name), n })),
      { added: ['n'] },
    ),
  );
}

/**
 * Moves the errors of an endpoint to another endpoint.
 * @param days days on which the endpoint had errors. By default, all days are read, which takes a long time
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
  return moveRows(sql, projectId, 'error_code = ?', [from], { errorCode: to });
}

async function moveRows(
  sql: Sql,
  projectId: string,
  condition: string,
  values: readonly SqlValue[],
  changes: { readonly endpoint?: number; readonly errorCode?: string },
): Promise<void> {
  const rows = await sql.all(
    `DELETE FROM traffic_errors WHERE project_id = ? AND ${condition} RETURNING ${ERROR.columns}`,
    projectId,
    ...values,
  );
  const added = rows.map((row) => ({ projectId, ...ERROR.parse(row), ...changes }));
  await writeInSlices(added, (slice) => upsert(sql, TRAFFIC_ERRORS, slice, { added: ['n'] }));
}

async function readErrorsOfDay(sql: Sql, projectId: string, day: number): Promise<Map<string, number>> {
  const rows = await sql.all(
    `SELECT ${ERROR.columns} FROM traffic_errors WHERE project_id = ? AND day = ?`,
    projectId,
    day,
  );
  return new Map(
    rows.map((row) => {
      const { n, ...key } = ERROR.parse(row);
      return [formatKey(key), n];
    }),
  );
}

async function deleteErrors(sql: Sql, projectId: string, keys: readonly ErrorKey[]): Promise<void> {
  for (const { day, endpoint, status, errorCode } of keys) {
    await sql.run(
      'DELETE FROM traffic_errors WHERE project_id = ? AND day = ? AND endpoint = ? AND status = ? AND error_code = ?',
      projectId,
      day,
      endpoint,
      status,
      errorCode,
    );
  }
}

function formatKey({ day, endpoint, status, errorCode }: ErrorKey): string {
  return JSON.stringify({ day, endpoint, status, errorCode });
}

function parseKey(name: string): ErrorKey {
  return JSON.parse(name) as ErrorKey;
}
