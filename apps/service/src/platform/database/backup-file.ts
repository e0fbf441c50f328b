import { createHash } from 'node:crypto';
import { createReadStream, statSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { z } from 'zod';
import { type Backup, type BackupRow, parseRow } from './backup.ts';
import { describeFileError } from './file-error.ts';
import { passSafePoint } from './safe-point.ts';
import { StoreInputError } from './store-input-error.ts';
import type { DatabaseTable } from './table.ts';
import { writeTemporaryFile } from './temporary-file.ts';

const header = z.strictObject({
  format: z.literal('context-sync-backup'),
  version: z.literal(1),
  createdAt: z.iso.datetime(),
});
/** Schema of the last line, which makes it possible to detect an incomplete or modified file. */
const trailer = z.strictObject({ rows: z.int(), sha256: z.string() });

const WRITE_CHUNK_CHARS = 1_048_576;
/** Number of rows between two points at which a signal can end the backup. */
const ROWS_PER_SAFE_POINT = 100;

export interface BackupFileOptions {
  /** Called with the checksum after the file is complete and before it gets its final name. */
  readonly beforeRename?: (sha256: string) => Promise<void>;
  /** Called with the number of rows that have been written so far. */
  readonly onRow?: (rows: number) => void;
  /** Ends the backup before the next row, with the reason of the signal as the error, and removes the file. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Writes a backup as NDJSON: a header, the rows and a trailer. The file gets its final name only after it is complete and flushed to disk.
 * @returns the number of rows
 * @throws StoreInputError if the file exists or cannot be created, or if the database is empty
 */
export async function writeBackupFile(
  backup: Pick<Backup<never>, 'each'>,
  file: string,
  options: BackupFileOptions = {},
): Promise<number> {
  try {
    checkNewFile(file);
    return await writeTemporaryFile(file, (temporaryFile) => writeRows(backup, file, temporaryFile, options));
  } catch (error) {
    // Only file system errors have the property `syscall`.
    if (error instanceof Error && 'syscall' in error)
      throw createWriteError(file, describeFileError(error, file, 'write'), error);
    throw error;
  }
}

async function writeRows(
  backup: Pick<Backup<never>, 'each'>,
  file: string,
  temporaryFile: string,
  { beforeRename = async () => undefined, onRow = () => undefined, signal }: BackupFileOptions,
): Promise<number> {
  // The backup contains confidential data, so only the owner of the file can read it.
  const handle = await open(temporaryFile, 'wx', 0o600);
  try {
    const hash = createHash('sha256');
    let pendingText = '';
    let rows = 0;
    const formatLine = async (value: object) => {
      const text = `${JSON.stringify(value)}\n`;
      hash.update(text);
      pendingText += text;
      if (pendingText.length < WRITE_CHUNK_CHARS) return;
      await handle.write(pendingText);
      pendingText = '';
    };
    await formatLine({ format: 'context-sync-backup', version: 1, createdAt: new Date().toISOString() });
    await backup.each(async (row) => {
      rows += 1;
      await formatLine(row);
      onRow(rows);
      signal?.throwIfAborted();
      if (rows % ROWS_PER_SAFE_POINT === 0) await passSafePoint(signal);
    });
    // An empty database is probably the wrong database. Without this check, the empty backup would be noticed only when it is needed.
    if (rows === 0) throw createWriteError(file, 'the database is empty, so there is nothing to back up');
    const sha256 = hash.digest('hex');
    await handle.write(`${pendingText}${JSON.stringify({ rows, sha256 })}\n`);
    await handle.sync();
    await passSafePoint(signal);
    await handle.close();
    await beforeRename(sha256);
    await rename(temporaryFile, file);
    return rows;
  } finally {
    await handle.close().catch(() => undefined);
  }
}

/** @throws StoreInputError if the file exists */
function checkNewFile(file: string): void {
  const stat = statSync(file, { throwIfNoEntry: false });
  if (!stat) return;
  throw createWriteError(
    file,
    `the ${stat.isDirectory() ? 'folder' : 'file'} already exists. Use the name of a new file`,
  );
}

function createWriteError(file: string, why: string, cause?: unknown): StoreInputError {
  return new StoreInputError(`the backup ${file} cannot be written: ${why}`, { cause });
}

/**
 * Reads the rows of a backup.
 * @throws StoreInputError for an invalid line and, at the end, for an incomplete file
 */
export async function* readBackupFile(tables: readonly DatabaseTable[], file: string): AsyncGenerator<BackupRow> {
  const hash = createHash('sha256');
  let number = 0;
  let previousTable: string | undefined;
  const fail = (why: string) => new StoreInputError(`the backup ${file} cannot be restored: ${why}`);
  const parse = <T>(text: string, as: (value: unknown) => T): T => {
    try {
      return as(JSON.parse(text));
    } catch (error) {
      throw fail(`line ${number}: ${describeLineError(error)}`);
    }
  };
  // The loop yields each line only after it has read the next one, because the last line is the trailer.
  for await (const text of readLines(file, fail)) {
    if (previousTable !== undefined) {
      number += 1;
      hash.update(`${previousTable}\n`);
      if (number === 1) parse(previousTable, parseHeader);
      else yield parse(previousTable, (value) => parseRow(tables, value));
    }
    previousTable = text;
  }
  const trailerResult = trailer.safeParse(
    previousTable === undefined || number === 0 ? undefined : parse(previousTable, (value) => value),
  );
  if (!trailerResult.success) throw fail('the end of the file is missing');
  if (trailerResult.data.rows !== number - 1 || trailerResult.data.sha256 !== hash.digest('hex')) {
    throw fail('the checksum does not match: rows are missing or were modified');
  }
}

function parseHeader(value: unknown): void {
  if (!header.safeParse(value).success)
    throw new Error('is not the header of a backup. Use a file that the command backup has written');
}

/** Describes the error of a line without repeating its text, which may be personal data. */
function describeLineError(error: unknown): string {
  // The messages of JSON.parse contain the beginning of the text.
  if (error instanceof SyntaxError) return 'is not valid JSON. Use a file that the command backup has written';
  if (error instanceof z.ZodError)
    return error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ');
  return error instanceof Error ? error.message : String(error);
}

/** Yields the lines of a file, split only at line feeds. `readline` would also split at U+2028, which JSON strings may contain. */
async function* readLines(file: string, fail: (why: string) => Error): AsyncGenerator<string> {
  let lineRemainder = '';
  try {
    for await (const part of createReadStream(file, 'utf8') as AsyncIterable<string>) {
      const lines = part.split('\n');
      lines[0] = lineRemainder + lines[0];
      lineRemainder = lines.pop() ?? '';
      yield* lines;
    }
  } catch (error) {
    throw fail(describeFileError(error, file, 'read'));
  }
  if (lineRemainder !== '') yield lineRemainder;
}
