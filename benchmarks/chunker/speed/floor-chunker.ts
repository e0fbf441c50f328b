import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/**
 * Does the minimum work of a sync per document: reads, hashes and decodes the document without chunking. Returns the
 * length of the texts.
 */
export function readHashDecode(files: readonly string[]): number {
  let length = 0;
  for (const file of files) {
    const bytes = readFileSync(file);
    createHash('sha256').update(bytes).digest('hex');
    length += bytes.toString('utf8').length;
  }
  return length;
}
