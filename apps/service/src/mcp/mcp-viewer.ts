import type { Caller, Project } from '../store/accounts.ts';
import type { Store } from '../store/store.ts';

/** The caller of an MCP request and the caller's read access. */
export interface McpViewer {
  /** Identifies the viewer, so that cursors cannot be used by others. */
  readonly id: string;
  /** Whether to hide non-public context items and OpenAPI documents. */
  readonly publicOnly: boolean;
  /** Lists projects by slug. */
  projects(): Promise<readonly Project[]>;
}

/** Creates the viewer for an authenticated caller. */
export function memberViewer(store: Store, { keyId, userId }: Caller): McpViewer {
  return {
    id: userId,
    publicOnly: false,
    projects: async () => (await store.accounts.account(keyId))?.projects ?? [],
  };
}

/** Creates the viewer for an anonymous caller. */
export function anonymousViewer(store: Store): McpViewer {
  return { id: '', publicOnly: true, projects: () => store.accounts.anonymousProjects() };
}
