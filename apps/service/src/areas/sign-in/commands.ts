import { Command } from 'commander';
import type { CliContext } from '../../platform/cli/cli-context.ts';
import { StoreInputError } from '../../platform/database/store-input-error.ts';
import type { PlatformPorts } from '../../platform/ports.ts';
import { createSignInLink, LINK_LIFETIME_MS } from './sign-in-links.ts';

/** URL of a service that was started without options. */
const DEFAULT_URL = 'http://127.0.0.1:8787';

export function createSignInCommands(cli: CliContext<PlatformPorts>): Command[] {
  return [
    new Command('sign-in-link')
      .description(`print a link with which a member signs in once, within ${LINK_LIFETIME_MS / 60_000} minutes`)
      .argument('<email>')
      .option('--public-url <url>', 'URL at which the member reaches the service (variable: CONTEXT_SYNC_PUBLIC_URL)')
      .action(async (email: string, options: { publicUrl?: string }) => {
        const base = options.publicUrl ?? (cli.terminal.environment?.CONTEXT_SYNC_PUBLIC_URL || DEFAULT_URL);
        const path = await cli.change(async (operations, make) => {
          const user = await operations.accounts.user(email);
          if (!user || user.revokedAt !== null) {
            throw new StoreInputError(`there is no active member "${email}": list-members shows all members`);
          }
          return make({ action: 'sign-in-link.issue', target: user.id }, () =>
            createSignInLink(operations, { userId: user.id, method: 'link' }),
          );
        });
        cli.terminal.out(new URL(path, base).href);
      }),
  ];
}
