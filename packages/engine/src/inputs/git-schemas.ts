import { createParsedSchema, describeReceived } from './input-schemas.ts';
import { isBranchName } from './ref-name.ts';

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
