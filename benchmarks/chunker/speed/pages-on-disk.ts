import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { SourcePage } from '../chunkers/chunker-types.ts';

/** Writes pages to files and returns their length in bytes. */
export function writePages(folder: string, pages: readonly SourcePage[]): number {
  let bytes = 0;
  for (const { path, text } of pages) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    bytes += Buffer.byteLength(text);
  }
  return bytes;
}

/** Returns the sorted paths of all files in a folder. */
export function getFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** Reads the files of a folder one by one, so that earlier files can be garbage-collected. */
export function* readPages(folder: string): Generator<SourcePage> {
  for (const file of getFiles(folder)) {
    yield { path: file.slice(folder.length + 1).replaceAll('\\', '/'), text: readFileSync(file, 'utf8') };
  }
}

/** Selects pages of about this many bytes from all parts of the documentation. */
export function selectSpreadSample(pages: readonly SourcePage[], bytes: number): SourcePage[] {
  const total = pages.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
  const sample: SourcePage[] = [];
  let seenBytes = 0;
  let sampledPages = 0;
  for (const page of pages) {
    const length = Buffer.byteLength(page.text);
    seenBytes += length;
    // The page is skipped if enough bytes were selected in proportion to the bytes seen so far.
    if (sampledPages + length / 2 > (seenBytes * bytes) / total) continue;
    sample.push(page);
    sampledPages += length;
  }
  return sample;
}
