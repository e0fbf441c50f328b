import {
  BaseUrlError,
  DEFAULT_ACTION,
  formatWorkflow,
  isLoopback,
  parseBaseUrl,
  removeUrlCredentials,
} from '@context-sync/core';
import { Command } from 'commander';
import { createProject } from '../areas/projects/create-project.ts';
import { createKey, hashKey } from '../platform/access/api-keys.ts';
import { getExpiry } from '../platform/access/key-lifetime.ts';
import type { CliContext } from '../platform/cli/cli-context.ts';
import { UsageError } from '../platform/cli/usage-error.ts';
import type { PlatformPorts } from '../platform/ports.ts';
import { formatSyncCommand } from './sync-command.ts';

interface BootstrapOptions {
  readonly owner: string;
  readonly name?: string;
  readonly baseUrl: string;
  readonly installationId?: string;
  readonly action: string;
}

/** Creates the user if necessary, the project and a key in one transaction. Prints a workflow, unless GitHub cannot reach the service. */
export function bootstrapCommand(cli: CliContext<PlatformPorts>): Command {
  return new Command('bootstrap')
    .description('create user, project and key, and print a workflow to paste')
    .argument('<slug>')
    .requiredOption('--owner <email>', 'user to create, if missing, and to make a member of the project')
    .requiredOption('--base-url <url>', 'URL at which GitHub reaches the service', checkBaseUrl)
    .option('--name <name>', 'display name of the project; the slug if not set')
    .option('--installation-id <id>', "id of the repository host's app installation", checkInstallationId)
    .option('--action <owner/name@ref>', 'action that the workflow uses', checkAction, DEFAULT_ACTION)
    .action(async (slug: string, { owner, name = slug, baseUrl, installationId, action }: BootstrapOptions) => {
      const key = createKey();
      const expiresAt = getExpiry('full');
      const keyId = await cli.change(
        async (operations, make) => {
          const { accounts } = operations;
          const target = (created: string) => created;
          if (!(await accounts.user(owner))) {
            await make({ action: 'account.create', target }, () => accounts.createUser(owner));
          }
          const id = await createProject(operations, make, { slug, name, owner });
          const newKey = {
            access: 'full',
            project: slug,
            hash: hashKey(key),
            name: `workflow of ${slug}`,
            expiresAt,
          } as const;
          return make({ action: 'key.create', project: { id, slug }, target }, () => accounts.createKey(owner, newKey));
        },
        { create: true },
      );
      const { out } = cli.terminal;
      if (isLoopback(new URL(baseUrl).hostname)) {
        out('API key, which cannot be shown again:');
        out(`  ${key}`);
        out(
          `GitHub cannot reach ${baseUrl}. To sync the docs folder of a repository on this machine, run in its folder:`,
        );
        out('  export CONTEXT_SYNC_API_KEY=csk_… # the key above');
        out(`  ${formatSyncCommand({ baseUrl, project: slug })}`);
        return;
      }
      out('API key, which cannot be shown again. Store it as the repository secret CONTEXT_SYNC_API_KEY:');
      out(`  ${key}`);
      out(
        `It can access only the project ${slug}, and expires on ${expiresAt?.slice(0, 10)}. To replace it: rotate-key ${keyId}`,
      );
      out('Workflow to paste into .github/workflows/context-sync.yml:');
      out('');
      out(formatWorkflow({ project: slug, baseUrl, installationId, action }));
    });
}

/**
 * Returns the URL unchanged.
 * @throws UsageError for a URL that the action would reject
 */
function checkBaseUrl(text: string): string {
  try {
    parseBaseUrl(text);
    return text;
  } catch (error) {
    if (!(error instanceof BaseUrlError)) throw error;
    throw new UsageError(`--base-url "${removeUrlCredentials(text)}" ${error.message}; ${error.hint}`);
  }
}

function checkInstallationId(text: string): string {
  if (!/^\d{1,15}$/.test(text)) throw new UsageError(`--installation-id must be a number (got "${text}")`);
  return text;
}

function checkAction(text: string): string {
  if (/^[\w.-]+\/[\w./-]+@[\w./-]+$/.test(text)) return text;
  throw new UsageError(`--action must have the form owner/name@ref (got "${text}")`);
}
