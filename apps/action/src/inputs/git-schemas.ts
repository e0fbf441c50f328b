import { z } from 'zod';
import { got, parsedBy } from './input-schemas.ts';
import { isBranchName, isRefName } from './ref-name.ts';
import { isAddressProblem, parseRemote, type RemoteAddress } from './remote-address.ts';

/** The full ref of the state; undefined for the default ref, which depends on the project. */
export const STATE_REF = parsedBy((text, reject) => {
  if (text === '') return undefined;
  const isUsable = /^refs\/[^/]+\//.test(text) && isRefName(text) && !/^refs\/(?:tags|pull)\//.test(text);
  if (!isUsable) {
    reject(
      `must be a full ref outside refs/tags and refs/pull ${got(text)}`,
      'use a ref such as refs/context-sync/my-project or refs/heads/context-sync-state',
    );
  }
  return text;
});

/** Returns the ref of a project's state. Characters of the slug that are not allowed in a ref are percent-encoded. */
export function defaultStateRef(project: string): string {
  const name = encodeURIComponent(project).replaceAll('.', '%2E').replaceAll('*', '%2A').replaceAll('~', '%7E');
  return `refs/context-sync/${name}`;
}

/** The git repository of the state; undefined if the state is stored in this repository through GitHub's API. */
export const STATE_REMOTE = parsedBy((text, reject): RemoteAddress | undefined => {
  if (text === '') return undefined;
  const parsed = parseRemote(text);
  if (!isAddressProblem(parsed)) return parsed;
  reject(parsed.problem, parsed.fix);
  return z.NEVER;
});

/** The former full name of the repository, such as `octo-org/api`. */
export const MOVED_FROM = parsedBy((text, reject) => {
  if (text !== '' && !/^[^\s/]+(?:\/[^\s/]+)+$/.test(text)) {
    reject(`must be the full name of a repository ${got(text)}`, 'use owner and name, such as my-org/my-repository');
  }
  return text || undefined;
});

/** Name of a branch without `refs/heads/`; undefined for the default branch. */
export const BRANCH = parsedBy((text, reject) => {
  if (text === '') return undefined;
  const name = text.startsWith('refs/heads/') ? text.slice('refs/heads/'.length) : text;
  if (!isBranchName(name) || name.startsWith('refs/')) {
    reject(`must be the name of a branch ${got(text)}`, 'use the name of a branch of this repository, such as main');
  }
  return name;
});
