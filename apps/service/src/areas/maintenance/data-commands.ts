import { basename } from 'node:path';
import { Command } from 'commander';
import type { NewAuditEntry } from '../../platform/audit/audit.ts';
import type { CliContext } from '../../platform/cli/cli-context.ts';
import { formatTable } from '../../platform/cli/format-table.ts';
import { readBackupFile, writeBackupFile } from '../../platform/database/backup-file.ts';
import { StoreUnavailableError } from '../../platform/database/store-unavailable-error.ts';
import type { AreaStore, PlatformPorts } from '../../platform/ports.ts';
import { formatBytes } from '../../platform/quotas/format-bytes.ts';
import { getDayOfMinute, getMinute } from '../../platform/time/minutes.ts';

export function createDataCommands(cli: CliContext<PlatformPorts>): Command[] {
  return [
    new Command('backup')
      .description('write a backup of either database, also while the service runs')
      .argument('<file>')
      .action((file: string) => cli.useStore((store) => backUp(cli, store, file))),
    new Command('restore')
      .description('restore a backup into an empty database of either kind')
      .argument('<file>')
      .action((file: string) =>
        cli.useStore(
          async ({ backup }) => {
            const entry = createEntry(cli, { action: 'database.restore', target: basename(file) });
            cli.terminal.out(`Restored ${await restore(backup, file, entry)} rows from ${file}`);
          },
          { create: true },
        ),
      ),
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
            await audit.record(createEntry(cli, { action: 'clock.confirm', target }));
          });
          cli.terminal.out(`Accepted ${target}`);
        }),
      ),
  ];
}

function restore({ tables, restore }: AreaStore['backup'], file: string, entry: NewAuditEntry): Promise<number> {
  return restore(readBackupFile(tables, file), ({ audit }) => audit.record(entry));
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

/** Writes a backup to a temporary file. The file gets its final name after the backup has been recorded in the audit log. */
async function backUp(cli: CliContext<PlatformPorts>, store: AreaStore, file: string): Promise<void> {
  const rows = await writeBackupFile(store.backup, file, async (sha256) => {
    try {
      const entry = createEntry(cli, { action: 'database.backup', target: basename(file) });
      await store.audit.record({ ...entry, hashAfter: sha256 });
    } catch (error) {
      // If the audit entry cannot be written, for example because the disk is full, the backup is needed most.
      if (!(error instanceof StoreUnavailableError)) throw error;
      cli.terminal.error(`The backup is complete, but it is not in the audit log: ${error.message}`);
    }
  });
  cli.terminal.out(`Wrote ${rows} rows to ${file}`);
  if (cli.logs !== undefined) {
    cli.terminal.out('This backup does not contain the logs in ClickHouse: back up the ClickHouse database as well');
  }
}

function createEntry(
  { operator }: CliContext<PlatformPorts>,
  entry: Pick<NewAuditEntry, 'action' | 'target'> & { readonly slug?: string },
): NewAuditEntry {
  return { slug: '', ...operator, ...entry, outcome: 'succeeded' };
}
