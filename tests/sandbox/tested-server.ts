import { type Cleanup, listItems, startService, startSpecificationServer } from '@context-sync/testkit';

/** An item on a server. */
export interface ServerItem {
  readonly title: string;
  readonly content: string;
}

/** A server with which the action is tested. */
export interface TestedServer {
  readonly name: ServerName;
  readonly url: string;
  readonly key: string;
  readonly project: string;
  /** Whether the server supports Idempotency-Key, updates and deletion, so that no item stays in doubt, superseded or orphaned. */
  readonly isCapable: boolean;
  items(): Promise<readonly ServerItem[]>;
  /** Returns the category of each connected data source, or undefined if the server does not report it. */
  categories(): readonly string[] | undefined;
}

export type ServerName = 'the real service' | 'the five operations';
export const SERVER_NAMES: readonly ServerName[] = ['the real service', 'the five operations'];

export async function startTestedServer(cleanup: Cleanup, name: ServerName): Promise<TestedServer> {
  if (name === 'the real service') {
    const service = await startService(cleanup);
    const { url, key, project } = service;
    return { name, url, key, project, isCapable: true, items: () => listItems(service), categories: () => undefined };
  }
  const server = await startSpecificationServer(cleanup);
  const { url, key, project } = server;
  return {
    name,
    url,
    key,
    project,
    isCapable: false,
    items: async () => server.items.map(({ title, content = '' }) => ({ title, content })),
    categories: () => server.dataSources.map(({ category }) => category),
  };
}
