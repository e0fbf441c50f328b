import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { type History, readHistory } from '../replay/history.ts';
import type { CorpusPage, Query } from '../retrieval/retrieval.ts';

/** The documentation folder is missing or incomplete. */
export class DataMissing extends Error {
  override readonly name = 'DataMissing';
}

/** Throws if part of the data is missing. */
export function checkData(folder: string): void {
  for (const name of ['retrieval/docs.json.gz', 'retrieval/queries.json', 'replay']) need(folder, name);
}

/** Pages and queries for retrieval. */
export function retrievalData(folder: string): { pages: CorpusPage[]; queries: Query[] } {
  return {
    pages: JSON.parse(
      gunzipSync(readFileSync(need(folder, 'retrieval/docs.json.gz'))).toString('utf8'),
    ) as CorpusPage[],
    queries: JSON.parse(readFileSync(need(folder, 'retrieval/queries.json'), 'utf8')) as Query[],
  };
}

/** Reads the histories of all git bundles through a temporary clone. */
export function replayData(folder: string): History[] {
  const bundles = need(folder, 'replay');
  const scratch = mkdtempSync(join(tmpdir(), 'bench-chunker-'));
  try {
    return readdirSync(bundles)
      .filter((name) => name.endsWith('.bundle'))
      .sort()
      .map((name) => readHistory(join(bundles, name), name.replace(/\.bundle$/, ''), scratch));
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function need(folder: string, name: string): string {
  const path = join(folder, name);
  if (existsSync(path)) return path;
  throw new DataMissing(`${path} is not there: give the folder of real documentation with --data <folder>.`);
}
