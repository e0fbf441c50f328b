import { z } from 'zod';
import { createParsedSchema, describeReceived } from './input-schemas.ts';
import { isBranchName, isRefName } from './ref-name.ts';
import { isAddressProblem, parseRemote, type RemoteAddress } from './remote-address.ts';

/** Schema of the full ref of the state. The value is undefined if the input is not set; the default ref depends on the project. */
export const STATE_REF = createParsedSchema((text, reject) => {
  if (text === '') return undefined;
  const isUsable = /^refs\/[^/]+\//.test(text) && isRefName(text) && !/^refs\/(?:tags|pull)\//.test(text);
  if (!isUsable) {
    reject(
      `must be a full ref outside refs/tags and refs/pull ${describeReceived(text)}`,
      'use a ref such as refs/context-sync/my-project or refs/heads/context-sync-state',
    );
  }
  return text;
});

/** Returns the default ref of a project's state. Percent-encodes characters of the slug that are not allowed in a ref. */
export function getDefaultStateRef(project: string): string {
  const name = encodeURIComponent(project).replaceAll('.', '%2E').replaceAll('*', '%2A').replaceAll('~', '%7E');
  return `refs/context-sync/${name}`;
}

/** Schema of the git repository that stores the state. The value is undefined if the state is stored in this repository through GitHub's API. */
export const STATE_REMOTE = createParsedSchema((text, reject): RemoteAddress | undefined => {
  if (text === '') return undefined;
  const remoteAddress = parseRemote(text);
  if (!isAddressProblem(remoteAddress)) return remoteAddress;
  reject(remoteAddress.problem, remoteAddress.fix);
  return z.NEVER;
});

/** Schema of the former full name of the repository, such as `octo-org/api`. */
export const MOVED_FROM_SCHEMA = createParsedSchema((text, reject) => {
  if (text !== '' && !/^[^\s/]+(?:\/[^\s/]+)+$/.test(text)) {
    reject(
      `must be the full name of a repository ${describeReceived(text)}`,
      'use owner and name, such as my-org/my-repository',
    );
  }
  return text || undefined;
});

/** Schema of a branch name without `refs/heads/`. The value is undefined for the default branch. */
export const BRANCH_SCHEMA = createParsedSchema((text, reject) => {
  if (text === '') return undefined;
  const name = text.startsWith('refs/heads/') ? text.slice('refs/heads/'.length) : text;
  if (!isBranchName(name) || name.startsWith('refs/')) {
    reject(
      `must be the name of a branch ${describeReceived(text)}`,
      'use the name of a branch of this repository, such as main',
    );
  }
  return name;
});
