import { existsSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { basename } from 'node:path';
import type { CliContext } from '../../platform/cli/cli-context.ts';
import { runToSafePoint } from '../../platform/cli/run-to-safe-point.ts';
import type { BackupRow } from '../../platform/database/backup.ts';
import { readBackupFile } from '../../platform/database/backup-file.ts';
import { passSafePoint } from '../../platform/database/safe-point.ts';
import { StoreInputError } from '../../platform/database/store-input-error.ts';
import { writeTemporaryFile } from '../../platform/database/temporary-file.ts';
import type { PlatformPorts } from '../../platform/ports.ts';
import { createCommandEntry } from './command-entry.ts';

/** Number of rows between two points at which a signal can end the command. */
const ROWS_PER_SAFE_POINT = 100;

/**
 * Restores a backup in one transaction. A new SQLite file gets its name after the restore is complete, so that a restore that fails leaves no empty
 * database, which the service would use.
 */
export async function restoreDatabase(cli: CliContext<PlatformPorts>, file: string): Promise<void> {
  const { database, terminal } = cli;
  const isNew = isNewSqliteFile(database);
  const rows = await runToSafePoint(
    terminal,
    () => (isNew ? 'no database was created. Run restore again.' : 'nothing was restored. Run restore again.'),
    (signal) => (isNew ? restoreNewFile(cli, file, signal) : restoreInto(cli, { database, file, signal })),
  );
  terminal.out(`Restored ${rows} rows from ${file}`);
}

async function restoreNewFile(cli: CliContext<PlatformPorts>, file: string, signal: AbortSignal): Promise<number> {
  const { database } = cli;
  return writeTemporaryFile(database, async (temporaryFile) => {
    try {
      const rows = await restoreInto(cli, { database: temporaryFile, file, signal });
      if (!isNewSqliteFile(database)) {
        throw new StoreInputError(`another process has created the database ${database}: restore into another file`);
      }
      await rename(temporaryFile, database);
      return rows;
    } catch (error) {
      if (!(error instanceof StoreInputError)) throw error;
      const message = error.message.replaceAll(basename(temporaryFile), basename(database));
      throw new StoreInputError(message, { cause: error });
    }
  });
}

interface Restore {
  readonly database: string;
  readonly file: string;
  readonly signal: AbortSignal;
}

/** @returns the number of rows */
function restoreInto(cli: CliContext<PlatformPorts>, { database, file, signal }: Restore): Promise<number> {
  const entry = createCommandEntry(cli, { action: 'database.restore', target: basename(file) });
  return cli.useStore(
    ({ backup }) =>
      backup.restore(interruptRows(readBackupFile(backup.tables, file), signal), ({ audit }) => audit.record(entry)),
    { create: true, database },
  );
}

/** Yields the rows. Throws the reason of the signal if it is aborted, which rolls back the transaction of the restore. */
async function* interruptRows(rows: AsyncIterable<BackupRow>, signal: AbortSignal): AsyncGenerator<BackupRow> {
  let count = 0;
  for await (const row of rows) {
    yield row;
    count += 1;
    if (count % ROWS_PER_SAFE_POINT === 0) await passSafePoint(signal);
  }
}

/**
 * Returns whether a database is an SQLite file that does not exist. A write-ahead log without a file must stay with its name, because SQLite would
 * apply it to a file that was renamed.
 */
function isNewSqliteFile(database: string): boolean {
  const isFile = database !== ':memory:' && !/^[a-z][a-z0-9+.-]+:\/\//i.test(database);
  return isFile && !['', '-wal', '-journal'].some((ending) => existsSync(`${database}${ending}`));
}
