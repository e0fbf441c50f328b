import { randomBytes } from 'node:crypto';
import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { formatPlanFile } from './plan-file.ts';
import { createRedactor } from './redact.ts';
import type { Report } from './report-model.ts';

/** The number of characters that are buffered before they are redacted and written. */
const WRITE_SIZE = 64 * 1024;

/**
 * Writes the plan file of a source without the secrets of the run.
 * @returns the path of the file
 */
export function writePlanFile(folder: string, report: Report): string {
  const path = join(folder, `context-sync-plan-${randomBytes(6).toString('hex')}.json`);
  const redact = createRedactor();
  // The flag `wx` creates a new file and does not follow symbolic links. Outside of GitHub, other users may be able to write to the folder.
  const file = openSync(path, 'wx', 0o600);
  try {
    let text = '';
    for (const part of formatPlanFile(report)) {
      text += part;
      if (text.length < WRITE_SIZE) continue;
      writeFully(file, redact(text));
      text = '';
    }
    writeFully(file, redact(text));
  } finally {
    closeSync(file);
  }
  return path;
}

/** Writes a text completely. A single write may write only a part of the text, for example if the disk is almost full. */
function writeFully(file: number, text: string): void {
  const bytes = Buffer.from(text);
  for (let offset = 0; offset < bytes.length; ) offset += writeSync(file, bytes, offset);
}
