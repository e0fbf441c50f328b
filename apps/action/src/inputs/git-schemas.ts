import { z } from 'zod';
import { createParsedSchema, describeReceived } from './input-schemas.ts';
import { isBranchName, isRefName } from './ref-name.ts';
import { isAddressProblem, parseRemote, type RemoteAddress } from './remote-address.ts';

/** The full ref of the state. If undefined, the default ref is used, which depends on the project. */
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

/** Returns the ref of a project's state. Characters of the slug that are not allowed in a ref are percent-encoded. */
export function getDefaultStateRef(project: string): string {
  const name = encodeURIComponent(project).replaceAll('.', '%2E').replaceAll('*', '%2A').replaceAll('~', '%7E');
  return `refs/context-sync/${name}`;
}

/** The git repository of the state. If undefined, the state is stored in this repository through GitHub's API. */
export const STATE_REMOTE = createParsedSchema((text, reject): RemoteAddress | undefined => {
  if (text === '') return undefined;
  const remoteAddress = parseRemote(text);
  if (!isAddressProblem(remoteAddress)) return remoteAddress;
  reject(remoteAddress.problem, remoteAddress.fix);
  return z.NEVER;
});

/** The former full name of the repository, such as `octo-org/api`. */
export const MOVED_FROM_SCHEMA = createParsedSchema((text, reject) => {
  if (text !== '' && !/^[^\s/]+(?:\/[^\s/]+)+$/.test(text)) {
    reject(
      `must be the full name of a repository ${describeReceived(text)}`,
      'use owner and name, such as my-org/my-repository',
    );
  }
  return text || undefined;
});

/** The name of a branch without `refs/heads/`. If undefined, the default branch is used. */
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
