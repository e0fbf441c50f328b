import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { z } from 'zod';
import { StoreInputError } from '../store-input-error.ts';
import type { Backup } from './backup.ts';
import { type BackupRow, parseRow } from './tables.ts';

const header = z.strictObject({
  format: z.literal('context-sync-backup'),
  version: z.literal(1),
  createdAt: z.iso.datetime(),
});
/** The last line: what came before it must be as many rows with this hash, or the file is not whole. */
const trailer = z.strictObject({ rows: z.int(), sha256: z.string() });

const PART = 1_048_576;

/**
 * Writes a backup as lines of JSON: a header, the rows, a trailer. The file appears under its name when it is whole and on the disk.
 * @returns how many rows it has
 * @throws StoreInputError if the file exists already or cannot be created, or if there is nothing to back up
 */
export async function writeBackupFile(backup: Backup, file: string): Promise<number> {
  const unfinished = `${file}.part`;
  const handle = await openNew(file, unfinished);
  try {
    const hash = createHash('sha256');
    let waiting = '';
    let rows = 0;
    const line = async (value: object) => {
      const text = `${JSON.stringify(value)}\n`;
      hash.update(text);
      waiting += text;
      if (waiting.length < PART) return;
      await handle.write(waiting);
      waiting = '';
    };
    await line({ format: 'context-sync-backup', version: 1, createdAt: new Date().toISOString() });
    await backup.each(async (row) => {
      rows += 1;
      await line(row);
    });
    // Most likely the wrong database: a backup that holds nothing would only be noticed when it is needed.
    if (rows === 0) throw cannotWrite(file, 'the database is empty, so there is nothing to back up');
    await handle.write(`${waiting}${JSON.stringify({ rows, sha256: hash.digest('hex') })}\n`);
    await handle.sync();
    await handle.close();
    await rename(unfinished, file);
    return rows;
  } catch (error) {
    await handle.close().catch(() => undefined);
    await rm(unfinished, { force: true });
    throw error;
  }
}

async function openNew(file: string, unfinished: string) {
  try {
    if (existsSync(file)) throw new Error('it is there already');
    // What a backup that was broken off has left behind may have another mode.
    await rm(unfinished, { force: true });
    // Only its owner can read it: it holds what the service shows to members only.
    return await open(unfinished, 'wx', 0o600);
  } catch (error) {
    throw cannotWrite(file, error instanceof Error ? error.message : String(error), error);
  }
}

function cannotWrite(file: string, why: string, cause?: unknown): StoreInputError {
  return new StoreInputError(`the backup ${file} cannot be written: ${why}`, { cause });
}

/** The rows of a backup. @throws StoreInputError at the line that is wrong, and at the end where the file is not whole */
export async function* readBackupFile(file: string): AsyncGenerator<BackupRow> {
  const hash = createHash('sha256');
  let number = 0;
  let before: string | undefined;
  const fail = (why: string) => new StoreInputError(`the backup ${file} cannot be restored: ${why}`);
  const parse = <T>(text: string, as: (value: unknown) => T): T => {
    try {
      return as(JSON.parse(text));
    } catch (error) {
      throw fail(`line ${number}: ${error instanceof Error ? error.message : String(error)}`);
    }
  };
  // One line behind, because the last one is not a row.
  for await (const text of linesOf(file, fail)) {
    if (before !== undefined) {
      number += 1;
      hash.update(`${before}\n`);
      if (number === 1) parse(before, (value) => header.parse(value));
      else yield parse(before, parseRow);
    }
    before = text;
  }
  const last = trailer.safeParse(before === undefined || number === 0 ? undefined : parse(before, (value) => value));
  if (!last.success) throw fail('its end is missing');
  if (last.data.rows !== number - 1 || last.data.sha256 !== hash.digest('hex')) {
    throw fail('it is not what was written: rows are missing or were changed');
  }
}

/** By line feeds alone: `readline` also ends a line at U+2028, which JSON leaves in its texts. */
async function* linesOf(file: string, fail: (why: string) => Error): AsyncGenerator<string> {
  let rest = '';
  try {
    for await (const part of createReadStream(file, 'utf8') as AsyncIterable<string>) {
      const lines = part.split('\n');
      lines[0] = rest + lines[0];
      rest = lines.pop() ?? '';
      yield* lines;
    }
  } catch (error) {
    throw fail(error instanceof Error ? error.message : String(error));
  }
  if (rest !== '') yield rest;
}
