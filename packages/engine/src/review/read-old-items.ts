import type { WantedItem } from '@context-sync/sync';
import { BATCH_SIZE, chunkBatch, type ReadOptions } from '../docs/chunk-document.ts';
import { decodeDocument } from '../docs/decode-document.ts';
import type { StateRecords } from '../docs/find-affected.ts';
import { createNameIndex } from '../docs/name-index.ts';
import { readRepositorySite } from '../docs/repository-site.ts';
import type { Git } from '../git/git.ts';
import { isReviewed, type Review } from './review-model.ts';

/** Maximum number of documents whose old items are read. Reports with more changes omit differences in any case. */
const MAX_DOCUMENTS = 600;

export interface OldItemsInput {
  readonly git: Git;
  readonly base: string;
  readonly review: Review;
  /** Paths of the documents to read. */
  readonly paths: ReadonlySet<string>;
  readonly options: ReadOptions;
  readonly records: StateRecords;
}

/**
 * Chunks documents as they were at the base commit. The reviewed documents come first.
 * @throws GitError, StateError
 */
export async function readOldItems(input: OldItemsInput): Promise<Pick<Review, 'oldItems' | 'oldWarnings'>> {
  const { git, base, review, options, records } = input;
  const paths = [...input.paths].sort((a, b) => Number(isReviewed(review, b)) - Number(isReviewed(review, a)));
  const { tree, site } = await readRepositorySite(git, base, options.address);
  site.names = createNameIndex(records, new Map(), []);
  const documents = paths.slice(0, MAX_DOCUMENTS).flatMap((path) => {
    const blob = tree.blob(path);
    return blob === undefined ? [] : [{ path, blob }];
  });
  const oldItems = new Map<string, ReadonlyMap<string, WantedItem>>();
  const oldWarnings = new Map<string, ReadonlySet<string>>();
  for (let start = 0; start < documents.length; start += BATCH_SIZE) {
    const batch = documents.slice(start, start + BATCH_SIZE);
    const texts: string[] = [];
    const blobs = batch.map(({ blob }) => blob);
    const batchPaths = batch.map(({ path }) => path);
    for await (const bytes of git.read(blobs, batchPaths)) texts.push(decodeDocument(bytes).text);
    const loadedDocuments = batch.map((document, index) => ({ ...document, text: texts[index] ?? '' }));
    for (const [index, { chunks }] of (await chunkBatch(loadedDocuments, options, site)).entries()) {
      const path = loadedDocuments[index]?.path ?? '';
      const isPublic = chunks.public ?? options.public;
      oldWarnings.set(path, new Set(chunks.warnings.map(({ message }) => message)));
      oldItems.set(path, new Map(chunks.items.map((item) => [item.key, { ...item, public: isPublic }])));
    }
  }
  return { oldItems, oldWarnings };
}
