import type { ChunkFunction } from '../chunkers/chunker.ts';
import type { History } from '../data/history.ts';
import { sections } from '../text/sections.ts';
import { type Additions, added, type ComparedPart, NOTHING, sum } from './additions.ts';

/** Counts the items that a chunker re-creates over the history, commit by commit, without the first commit. */
export async function recreated(
  { commits, texts }: History,
  chunkPage: ChunkFunction,
  size: number,
): Promise<Additions> {
  // The key of the cache includes the path, because a chunker may use the path as the page title.
  const known = new Map<string, ComparedPart[]>();
  const partsOf = async (path: string, id: string | undefined): Promise<readonly ComparedPart[]> => {
    if (id === undefined) return [];
    const key = `${path}\n${id}`;
    const cached = known.get(key);
    if (cached) return cached;
    const chunks = await chunkPage({ path, text: texts.get(id) ?? '' }, size);
    const parts = chunks.map(({ title, content }) => ({
      identity: `${title}\n${content}`,
      characters: content.length,
    }));
    known.set(key, parts);
    return parts;
  };
  let total = NOTHING;
  for (const changes of commits.slice(1)) {
    const before: ComparedPart[] = [];
    const after: ComparedPart[] = [];
    for (const change of changes) {
      before.push(...(await partsOf(change.path, change.before)));
      after.push(...(await partsOf(change.path, change.after)));
    }
    total = sum(total, added(before, after));
  }
  return total;
}

/** Counts the sections whose text the history changed. */
export function changedSections(history: History): Promise<Additions> {
  return recreated(history, ({ text }) => sections(text).map((content) => ({ title: '', content })), 0);
}
