import { getOctokit } from '@actions/github';
import type { StateStore } from '@context-sync/sync';
import { isAddressProblem, parseRemote } from '../../../packages/engine/src/inputs/remote-address.ts';
import { FolderStateStore } from '../../../packages/engine/src/state/folder-state-store.ts';
import { GitStateStore } from '../../../packages/engine/src/state/git-state-store.ts';
import { GitHubStateStore } from '../../../packages/engine/src/state/github-state-store.ts';

/** The location of a store as plain data, so that another process can open the same store. */
export type StoreAddress =
  | { kind: 'github'; apiUrl: string; owner: string; repo: string; token: string; ref: string }
  | { kind: 'git'; remote: string; ref: string; workspace: string; temp: string; serverUrl: string; token: string }
  | { kind: 'folder'; folder: string };

export function openStore(address: StoreAddress): StateStore {
  switch (address.kind) {
    case 'github': {
      const { apiUrl: baseUrl, owner, repo, ref, token } = address;
      const silent = () => undefined;
      const log = { debug: silent, info: silent, warn: silent, error: silent };
      return new GitHubStateStore(getOctokit(token, { baseUrl, log }), { owner, repo, ref });
    }
    case 'git': {
      const remote = parseRemote(address.remote);
      if (isAddressProblem(remote)) throw new Error(remote.problem);
      return new GitStateStore({ ...address, remote });
    }
    case 'folder':
      return new FolderStateStore(address.folder);
  }
}
