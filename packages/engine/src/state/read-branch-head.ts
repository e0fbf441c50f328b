import { runGit } from '../git/run-git.ts';
import type { RemoteAddress } from '../inputs/remote-address.ts';
import { REMOTE_NAME, resolveRemoteAccess } from './remote-access.ts';

export interface BranchHeadInput {
  readonly branch: string;
  /** The repository that stores the state; undefined if it is on GitHub or in a folder. */
  readonly stateRemote: RemoteAddress | undefined;
  readonly workspace: string;
  readonly temp: string;
  readonly serverUrl: string;
  readonly token: string;
}

const ORIGIN = { kind: 'name', name: 'origin' } as const;

/**
 * Returns the current head of a branch from the remote of the checkout; undefined if it cannot be read. On hosts other than GitHub, only the remote shows
 * whether a push has reset the branch. If the state is in another remote of the checkout, the head is requested from this remote first.
 */
export async function readBranchHead(input: BranchHeadInput): Promise<string | undefined> {
  const { branch, stateRemote, workspace, temp, serverUrl, token } = input;
  const ref = `refs/heads/${branch}`;
  const remotes = stateRemote?.kind === 'name' ? [stateRemote, ORIGIN] : [ORIGIN];
  for (const remoteEntry of remotes) {
    try {
      const { settings } = await resolveRemoteAccess({ remote: remoteEntry, workspace, serverUrl, token });
      const { code, output } = await runGit(['ls-remote', '--quiet', REMOTE_NAME, ref], { folder: temp, settings });
      const head = output
        .split('\n')
        .find((line) => line.endsWith(`\t${ref}`))
        ?.split('\t')[0];
      if (code === 0 && head !== undefined) return head;
    } catch {
      // The remote does not exist or cannot be reached, so its head is unknown.
    }
  }
  return undefined;
}
