import { Command } from 'commander';
import type { CliContext } from '../../platform/cli/cli-context.ts';
import type { PlatformPorts } from '../../platform/ports.ts';

export function createAccountCommands(cli: CliContext<PlatformPorts>): Command[] {
  return [
    new Command('create-member')
      .alias('create-user')
      .description('create the account of a member and print the id')
      .argument('<email>')
      .action(async (email: string) => {
        const id = await cli.change(({ accounts }, make) =>
          make({ action: 'account.create', target: (created: string) => created }, () => accounts.createUser(email)),
        );
        cli.terminal.out(id);
      }),
    new Command('revoke-member')
      .alias('revoke-user')
      .description('disable all keys of a member')
      .argument('<email>')
      .action((email: string) => setRevoked(cli, email, true)),
    new Command('restore-member')
      .alias('restore-user')
      .description('enable the keys of a revoked member again')
      .argument('<email>')
      .action((email: string) => setRevoked(cli, email, false)),
  ];
}

async function setRevoked(cli: CliContext<PlatformPorts>, email: string, revoked: boolean): Promise<void> {
  await cli.change(async ({ accounts }, make) => {
    // An unknown email address has no account id. In this case `setRevoked` fails, and nothing is recorded.
    const id = (await accounts.user(email))?.id ?? '';
    await make({ action: revoked ? 'account.revoke' : 'account.restore', target: id }, async () => {
      await accounts.setRevoked(email, revoked);
      return true;
    });
  });
  cli.terminal.out(
    revoked
      ? `Revoked member ${email}: all of their keys are disabled`
      : `Restored member ${email}: their keys work again`,
  );
}
