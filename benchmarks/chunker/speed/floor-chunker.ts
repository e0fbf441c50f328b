import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** Does the minimum work of a sync per document, without chunking: reads, hashes and decodes the document. Returns the length of the text. */
export function readHashDecode(files: readonly string[]): number {
  let length = 0;
  for (const file of files) {
    const bytes = readFileSync(file);
    createHash('sha256').update(bytes).digest('hex');
    length += bytes.toString('utf8').length;
  }
  return length;
}
