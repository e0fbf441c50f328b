import type { Caller, Project } from '../store/accounts.ts';
import type { Store } from '../store/store.ts';

/** Who asks over MCP, and what they may see. */
export interface Viewer {
  /** Tells viewers apart, so that a cursor of one is no cursor of another. */
  readonly id: string;
  /** Whether context items that are not public, and descriptions of APIs, are kept from them. */
  readonly publicOnly: boolean;
  /** By slug. */
  projects(): Promise<readonly Project[]>;
}

/** The user behind a key. */
export function memberViewer(store: Store, { keyId, userId }: Caller): Viewer {
  return {
    id: userId,
    publicOnly: false,
    projects: async () => (await store.accounts.account(keyId))?.projects ?? [],
  };
}

/** Somebody without a key. */
export function anonymousViewer(store: Store): Viewer {
  return { id: '', publicOnly: true, projects: () => store.accounts.anonymousProjects() };
}
