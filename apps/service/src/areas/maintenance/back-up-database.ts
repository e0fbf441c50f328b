import { basename } from 'node:path';
import type { CliContext } from '../../platform/cli/cli-context.ts';
import { runToSafePoint } from '../../platform/cli/run-to-safe-point.ts';
import { writeBackupFile } from '../../platform/database/backup-file.ts';
import { StoreUnavailableError } from '../../platform/database/store-unavailable-error.ts';
import type { AreaStore, PlatformPorts } from '../../platform/ports.ts';
import { createCommandEntry } from './command-entry.ts';

/** Writes a backup to a temporary file. The file gets its final name after the backup has been recorded in the audit log. */
export async function backUpDatabase(cli: CliContext<PlatformPorts>, store: AreaStore, file: string): Promise<void> {
  let written = 0;
  const rows = await runToSafePoint(
    cli.terminal,
    () => `the unfinished backup of ${written} rows was removed. Run backup again.`,
    (signal) =>
      writeBackupFile(store.backup, file, {
        signal,
        onRow(count) {
          written = count;
        },
        beforeRename: (sha256) => recordBackup(cli, store, file, sha256),
      }),
  );
  cli.terminal.out(`Wrote ${rows} rows to ${file}`);
  if (cli.logs !== undefined) {
    cli.terminal.out('This backup does not contain the logs in ClickHouse: back up the ClickHouse database as well');
  }
}

async function recordBackup(
  cli: CliContext<PlatformPorts>,
  store: AreaStore,
  file: string,
  sha256: string,
): Promise<void> {
  try {
    const entry = createCommandEntry(cli, { action: 'database.backup', target: basename(file) });
    await store.audit.record({ ...entry, hashAfter: sha256 });
  } catch (error) {
    // If the audit entry cannot be written, for example because the disk is full, the backup is needed most.
    if (!(error instanceof StoreUnavailableError)) throw error;
    cli.terminal.error(`The backup is complete, but it is not in the audit log: ${error.message}`);
  }
}
