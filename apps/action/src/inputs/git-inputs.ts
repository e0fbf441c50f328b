import type { AddProblem } from '../problem/problem.ts';
import type { Read } from './layers.ts';
import { isBranchName, isRefName } from './ref-name.ts';
import { isAddressProblem, parseRemote, type RemoteAddress } from './remote-address.ts';

/** Full ref of the state. Default: one that is named after the project. */
export function parseStateRef(read: Read, project: string, addProblem: AddProblem): string | undefined {
  const ref = read('state-ref');
  // `%` may stand in a ref; what else a slug can hold may not.
  if (ref === '')
    return `refs/context-sync/${encodeURIComponent(project).replaceAll('.', '%2E').replaceAll('*', '%2A').replaceAll('~', '%7E')}`;
  const valid = /^refs\/[^/]+\//.test(ref) && isRefName(ref);
  if (valid && !ref.startsWith('refs/tags/') && !ref.startsWith('refs/pull/')) return ref;
  addProblem(
    'state-ref',
    `"${ref}" cannot hold the state`,
    'give a full ref such as refs/context-sync/my-project or refs/heads/context-sync-state',
  );
  return undefined;
}

/** Git repository of the state; undefined: this one, through GitHub's API. */
export function parseStateRemote(read: Read, addProblem: AddProblem): RemoteAddress | undefined {
  const text = read('state-remote');
  if (text === '') return undefined;
  if (read('state-folder') !== '') addProblem('state-remote', 'is set together with state-folder', 'set one of them');
  const parsed = parseRemote(text);
  if (!isAddressProblem(parsed)) return parsed;
  addProblem('state-remote', parsed.problem, parsed.fix);
  return undefined;
}

/** Name that the repository had before, where a person confirms that it moved. */
export function parseMovedFrom(read: Read, addProblem: AddProblem): string | undefined {
  const name = read('moved-from');
  if (name === '' || /^[^\s/]+(?:\/[^\s/]+)+$/.test(name)) return name || undefined;
  addProblem(
    'moved-from',
    `"${name}" is not the full name of a repository`,
    'set owner and name, such as my-org/my-repository',
  );
  return undefined;
}

/** Name of the branch, without `refs/heads/`; undefined: the default branch. */
export function parseBranch(read: Read, addProblem: AddProblem): string | undefined {
  const branch = read('branch');
  if (branch === '') return undefined;
  const name = branch.startsWith('refs/heads/') ? branch.slice('refs/heads/'.length) : branch;
  if (isBranchName(name) && !name.startsWith('refs/')) return name;
  addProblem(
    'branch',
    `"${branch}" is not the name of a branch`,
    'set the name of a branch of this repository, such as main',
  );
  return undefined;
}
