import { basename } from 'node:path';
import { Command } from 'commander';
import { createRouteAssigner } from '../areas/api-description/assign-route.ts';
import { Descriptions } from '../areas/api-description/descriptions.ts';
import { Endpoints } from '../areas/api-description/endpoint-matchers.ts';
import { getDayOfMinute, getMinute } from '../areas/logs/traffic-delta.ts';
import { rebuildTraffic } from '../areas/metrics/fold-traffic.ts';
import { pruneLogs } from '../areas/retention/retention.ts';
import type { NewAuditEntry } from '../platform/audit/audit.ts';
import type { CliContext } from '../platform/cli/cli-context.ts';
import { formatTable } from '../platform/cli/format-table.ts';
import { createPositiveIntegerParser } from '../platform/cli/positive-integer.ts';
import { readBackupFile, writeBackupFile } from '../platform/database/backup-file.ts';
import { MaintenanceClock } from '../platform/database/maintenance-clock.ts';
import type { Store } from '../platform/database/store.ts';
import { StoreUnavailableError } from '../platform/database/store-unavailable-error.ts';
import { Parsers } from '../platform/parsing/parsers.ts';
import { formatBytes } from '../platform/quotas/format-bytes.ts';

export function createDataCommands(cli: CliContext): Command[] {
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
            cli.terminal.out(`Restored ${await backup.restore(readBackupFile(file), entry)} rows from ${file}`);
          },
          { create: true },
        ),
      ),
    new Command('migrate')
      .description('create or update the schema of the database, for example with another role than that of serve')
      .action(() => cli.useStore(async () => cli.terminal.out('The schema is up to date'), { create: true })),
    new Command('rebuild-metrics')
      .description(
        'assign the stored logs to endpoints and count them again, day by day; days with deleted logs keep their counts',
      )
      .argument('<slug>')
      .action((slug: string) =>
        cli.useStore(async (store) => {
          const { id } = await store.accounts.projectBySlug(slug);
          // The counts change in many transactions, so the entry is recorded before the first one.
          await store.audit.record(createEntry(cli, { action: 'metrics.rebuild', target: id, slug }));
          const parsers = new Parsers({ redactedNames: [] });
          try {
            const endpoints = new Endpoints(new Descriptions(store, parsers), (error) =>
              cli.terminal.error(String(error)),
            );
            const assignRoute = createRouteAssigner(await endpoints.getMatcher(id));
            cli.terminal.out(`days counted again: ${await rebuildTraffic(store, id, { assignRoute })}`);
          } finally {
            await parsers.close();
          }
        }),
      ),
    new Command('usage')
      .description('list the size of each project, and the bytes that each key has sent today (UTC)')
      .action(() => cli.useStore((store) => listUsage(cli, store))),
    new Command('confirm-clock')
      .description('accept the clock of this machine, so that old data is deleted by it again')
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
    new Command('prune-logs')
      .description('delete old logs')
      .requiredOption('--keep-logs-days <days>', 'days to keep logs', createPositiveIntegerParser('--keep-logs-days'))
      .action(({ keepLogsDays }: { keepLogsDays: number }) =>
        cli.useStore(async (store) => {
          const now = await new MaintenanceClock(store).read();
          cli.terminal.out(`logs deleted: ${await pruneLogs(store, keepLogsDays, cli.operator, { now })}`);
        }),
      ),
  ];
}

async function listUsage({ terminal }: CliContext, { accounts, usage }: Store): Promise<void> {
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

/** Writes a backup, which gets its name after it has been recorded in the audit log. */
async function backUp(cli: CliContext, store: Store, file: string): Promise<void> {
  const rows = await writeBackupFile(store.backup, file, async (sha256) => {
    try {
      const entry = createEntry(cli, { action: 'database.backup', target: basename(file) });
      await store.audit.record({ ...entry, hashAfter: sha256 });
    } catch (error) {
      // A backup is needed most while the database cannot be written, for example because the disk is full.
      if (!(error instanceof StoreUnavailableError)) throw error;
      cli.terminal.error(`The backup is complete, but it is not in the audit log: ${error.message}`);
    }
  });
  cli.terminal.out(`Wrote ${rows} rows to ${file}`);
}

function createEntry(
  { operator }: CliContext,
  entry: Pick<NewAuditEntry, 'action' | 'target'> & { readonly slug?: string },
): NewAuditEntry {
  return { slug: '', ...operator, ...entry, outcome: 'succeeded' };
}
