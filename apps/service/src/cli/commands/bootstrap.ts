import { BaseUrlError, parseBaseUrl } from '@context-sync/core';
import { hashKey, newKey } from '../../access/keys.ts';
import { type Command, UsageError } from '../command.ts';
import { workflowOf } from '../workflow.ts';

/** From nothing to a workflow in one command: the user, if there is none yet, the project, and a key; all of them or none. */
export const bootstrap: Command = {
  name: 'bootstrap',
  takes: ['SLUG'],
  createsDatabase: true,
  usage:
    'SLUG --owner EMAIL --base-url URL [--name NAME] [--installation-id N] [--action OWNER/NAME@REF]\n                  makes user, project and key, and prints the workflow to paste',
  options: {
    owner: { type: 'string' },
    name: { type: 'string' },
    'base-url': { type: 'string' },
    'installation-id': { type: 'string' },
    action: { type: 'string' },
  },
  async run({ terminal, names: [slug = ''], text, withStore }) {
    const owner = text('owner');
    const baseUrl = text('base-url');
    const installationId = text('installation-id');
    if (owner === undefined) throw new UsageError('bootstrap needs --owner EMAIL');
    if (baseUrl === undefined) throw new UsageError('bootstrap needs --base-url URL: where GitHub reaches the service');
    checkBaseUrl(baseUrl);
    if (installationId !== undefined && !/^\d{1,15}$/.test(installationId))
      throw new UsageError(`--installation-id must be a number, not "${installationId}"`);
    const action = text('action');
    if (action !== undefined && !/^[\w.-]+\/[\w.-]+@[\w./-]+$/.test(action))
      throw new UsageError(`--action must be OWNER/NAME@REF, such as my-org/context-sync@v1 (got "${action}")`);
    const key = newKey();
    await withStore((store) =>
      store.transaction(async ({ accounts }) => {
        if (!(await accounts.user(owner))) await accounts.createUser(owner);
        await accounts.createProject(slug, text('name') ?? slug, owner);
        await accounts.createKey(owner, { access: 'full', hash: hashKey(key), name: `workflow of ${slug}` });
      }),
    );
    terminal.out(`API key, which cannot be shown again; store it as the repository's secret CONTEXT_SYNC_API_KEY:`);
    terminal.out(`  ${key}`);
    terminal.out('The workflow, to paste into .github/workflows/context-sync.yml:');
    terminal.out('');
    terminal.out(workflowOf({ slug, baseUrl, installationId, action }));
  },
};

/** What the action would refuse is not printed into a workflow. */
function checkBaseUrl(text: string): void {
  try {
    parseBaseUrl(text);
  } catch (error) {
    if (!(error instanceof BaseUrlError)) throw error;
    throw new UsageError(`--base-url "${text}" ${error.message}; ${error.hint}`);
  }
}
