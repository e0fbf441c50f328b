import { resolve } from 'node:path';
import type { RunContext } from '../event/event-context.ts';
import { createOctokit } from '../github/octokit.ts';
import type { Settings } from '../inputs/action-settings.ts';
import { FolderStateStore } from './folder-state-store.ts';
import { GitStateStore } from './git-state-store.ts';
import { GitHubStateStore } from './github-state-store.ts';
import type { DeletableStore } from './scratch-state.ts';

/** Opens the state store that is configured in the settings of a source. */
export function openStore(
  { githubToken, stateRef, stateFolder, stateRemote }: Pick<Settings, 'githubToken' | 'stateRef'> & Partial<Settings>,
  context: RunContext,
): DeletableStore {
  const { owner, repo, workspace, temp, serverUrl } = context;
  // Several sources share the folder, but each source has a separate ref.
  if (stateFolder !== undefined) {
    return new FolderStateStore(resolve(workspace, stateFolder, stateRef.slice('refs/'.length)));
  }
  if (stateRemote !== undefined) {
    const input = { remote: stateRemote, ref: stateRef, workspace, temp, serverUrl, token: githubToken };
    const store = new GitStateStore(input);
    // Each source has a separate store with a listener, and Node.js would warn about more than ten listeners.
    process.setMaxListeners(process.getMaxListeners() + 1).once('exit', () => store.remove());
    return store;
  }
  return new GitHubStateStore(createOctokit(context, githubToken), { owner, repo, ref: stateRef });
}
