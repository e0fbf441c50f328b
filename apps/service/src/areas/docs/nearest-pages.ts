import type { PageLink } from './navigation.ts';

const MAX_NEAREST = 5;

const splitWords = (text: string) => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);

/** Returns the pages whose paths and titles have the most words in common with a path. A page in the same folder ranks higher. */
export function findNearestPages(path: string, pages: readonly PageLink[]): PageLink[] {
  const words = splitWords(path);
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  return pages
    .map((page) => {
      const shared = [...splitWords(`${page.path} ${page.title}`)].filter((word) => words.has(word)).length;
      const isNear = folder !== '' && page.path.startsWith(folder);
      return { page, score: shared + (isNear ? 0.5 : 0) };
    })
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, MAX_NEAREST)
    .map(({ page: { path: found, title } }) => ({ path: found, title }));
}
