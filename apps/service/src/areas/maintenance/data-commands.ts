import { Command } from 'commander';
import type { CliContext } from '../../platform/cli/cli-context.ts';
import { formatTable } from '../../platform/cli/format-table.ts';
import type { AreaStore, PlatformPorts } from '../../platform/ports.ts';
import { formatBytes } from '../../platform/quotas/format-bytes.ts';
import { getDayOfMinute, getMinute } from '../../platform/time/minutes.ts';
import { backUpDatabase } from './back-up-database.ts';
import { createCommandEntry } from './command-entry.ts';
import { restoreDatabase } from './restore-database.ts';

export function createDataCommands(cli: CliContext<PlatformPorts>): Command[] {
  return [
    new Command('backup')
      .description(
        'write a backup of either database, also while the service runs; logs in ClickHouse are not included',
      )
      .argument('<file>')
      .action((file: string) => cli.useStore((store) => backUpDatabase(cli, store, file))),
    new Command('restore')
      .description('restore a backup into an empty database of either kind')
      .argument('<file>')
      .action((file: string) => restoreDatabase(cli, file)),
    new Command('migrate')
      .description(
        'create or update the schema of the database, for example with a database role other than the role of serve',
      )
      .action(() => cli.useStore(async () => cli.terminal.out('The schema is up to date'), { create: true })),
    new Command('usage')
      .description('list the size of each project, and the bytes that each key has sent today (UTC)')
      .action(() => cli.useStore((store) => listUsage(cli, store))),
    new Command('confirm-clock')
      .description('accept the time of the clock of this machine, so that the service deletes old data again')
      .action(() =>
        cli.useStore(async (store) => {
          const target = new Date().toISOString();
          await store.transaction(async ({ audit, clock }) => {
            await clock.confirm(target);
            await audit.record(createCommandEntry(cli, { action: 'clock.confirm', target }));
          });
          cli.terminal.out(`Accepted ${target}`);
        }),
      ),
  ];
}

async function listUsage({ terminal }: CliContext<PlatformPorts>, { accounts, usage }: AreaStore): Promise<void> {
  const projects = await Promise.all(
    (await accounts.projects()).map(async ({ id, slug }) => ({ slug, bytes: await usage.projectBytes(id) })),
  );
  const sentByKeys = await usage.keys(getDayOfMinute(getMinute(Date.now())));
  const rows = [
    ...projects.map(({ slug, bytes }) => ['project', slug, formatBytes(bytes)]),
    ...sentByKeys.map(({ keyId, bytes }) => ['key', keyId, formatBytes(bytes)]),
  ];
  for (const line of formatTable([['KIND', 'NAME', 'SIZE'], ...rows])) terminal.out(line);
}
