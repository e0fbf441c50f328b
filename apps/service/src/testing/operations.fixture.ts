import { existsSync } from 'node:fs';
import { expect } from 'vitest';
import { AREAS } from '../areas.ts';
import { describeApi } from '../describe-api.ts';
import { OWN_PROJECT, projectPath, type TestApp } from './service.fixture.ts';
import type { AreaOperations, ResourceRequests, TestOperation } from './test-operation.fixture.ts';

/** An operation with the name of its area. */
export interface AreaOperation extends TestOperation {
  readonly area: string;
}

interface Listed extends AreaOperations {
  readonly area: string;
}

const areas: readonly Listed[] = await Promise.all(
  AREAS.map(({ name }) => ({ area: name, file: new URL(`../areas/${name}/operations.fixture.ts`, import.meta.url) }))
    .filter(({ file }) => existsSync(file))
    .map(async ({ area, file }) => ({ area, ...((await import(file.pathname)) as AreaOperations) })),
);
const all: readonly AreaOperation[] = areas.flatMap(({ area, OPERATIONS: operations = [] }) =>
  operations.map((operation) => ({ area, ...operation })),
);

/** Valid requests, one for every read operation. */
export const READS = all.filter(({ method }) => method === 'GET');

/** Valid requests, one for every write operation. Deletions are last, because other requests need the deleted resources. */
export const WRITES = all
  .filter(({ method }) => method !== 'GET')
  .toSorted((a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'));

export const OPERATIONS: readonly AreaOperation[] = [...READS, ...WRITES];

/** Valid requests, one for every operation whose path is not below `/projects/{slug}`. They contain the whole path. */
export const OPERATIONS_OUTSIDE_PROJECTS: readonly AreaOperation[] = areas.flatMap(
  ({ area, OPERATIONS_OUTSIDE_PROJECTS: operations = [] }) => operations.map((operation) => ({ area, ...operation })),
);

/** Ids by area name and path placeholder. */
export type Ids = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Creates the resources that the operations of all areas read, change and delete in a project, and returns the ids. */
export async function createResources(
  { sendRequest, create, keys, store, foldedUser }: TestApp,
  slug = OWN_PROJECT,
  key = keys.ann,
): Promise<Ids> {
  const requests: ResourceRequests = {
    slug,
    store,
    create: async (path, json) => (await create(json, projectPath(path, slug), key)).id,
    async send(method, path, json) {
      const { status, body } = await sendRequest(method, projectPath(path, slug), { key, json });
      expect(status, JSON.stringify(body)).toBeLessThan(300);
    },
    foldedUser: () => foldedUser(slug),
  };
  const ids: Record<string, Readonly<Record<string, string>>> = {};
  for (const each of areas) ids[each.area] = (await each.createResources?.(requests)) ?? {};
  return ids;
}

/**
 * Returns the path of an operation with its placeholders replaced by the ids of its area.
 * @param ids default: ids that do not exist
 */
export function fillPath({ area, path }: Pick<AreaOperation, 'area' | 'path'>, ids?: Ids): string {
  return path.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => {
    if (ids === undefined) return 'none_0';
    const id = ids[area]?.[name];
    if (id === undefined) throw new Error(`createResources of the area "${area}" returns no id for ${placeholder}`);
    return id;
  });
}

/** Properties of an operation in the OpenAPI document. */
export interface OperationDescription {
  readonly 'x-keys': readonly string[];
  readonly 'x-role'?: 'owner' | 'member';
  /** Whether keys for one project must not use the operation. */
  readonly 'x-all-projects-key'?: true;
  readonly 'x-audit'?: string;
  readonly 'x-not-audited'?: string;
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly schema: { readonly type?: string; readonly enum?: readonly string[] };
  }[];
}

/** The operations of the OpenAPI document, by path and method. */
export const DESCRIBED_PATHS = (
  describeApi().document as { readonly paths: Readonly<Record<string, Readonly<Record<string, OperationDescription>>>> }
).paths;

/** Returns the path in the notation of the OpenAPI document. */
export const describedPath = ({ path }: Pick<AreaOperation, 'path'>): string => {
  const [name = ''] = path.split('?');
  return name.startsWith('/api/') ? name : `/api/v1/projects/{slug}${name}`;
};

/** Returns the properties of an operation in the OpenAPI document. */
export function describeOperation(operation: Pick<AreaOperation, 'method' | 'path'>): OperationDescription {
  const described = DESCRIBED_PATHS[describedPath(operation)]?.[operation.method.toLowerCase()];
  if (!described) throw new Error(`the OpenAPI document has no operation ${operation.method} ${operation.path}`);
  return described;
}
