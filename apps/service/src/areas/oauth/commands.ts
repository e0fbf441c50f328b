import { Command } from 'commander';
import type { CliContext } from '../../platform/cli/cli-context.ts';
import { formatTable } from '../../platform/cli/format-table.ts';
import { StoreInputError } from '../../platform/database/store-input-error.ts';
import type { PlatformPorts } from '../../platform/ports.ts';
import type { OAuthPorts } from './store.ts';

const HEADER = ['ID', 'MEMBER', 'PROJECT', 'APPLICATION', 'HOST', 'SCOPES', 'CONNECTED', 'LAST USED'];

export function createConnectionCommands(cli: CliContext<PlatformPorts & OAuthPorts>): Command[] {
  return [
    new Command('list-connections')
      .description('list the applications that members have connected to projects')
      .option('--member <email>', 'only the applications of this member')
      .action(({ member }: { member?: string }) =>
        cli.useStore(async ({ accounts, connections }) => {
          const account = member === undefined ? undefined : await accounts.user(member);
          if (member !== undefined && !account) throw new StoreInputError(`there is no member "${member}"`);
          const rows = (await connections.list(account?.id)).map((each) => [
            each.id,
            each.email,
            each.project,
            each.clientName,
            each.clientHost,
            each.scope,
            each.createdAt,
            each.lastUsedAt ?? 'never',
          ]);
          for (const line of formatTable([HEADER, ...rows])) cli.terminal.out(line);
        }),
      ),
    new Command('revoke-connection')
      .description('disconnect an application, which ends its access immediately')
      .argument('<connection id>')
      .action(async (id: string) => {
        await cli.change(async ({ accounts, connections }, make) => {
          const connection = await connections.find(id);
          if (!connection) throw new StoreInputError(`there is no connection "${id}": list-connections shows the ids`);
          const project = (await accounts.projects()).find((each) => each.id === connection.projectId);
          await make({ action: 'connection.revoke', project, target: id }, () => connections.revoke(id));
        });
        cli.terminal.out(`Revoked connection ${id}`);
      }),
  ];
}
