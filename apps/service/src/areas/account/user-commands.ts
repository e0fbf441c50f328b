import { Command } from 'commander';
import type { CliContext } from '../../platform/cli/cli-context.ts';
import { formatTable } from '../../platform/cli/format-table.ts';
import type { PlatformPorts } from '../../platform/ports.ts';

export function createUserCommands(cli: CliContext<PlatformPorts>): Command[] {
  return [
    new Command('create-user')
      .description('create a user and print the id')
      .argument('<email>')
      .action(async (email: string) => {
        const id = await cli.change(({ accounts }, make) =>
          make({ action: 'account.create', target: (created: string) => created }, () => accounts.createUser(email)),
        );
        cli.terminal.out(id);
      }),
    new Command('list-users').description('list all users').action(() =>
      cli.useStore(async ({ accounts }) => {
        const users = await accounts.users();
        const rows = users.map(({ id, email, createdAt, revokedAt }) => [id, email, createdAt, revokedAt ?? '']);
        for (const line of formatTable([['ID', 'EMAIL', 'CREATED', 'REVOKED'], ...rows])) cli.terminal.out(line);
      }),
    ),
    new Command('revoke-user')
      .description('disable all keys of a user')
      .argument('<email>')
      .action((email: string) => setRevoked(cli, email, true)),
    new Command('restore-user')
      .description('enable the keys of a revoked user again')
      .argument('<email>')
      .action((email: string) => setRevoked(cli, email, false)),
  ];
}

function setRevoked(cli: CliContext<PlatformPorts>, email: string, revoked: boolean): Promise<void> {
  return cli.change(async ({ accounts }, make) => {
    // An unknown address has no id; then `setRevoked` fails, and nothing is recorded.
    const id = (await accounts.user(email))?.id ?? '';
    await make({ action: revoked ? 'account.revoke' : 'account.restore', target: id }, async () => {
      await accounts.setRevoked(email, revoked);
      return true;
    });
  });
}
