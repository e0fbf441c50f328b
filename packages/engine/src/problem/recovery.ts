import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { getDocumentationUrl } from './documentation-url.ts';

/** The file name of the workflow that sets inputs for one run, as in `examples/recover.yml`. */
const RECOVERY_WORKFLOW = 'context-sync-recovery.yml';

/**
 * Returns the URL of the page of the repository's recovery workflow, which contains the button "Run workflow"; undefined if the repository does not contain
 * the workflow. Only the existence of the file is checked, because its content is not trusted.
 */
export function getRecoveryUrl(env: NodeJS.ProcessEnv = process.env): string | undefined {
  const { GITHUB_ACTIONS, GITHUB_WORKSPACE = '', GITHUB_REPOSITORY = '', GITHUB_SERVER_URL = '' } = env;
  if (GITHUB_ACTIONS !== 'true' || !/^[\w.-]+\/[\w.-]+$/.test(GITHUB_REPOSITORY)) return undefined;
  if (!existsSync(join(GITHUB_WORKSPACE, '.github', 'workflows', RECOVERY_WORKFLOW))) return undefined;
  return `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}/actions/workflows/${RECOVERY_WORKFLOW}`;
}

/** Returns where to set an input for one run: the recovery workflow, or the documentation of how to add it. */
export function describeRecovery(env: NodeJS.ProcessEnv = process.env): string {
  const url = getRecoveryUrl(env);
  return url === undefined
    ? `for one run (${getDocumentationUrl('how-to/recovery.md#set-an-input-for-one-run', env)})`
    : `for one run: choose Run workflow on ${url}`;
}
