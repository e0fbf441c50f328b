import { ALL_SHARDS, type DocumentRecord } from '@context-sync/sync';
import type { Git } from '../git/git.ts';
import type { ReadOptions } from './chunk-document.ts';
import type { ListedDocument } from './find-docs.ts';
import { type ReadDocs, readDocs } from './read-docs.ts';
import { readRepositorySite } from './repository-site.ts';

/** Reads the documents of the checked-out commit. Compares them with a state that contains the given records. */
export async function readDocsAtHead(
  git: Git,
  listedDocuments: readonly ListedDocument[],
  documents: ReadonlyMap<string, DocumentRecord>,
  options: ReadOptions,
): Promise<ReadDocs> {
  const { site } = await readRepositorySite(git, 'HEAD', options.address);
  const records = { shards: new Set(ALL_SHARDS), documents, load: () => Promise.resolve() };
  return readDocs({ git, listed: listedDocuments, records, options, site, outside: [] });
}
