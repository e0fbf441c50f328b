import {
  ALL_SHARDS,
  applyReferenceEdits,
  createReferenceEdits,
  type DocumentRecord,
  hashParts,
  type WantedDocument,
} from '@context-sync/sync';
import type { ReadOptions } from '../docs/chunk-document.ts';
import { findDocs, type ListedDocument } from '../docs/find-docs.ts';
import { type ReadDocs, readDocs } from '../docs/read-docs.ts';
import { type RepositorySite, readRepositorySite } from '../docs/repository-site.ts';
import { getFolders } from '../docs/repository-tree.ts';
import type { Git } from '../git/git.ts';
import type { Settings } from '../inputs/action-settings.ts';

export interface SidesInput {
  readonly git: Git;
  readonly settings: Settings;
  readonly options: ReadOptions;
  /** URL of the files of the repository. */
  readonly repositoryUrl: string;
}

/** All documents of a commit. */
export interface Side {
  readonly commit: string;
  readonly documents: readonly WantedDocument[];
  readonly configDigest: string;
}

/**
 * Reads all documents of the planned commit. If the plan has already chunked all documents, they are not chunked again.
 * @throws GitError
 */
export async function readPlannedSide(
  { git, options, repositoryUrl }: SidesInput,
  commit: string,
  listedDocuments: readonly ListedDocument[],
  read: Pick<ReadDocs, 'wanted'>,
): Promise<Side> {
  const site = await readSite(git, commit, options, repositoryUrl);
  const { configDigest } = site;
  if (read.wanted.unchanged.size === 0) return { commit, documents: sort(read.wanted.documents), configDigest };
  const { wanted } = await readDocs({
    git,
    listed: listedDocuments,
    records: createRecords(new Map()),
    options,
    site: site.site,
    outside: [],
  });
  return { commit, documents: sort(wanted.documents), configDigest };
}

/**
 * Reads all documents of the base commit. Chunks only documents that differ from the other commit, or depend on a file that differs.
 * @returns no documents if the commit does not have the docs folder
 * @throws GitError
 */
export async function readBaseSide(
  { git, settings, options, repositoryUrl }: SidesInput,
  base: string,
  other: Side,
): Promise<Side> {
  const at = git.at(base);
  const docsTree = await findDocs(at, settings);
  const { site, configDigest } = await readSite(at, base, options, repositoryUrl);
  if ('problem' in docsTree) return { commit: base, documents: [], configDigest };
  const byPath = new Map(other.documents.map((document) => [document.path, document]));
  const { documents: listed } = await docsTree.list(new Set(byPath.keys()));
  const getHash = (digest: string) => hashParts([options.chunkConfigHash, digest], 16);
  const isListed = new Set(listed.map(({ path }) => path));
  const changedPaths = (await git.listChangedPaths(base, other.commit)).filter(
    (path) => !isListed.has(path) && !byPath.has(path),
  );
  const outsidePaths = new Set(changedPaths.flatMap((path) => [path, ...getFolders(path)]));
  const { wanted } = await readDocs({
    git: at,
    listed,
    records: createRecords(createDocumentRecords(other.documents, getHash(other.configDigest))),
    options: { ...options, chunkConfigHash: getHash(configDigest) },
    site,
    outside: [...outsidePaths],
  });
  const unchanged = [...wanted.unchanged].flatMap((path) => byPath.get(path) ?? []);
  return { commit: base, documents: sort([...wanted.documents, ...unchanged]), configDigest };
}

function readSite(git: Git, commit: string, { address }: ReadOptions, repositoryUrl: string): Promise<RepositorySite> {
  return readRepositorySite(git, commit, { ...address, repositoryUrl });
}

function sort(documents: readonly WantedDocument[]): WantedDocument[] {
  return documents.toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

function createRecords(documents: ReadonlyMap<string, DocumentRecord>) {
  return { shards: new Set(ALL_SHARDS), documents, load: () => Promise.resolve() };
}

/** Returns the records of documents as a state would contain them, but without their items. */
function createDocumentRecords(
  documents: readonly WantedDocument[],
  chunkConfigHash: string,
): Map<string, DocumentRecord> {
  const outgoingReferences = documents.map(({ path, uses = [], names = [] }) => ({ path, uses, names }));
  const references = applyReferenceEdits(new Map(), createReferenceEdits([], outgoingReferences));
  const records = new Map<string, DocumentRecord>();
  for (const [path, each] of references)
    records.set(path, { path, blob: null, chunkConfigHash: '', items: [], ...each });
  for (const { items: _items, ...document } of documents) {
    records.set(document.path, { ...references.get(document.path), ...document, chunkConfigHash, items: [] });
  }
  return records;
}
