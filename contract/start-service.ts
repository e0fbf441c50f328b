import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createKey, hashKey, openStore, startServer } from '../apps/service/build/index.js';

export const SLUG = 'octo-api';

/** The real service with its own database and a project, and the statuses of its responses. */
export interface ServiceUnderTest {
  readonly url: string;
  readonly key: string;
  /** The path of a temporary folder. */
  readonly folder: string;
  /** The number of responses by status. */
  readonly statuses: ReadonlyMap<number, number>;
  readonly unexpectedErrors: readonly unknown[];
  sendRequest(method: string, path: string, body?: unknown): Promise<unknown>;
  close(): Promise<void>;
}

export async function startServiceUnderTest(): Promise<ServiceUnderTest> {
  const folder = mkdtempSync(join(tmpdir(), 'context-sync-contract-'));
  const database = join(folder, 'service.db');
  const key = createKey();
  const store = await openStore(database);
  await store.accounts.createUser('owner@example.com');
  await store.accounts.createProject(SLUG, 'Octo API', 'owner@example.com');
  await store.accounts.createKey('owner@example.com', { access: 'full', hash: hashKey(key) });
  await store.close();
  const statuses = new Map<number, number>();
  const unexpectedErrors: unknown[] = [];
  const server = await startServer({
    database,
    port: 0,
    observer:
      () =>
      ({ status }) =>
        statuses.set(status, (statuses.get(status) ?? 0) + 1),
    report: (error) => unexpectedErrors.push(error),
  });
  return {
    url: server.url,
    key,
    folder,
    statuses,
    unexpectedErrors,
    async sendRequest(method, path, body) {
      const response = await fetch(server.url + path, {
        method,
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
      return response.json();
    },
    async close() {
      await server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
