import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { exitWithUsageError } from '../../../scripts/program-options.ts';
import type { SourcePage } from '../chunkers/chunker-types.ts';
import { type History, readHistory } from './commit-history.ts';

/** A page of a corpus. Each corpus is searched separately. */
export interface CorpusPage extends SourcePage {
  readonly corpus: string;
}

/** A query. The characters `span` of the page `path` contain the answer, and `src` is the source of the query. */
export interface Query {
  readonly corpus: string;
  readonly query: string;
  readonly path: string;
  readonly span: readonly [number, number];
  readonly src?: string;
}

/** Ends the program if a part of the data is missing. */
export function checkData(folder: string): void {
  for (const name of ['retrieval/docs.json.gz', 'retrieval/queries.json', 'prose-spans/questions.csv', 'replay'])
    requirePath(folder, name);
}

/** Reads the pages and queries for the retrieval measurement. */
export function readRetrievalData(folder: string): { pages: CorpusPage[]; queries: Query[] } {
  return {
    pages: JSON.parse(
      gunzipSync(readFileSync(requirePath(folder, 'retrieval/docs.json.gz'))).toString('utf8'),
    ) as CorpusPage[],
    queries: JSON.parse(readFileSync(requirePath(folder, 'retrieval/queries.json'), 'utf8')) as Query[],
  };
}

/** Reads the histories of all git bundles through a temporary clone. */
export function replayData(folder: string): History[] {
  const bundles = requirePath(folder, 'replay');
  const scratchFolder = mkdtempSync(join(tmpdir(), 'bench-chunker-'));
  try {
    return readdirSync(bundles)
      .filter((name) => name.endsWith('.bundle'))
      .sort()
      .map((name) => readHistory(join(bundles, name), name.replace(/\.bundle$/, ''), scratchFolder));
  } finally {
    rmSync(scratchFolder, { recursive: true, force: true });
  }
}

function requirePath(folder: string, name: string): string {
  const path = join(folder, name);
  if (existsSync(path)) return path;
  exitWithUsageError(`--data must be the folder of real documentation: ${path} does not exist.`);
}
