import type { Cut } from '../chunkers/chunker.ts';
import { type Added, added, NOTHING, type Part, sum } from './added.ts';
import type { History } from './history.ts';
import { sections } from './sections.ts';

/** What the history re-creates with a chunker, commit by commit, without the first. */
export async function recreated({ commits, texts }: History, cut: Cut, size: number): Promise<Added> {
  // Includes the path, because a chunker may use it as the page title.
  const known = new Map<string, Part[]>();
  const partsOf = async (path: string, id: string | undefined): Promise<readonly Part[]> => {
    if (id === undefined) return [];
    const key = `${path}\n${id}`;
    const cached = known.get(key);
    if (cached) return cached;
    const pieces = await cut({ path, text: texts.get(id) ?? '' }, size);
    const parts = pieces.map(({ title, content }) => ({
      identity: `${title}\n${content}`,
      characters: content.length,
    }));
    known.set(key, parts);
    return parts;
  };
  let total = NOTHING;
  for (const changes of commits.slice(1)) {
    const before: Part[] = [];
    const after: Part[] = [];
    for (const change of changes) {
      before.push(...(await partsOf(change.path, change.before)));
      after.push(...(await partsOf(change.path, change.after)));
    }
    total = sum(total, added(before, after));
  }
  return total;
}

/** The sections whose text the history changed. */
export function changedSections(history: History): Promise<Added> {
  return recreated(history, ({ text }) => sections(text).map((content) => ({ title: '', content })), 0);
}
