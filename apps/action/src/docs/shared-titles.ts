import type { DocumentRecord, WantedDocument } from '@context-sync/sync';
import type { DocsWarning } from './docs-warning.ts';

/**
 * Returns a warning for each page that has the same title as another page, because search results cannot distinguish such pages.
 * @param unchanged records of the listed documents that were not read
 */
export function findSharedTitles(
  documents: readonly WantedDocument[],
  unchanged: readonly DocumentRecord[],
): DocsWarning[] {
  const pages = new Map<string, string>();
  for (const { path, items } of unchanged) {
    const page = items.find(({ key, status }) => key === `${path}#` && status === 'live');
    if (page) pages.set(page.title, path);
  }
  return documents.flatMap(({ path, items }): DocsWarning[] => {
    const page = items.find(({ key }) => key === `${path}#`);
    if (!page) return [];
    const otherPage = pages.get(page.title);
    if (otherPage === undefined) pages.set(page.title, path);
    if (otherPage === undefined || otherPage === path) return [];
    return [{ path, line: page.lines[0], kind: 'title', message: `has the same title as ${otherPage}` }];
  });
}
