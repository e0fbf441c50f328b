import type { Complain } from '../problem/problem.ts';
import type { Read } from './layers.ts';
import { isBranchName, isRefName } from './ref-name.ts';
import { isAddressFault, parseRemote, type RemoteAddress } from './remote-address.ts';

/** Full ref of the state. Default: one that is named after the project. */
export function stateRefOf(read: Read, project: string, complain: Complain): string | undefined {
  const ref = read('state-ref');
  // `%` may stand in a ref; what else a slug can hold may not.
  if (ref === '')
    return `refs/context-sync/${encodeURIComponent(project).replaceAll('.', '%2E').replaceAll('*', '%2A').replaceAll('~', '%7E')}`;
  const valid = /^refs\/[^/]+\//.test(ref) && isRefName(ref);
  if (valid && !ref.startsWith('refs/tags/') && !ref.startsWith('refs/pull/')) return ref;
  complain(
    'state-ref',
    `"${ref}" cannot hold the state`,
    'give a full ref such as refs/context-sync/my-project or refs/heads/context-sync-state',
  );
  return undefined;
}

/** Git repository of the state; undefined: this one, through GitHub's API. */
export function stateRemoteOf(read: Read, complain: Complain): RemoteAddress | undefined {
  const text = read('state-remote');
  if (text === '') return undefined;
  if (read('state-folder') !== '') complain('state-remote', 'is set together with state-folder', 'set one of them');
  const parsed = parseRemote(text);
  if (!isAddressFault(parsed)) return parsed;
  complain('state-remote', parsed.problem, parsed.fix);
  return undefined;
}

/** Name that the repository had before, where a person confirms that it moved. */
export function movedFromOf(read: Read, complain: Complain): string | undefined {
  const name = read('moved-from');
  if (name === '' || /^[^\s/]+(?:\/[^\s/]+)+$/.test(name)) return name || undefined;
  complain(
    'moved-from',
    `"${name}" is not the full name of a repository`,
    'set owner and name, such as my-org/my-repository',
  );
  return undefined;
}

/** Name of the branch, without `refs/heads/`; undefined: the default branch. */
export function branchOf(read: Read, complain: Complain): string | undefined {
  const branch = read('branch');
  if (branch === '') return undefined;
  const name = branch.startsWith('refs/heads/') ? branch.slice('refs/heads/'.length) : branch;
  if (isBranchName(name) && !name.startsWith('refs/')) return name;
  complain(
    'branch',
    `"${branch}" is not the name of a branch`,
    'set the name of a branch of this repository, such as main',
  );
  return undefined;
}
