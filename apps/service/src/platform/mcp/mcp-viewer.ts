import type { AccessPorts, Principal, Project } from '../access/accounts.ts';
import type { Store } from '../database/store.ts';

/** Permissions of a client in addition to reading. */
export const READ_SCOPE = 'mcp:read';
export const FEEDBACK_SCOPE = 'mcp:feedback';
export type McpScope = typeof READ_SCOPE | typeof FEEDBACK_SCOPE;

/** The client of an MCP request with the data that the client can read. */
export interface McpViewer {
  /** Id of the viewer. Cursors are bound to this id, so that one viewer cannot use the cursors of another. */
  readonly id: string;
  /** Whether the viewer can see only public context items and no OpenAPI documents. */
  readonly publicOnly: boolean;
  /** Name of the client application, for requests that do not contain a client name; possibly empty. */
  readonly clientName: string;
  /** Permissions of the client: the scopes of its access token, or those that its key grants. */
  readonly scopes: readonly string[];
  /** Returns the projects that the viewer can read, sorted by slug. */
  projects(): Promise<readonly Project[]>;
}

/** Creates the viewer for an authenticated client. */
export function createMemberViewer(
  store: Store<AccessPorts>,
  { keyId, userId, access, application }: Principal,
  program: string,
): McpViewer {
  return {
    id: userId,
    publicOnly: false,
    clientName: application?.clientName ?? program,
    scopes: application?.scopes ?? (access === 'full' ? [READ_SCOPE, FEEDBACK_SCOPE] : [READ_SCOPE]),
    projects: callOnce(async () =>
      application ? [application.project] : ((await store.accounts.account(keyId))?.projects ?? []),
    ),
  };
}

/** Creates the viewer for an anonymous client. */
export function createAnonymousViewer(store: Store<AccessPorts>, program: string): McpViewer {
  const projects = callOnce(() => store.accounts.anonymousProjects());
  return { id: '', publicOnly: true, clientName: program, scopes: [READ_SCOPE], projects };
}

/** Returns a function that reads the projects only once. This is sufficient, because a viewer exists for one request. */
function callOnce(read: McpViewer['projects']): McpViewer['projects'] {
  let projects: ReturnType<McpViewer['projects']> | undefined;
  return () => {
    projects ??= read();
    return projects;
  };
}
