import { assignPlaces } from '../../platform/database/assign-places.ts';
import { NAME_LIMITS } from '../../platform/database/name-limits.ts';
import { createPlaceholders, type Sql } from '../../platform/database/sql.ts';
import { selectColumns } from '../../platform/database/table.ts';
import { upsert, writeInSlices } from '../../platform/database/upsert-sql.ts';
import {
  type EndpointName,
  getBestSource,
  getEndpointId,
  isReservedRoute,
  OTHER_ENDPOINT,
  parseRouteSource,
  ROUTE_SOURCES,
  type RouteSource,
} from '../logs/endpoint-name.ts';
import type { DeltaCell } from '../logs/traffic-delta.ts';
import { ENDPOINTS } from './tables.ts';

/** Maximum number of endpoints by the source of the route. Each source has its own limit, so made-up paths never evict known endpoints. */
const PLACES: Readonly<Record<RouteSource, number>> = {
  documented: NAME_LIMITS.documentedEndpoints,
  sent: NAME_LIMITS.sentEndpoints,
  inferred: NAME_LIMITS.inferredEndpoints,
};
/** Maximum number of endpoints per source that are evicted in one transaction. Other writes wait while their counts are moved. */
const MAX_EVICTED = 100;

/** The endpoints of a project that are counted separately. */
export interface EndpointPlaces {
  /** Returns the number of an endpoint, or the number of `{other}` if the endpoint is not counted separately. */
  getNumber(endpoint: EndpointName): number;
  /** Returns whether the endpoint with this number is documented or was sent. */
  isKnown(number: number): boolean;
  /** Numbers of the evicted endpoints, whose counts must be moved. */
  readonly evicted: readonly number[];
}

const ENDPOINT = selectColumns(ENDPOINTS, ['number', 'method', 'route', 'source', 'used']);

interface Endpoint extends EndpointName {
  readonly number?: number;
  readonly source: RouteSource;
  readonly used: number;
}

/** Decides which endpoints of the cells are counted separately. The transaction must have locked the project. */
export async function assignEndpoints(
  sql: Sql,
  projectId: string,
  cells: readonly DeltaCell[],
): Promise<EndpointPlaces> {
  const storedEndpoints = await readEndpoints(sql, projectId);
  const changedEndpoints = new Map<string, Endpoint>();
  const touch = (name: EndpointName, source: RouteSource, usedAt: number) => {
    const known = changedEndpoints.get(getName(name)) ?? storedEndpoints.get(getName(name));
    const endpoint = { ...name, source: getBestSource(known?.source, source), used: (known?.used ?? 0) + usedAt };
    changedEndpoints.set(getName(name), known?.number === undefined ? endpoint : { ...endpoint, number: known.number });
  };
  if (!storedEndpoints.has(getName(OTHER_ENDPOINT))) touch(OTHER_ENDPOINT, 'inferred', 0);
  for (const { method, route, source = 'inferred', n, c2 } of cells) {
    // Anyone can request a path that does not exist. Only a successful response shows that an inferred endpoint exists.
    touch({ method, route }, source, source === 'inferred' ? c2 : n);
  }
  const current = new Map([...storedEndpoints, ...changedEndpoints]);
  const evictedNumbers = ROUTE_SOURCES.flatMap((source) => decidePlaces(current, changedEndpoints, source));
  await writeInSlices([...changedEndpoints.values()], (slice) => writeEndpoints(sql, projectId, slice));
  await deleteEndpoints(sql, projectId, evictedNumbers);
  const hasNew = [...changedEndpoints.values()].some(({ number }) => number === undefined);
  // The database assigns the numbers of new endpoints.
  const numbers = hasNew || evictedNumbers.length > 0 ? await readEndpoints(sql, projectId) : current;
  const knownNumbers = new Set(
    [...numbers.values()].filter(({ source }) => source !== 'inferred').map(({ number }) => number),
  );
  const other = numbers.get(getName(OTHER_ENDPOINT))?.number;
  if (other === undefined) throw new Error('the endpoint that counts all other endpoints is missing');
  return {
    getNumber: (name) => numbers.get(getName(name))?.number ?? other,
    isKnown: (number) => knownNumbers.has(number),
    evicted: evictedNumbers,
  };
}

/**
 * Decides which endpoints of a source are counted separately. Removes the others from `changedEndpoints`.
 * @returns the numbers of stored endpoints that are evicted
 */
function decidePlaces(
  current: ReadonlyMap<string, Endpoint>,
  changedEndpoints: Map<string, Endpoint>,
  source: RouteSource,
): number[] {
  const competing = [...current].filter(([, each]) => each.source === source && !isReservedRoute(each.route));
  const getUse = (isStored: boolean) =>
    new Map(
      competing.filter(([, each]) => (each.number !== undefined) === isStored).map(([name, { used }]) => [name, used]),
    );
  const candidates = getUse(false);
  const { admitted, evicted } = assignPlaces(getUse(true), candidates, {
    places: PLACES[source],
    maxEvicted: MAX_EVICTED,
  });
  for (const name of admitted) candidates.delete(name);
  for (const name of [...candidates.keys(), ...evicted]) changedEndpoints.delete(name);
  return evicted.flatMap((name) => current.get(name)?.number ?? []);
}

const getName = ({ method, route }: EndpointName) => `${method} ${route}`;

async function readEndpoints(sql: Sql, projectId: string): Promise<Map<string, Endpoint & { number: number }>> {
  const rows = await sql.all(
    `SELECT ${ENDPOINT.columns} FROM endpoints WHERE project_id = ? ORDER BY number`,
    projectId,
  );
  return new Map(
    rows.map((row) => {
      const endpoint = ENDPOINT.parse(row);
      return [getName(endpoint), { ...endpoint, source: parseRouteSource(endpoint.source) }];
    }),
  );
}

async function writeEndpoints(sql: Sql, projectId: string, endpoints: readonly Endpoint[]): Promise<void> {
  const rows = endpoints.map(({ method, route, source, used }) => {
    const id = getEndpointId({ method, route });
    return { projectId, id, method, route, source, used };
  });
  await upsert(sql, ENDPOINTS, rows, { key: ['projectId', 'id'] });
}

async function deleteEndpoints(sql: Sql, projectId: string, numbers: readonly number[]): Promise<void> {
  if (numbers.length === 0) return;
  await sql.run(
    `DELETE FROM endpoints WHERE project_id = ? AND number IN (${createPlaceholders(numbers.length)})`,
    projectId,
    ...numbers,
  );
}
