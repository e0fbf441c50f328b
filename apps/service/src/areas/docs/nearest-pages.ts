import type { PageLink } from './navigation.ts';

const MAX_NEAREST = 5;

const splitWords = (text: string) => new Set(text.match(/[\p{L}\p{N}]+/gu) ?? []);

/** Returns the pages whose paths and titles have the most words in common with a path. A page in the same folder ranks higher. */
export function findNearestPages(path: string, pages: readonly PageLink[]): PageLink[] {
  const words = [...splitWords(path.toLowerCase())];
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  return pages
    .map((page) => {
      const isNear = folder !== '' && page.path.startsWith(folder);
      return { page, score: countWords(`${page.path} ${page.title}`.toLowerCase(), words) + (isNear ? 0.5 : 0) };
    })
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, MAX_NEAREST)
    .map(({ page: { path: found, title } }) => ({ path: found, title }));
}

/** Returns how many of these words a text in lowercase contains. */
function countWords(text: string, words: readonly string[]): number {
  // With thousands of pages, splitting every text into words takes milliseconds, so only texts that contain one of the words are split.
  const candidates = words.filter((word) => text.includes(word));
  if (candidates.length === 0) return 0;
  const textWords = splitWords(text);
  return candidates.filter((word) => textWords.has(word)).length;
}
