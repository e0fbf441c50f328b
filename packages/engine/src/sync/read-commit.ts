import { ALL_SHARDS } from '@context-sync/sync';
import type { ReadOptions } from '../docs/chunk-document.ts';
import { createNoDocumentsProblem, findDocs } from '../docs/find-docs.ts';
import { type ReadDocs, readDocs } from '../docs/read-docs.ts';
import { readRepositorySite } from '../docs/repository-site.ts';
import type { RunContext } from '../event/event-context.ts';
import type { Git } from '../git/git.ts';
import type { Settings } from '../inputs/action-settings.ts';
import { UserError } from '../problem/problem.ts';
import { getAddress, getRepositoryUrl, hashChunkConfig } from './chunk-config-hash.ts';
import { createReadOptions } from './read-options.ts';

/** All documents of a commit and their items. */
export interface CommitDocs {
  readonly commit: string;
  readonly docs: ReadDocs;
  readonly options: ReadOptions;
}

/**
 * Reads and chunks all documents of a commit, without a state and without a platform.
 * @throws GitError; UserError if the commit contains no documents
 */
export async function readCommit(
  git: Git,
  settings: Settings,
  context: RunContext,
  branch: string,
): Promise<CommitDocs> {
  const docsTree = await findDocs(git, settings);
  if ('problem' in docsTree) throw new UserError([docsTree]);
  const docsListing = await docsTree.list();
  if (docsListing.documents.length === 0)
    throw new UserError([createNoDocumentsProblem(settings, docsListing.skipped)]);
  const address = getAddress(settings, context, branch);
  const options = createReadOptions(settings, address, hashChunkConfig(settings, address));
  const repositoryUrl = getRepositoryUrl(context, branch);
  const { site } = await readRepositorySite(git, docsTree.commit, { ...address, repositoryUrl });
  const records = { shards: new Set(ALL_SHARDS), documents: new Map(), load: () => Promise.resolve() };
  const read = await readDocs({ git, listed: docsListing.documents, records, options, site, outside: [] });
  return { commit: docsTree.commit, docs: { ...read, skipped: [...docsListing.skipped, ...read.skipped] }, options };
}
