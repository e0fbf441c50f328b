import type { ChunkFunction } from '../chunkers/chunker-types.ts';
import type { History } from '../data/commit-history.ts';
import { splitSections } from '../text/sections.ts';
import { type Additions, addAdditions, type ComparedPart, countAdditions, NO_ADDITIONS } from './count-additions.ts';

/** Counts the items that a chunker re-creates over the history, commit by commit, without the first commit. */
export async function replayCommits(
  { commits, texts }: History,
  chunkPage: ChunkFunction,
  size: number,
): Promise<Additions> {
  // The key of the cache includes the path, because a chunker may use the path as the page title.
  const oldParts = new Map<string, ComparedPart[]>();
  const getParts = async (path: string, id: string | undefined): Promise<readonly ComparedPart[]> => {
    if (id === undefined) return [];
    const key = `${path}\n${id}`;
    const cachedParts = oldParts.get(key);
    if (cachedParts) return cachedParts;
    const chunks = await chunkPage({ path, text: texts.get(id) ?? '' }, size);
    const parts = chunks.map(({ title, content }) => ({
      identity: `${title}\n${content}`,
      characters: content.length,
    }));
    oldParts.set(key, parts);
    return parts;
  };
  let total = NO_ADDITIONS;
  for (const commitChanges of commits.slice(1)) {
    const oldParts: ComparedPart[] = [];
    const newParts: ComparedPart[] = [];
    for (const change of commitChanges) {
      oldParts.push(...(await getParts(change.path, change.before)));
      newParts.push(...(await getParts(change.path, change.after)));
    }
    total = addAdditions(total, countAdditions(oldParts, newParts));
  }
  return total;
}

/** Counts the sections whose text the history changed. */
export function countChangedSections(history: History): Promise<Additions> {
  return replayCommits(history, ({ text }) => splitSections(text).map((content) => ({ title: '', content })), 0);
}
