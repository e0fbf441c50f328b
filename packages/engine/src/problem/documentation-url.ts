/** The default repository of the documentation, for runners that do not provide the name of the action's repository. */
const REPOSITORY = 'https://github.com/OWNER/context-sync';
const VERSION = 'v1';

/**
 * Returns the URL of a documentation page for the running version. GitHub would resolve a relative path in the user's repository.
 * @param page page such as `reference/configuration.md#settings`
 */
export function getDocumentationUrl(page: string, env: NodeJS.ProcessEnv = process.env): string {
  const {
    GITHUB_ACTION_REPOSITORY: repository = '',
    GITHUB_ACTION_REF: ref = '',
    GITHUB_SERVER_URL: server = 'https://github.com',
  } = env;
  const isKnown = /^[\w.-]+\/[\w.-]+$/.test(repository) && /^[\w./-]+$/.test(ref);
  const root = isKnown ? `${server}/${repository}/blob/${ref}` : `${REPOSITORY}/blob/${VERSION}`;
  return `${root}/docs/${page}`;
}
