import type { CandidatePage } from './candidate-page.ts';
import { compareByLength } from './path-order.ts';

/** Blob ids of empty files in SHA-1 and SHA-256. Empty documents are not treated as duplicates. */
const EMPTY_BLOB_IDS = new Set([
  'e69de29bb2d1d6434b8b29ae775ad8c2e48c5391',
  '473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813',
]);

/**
 * Finds pages with identical content. Returns each duplicate with the page to keep: a synced page, so that a copy does not replace its original;
 * otherwise, the page with the shortest path, then the first one.
 */
export function findDuplicates(pages: readonly CandidatePage[]): Map<CandidatePage, CandidatePage> {
  const keptPages = new Map<string, CandidatePage>();
  for (const page of pages) {
    if (page.id === undefined || EMPTY_BLOB_IDS.has(page.id)) continue;
    const earlierPage = keptPages.get(page.id);
    if (earlierPage === undefined || isPreferred(page, earlierPage)) keptPages.set(page.id, page);
  }
  const duplicates = new Map<CandidatePage, CandidatePage>();
  for (const page of pages) {
    const keptDuplicate = page.id === undefined ? undefined : keptPages.get(page.id);
    if (keptDuplicate !== undefined && keptDuplicate !== page) duplicates.set(page, keptDuplicate);
  }
  return duplicates;
}

function isPreferred(a: CandidatePage, b: CandidatePage): boolean {
  return a.isSynced === b.isSynced ? compareByLength(a.path, b.path) < 0 : a.isSynced;
}
