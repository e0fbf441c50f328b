import type { Page } from './candidate.ts';
import { shortestFirst } from './path-order.ts';

/** Blob ids of no content, in SHA-1 and SHA-256: two empty documents have nothing in common. */
const EMPTY = new Set([
  'e69de29bb2d1d6434b8b29ae775ad8c2e48c5391',
  '473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813',
]);

/**
 * The pages that hold, byte for byte, what another holds, with the one that is kept: one that is on the platform already, so that a copy does
 * not take the place of its original; of several, that of the shortest path, then the first.
 */
export function duplicates(pages: readonly Page[]): Map<Page, Page> {
  const kept = new Map<string, Page>();
  for (const page of pages) {
    if (page.id === undefined || EMPTY.has(page.id)) continue;
    const known = kept.get(page.id);
    if (known === undefined || isBefore(page, known)) kept.set(page.id, page);
  }
  const found = new Map<Page, Page>();
  for (const page of pages) {
    const same = page.id === undefined ? undefined : kept.get(page.id);
    if (same !== undefined && same !== page) found.set(page, same);
  }
  return found;
}

function isBefore(a: Page, b: Page): boolean {
  return a.isSynced === b.isSynced ? shortestFirst(a.path, b.path) < 0 : a.isSynced;
}
