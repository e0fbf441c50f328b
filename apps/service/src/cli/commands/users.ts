import { Command } from 'commander';
import type { CliContext } from '../cli-context.ts';
import { formatTable } from '../format-table.ts';

export function createUserCommands(cli: CliContext): Command[] {
  return [
    new Command('create-user')
      .description('create a user and print the id')
      .argument('<email>')
      .action((email: string) =>
        cli.useStore(async ({ accounts }) => cli.terminal.out(await accounts.createUser(email))),
      ),
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
      .action((email: string) => cli.useStore(({ accounts }) => accounts.setRevoked(email, true))),
    new Command('restore-user')
      .description('enable the keys of a revoked user again')
      .argument('<email>')
      .action((email: string) => cli.useStore(({ accounts }) => accounts.setRevoked(email, false))),
  ];
}
