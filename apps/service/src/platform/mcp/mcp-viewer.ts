import type { AccessPorts, Principal, Project } from '../access/accounts.ts';
import type { Store } from '../database/store.ts';

/** The client of an MCP request with the data that the client can read. */
export interface McpViewer {
  /** Id of the viewer, so that one viewer cannot use the cursors of another. */
  readonly id: string;
  /** Whether the viewer can see only public context items and no OpenAPI documents. */
  readonly publicOnly: boolean;
  /** Returns the projects that the viewer can read, sorted by slug. */
  projects(): Promise<readonly Project[]>;
}

/** Creates the viewer for an authenticated client. */
export function createMemberViewer(store: Store<AccessPorts>, { keyId, userId, application }: Principal): McpViewer {
  return {
    id: userId,
    publicOnly: false,
    projects: async () =>
      application ? [application.project] : ((await store.accounts.account(keyId))?.projects ?? []),
  };
}

/** Creates the viewer for an anonymous client. */
export function createAnonymousViewer(store: Store<AccessPorts>): McpViewer {
  return { id: '', publicOnly: true, projects: () => store.accounts.anonymousProjects() };
}
