import { existsSync } from 'node:fs';
import { getEndpointId } from '../areas/logs/endpoint-name.ts';
import { LOG } from '../areas/logs/log.fixture.ts';
import { AREAS } from '../areas.ts';
import type { TestOperation } from './test-operation.fixture.ts';

export type { TestOperation };

const files = AREAS.map(({ name }) => new URL(`../areas/${name}/operations.fixture.ts`, import.meta.url));
const modules: readonly { readonly OPERATIONS: readonly TestOperation[] }[] = await Promise.all(
  files.filter((file) => existsSync(file)).map((file) => import(file.pathname)),
);
const all = modules.flatMap(({ OPERATIONS: operations }) => operations);

/** Valid requests, one for every read operation. */
export const READS = all.filter(({ method }) => method === 'GET');

/** Valid requests, one for every write operation. Deletions are the last, because other requests need what they delete. */
export const WRITES = all
  .filter(({ method }) => method !== 'GET')
  .toSorted((a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'));

export const OPERATIONS: readonly TestOperation[] = [...READS, ...WRITES];

interface Ids {
  readonly itemId: string;
  readonly logId: string;
  readonly sourceId: string;
  readonly hintId: string;
  readonly userId: string;
}

/** Returns the path with its placeholders replaced by ids. */
export function fillPath(path: string, ids: Ids): string {
  return path
    .replace('{endpointId}', getEndpointId(LOG))
    .replace('{hintId}', ids.hintId)
    .replace('{itemId}', ids.itemId)
    .replace('{logId}', ids.logId)
    .replace('{sourceId}', ids.sourceId)
    .replace('{userId}', ids.userId);
}
