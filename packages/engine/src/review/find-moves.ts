import { type Change, type Plan, removeSourceLine, type WantedItem } from '@context-sync/sync';
import { isSameExceptAddresses } from './item-text.ts';
import type { Review } from './review-model.ts';

/** A document that was moved to another path. On the platform, its items are created with the new source URL, and the old items are removed. */
export interface DocumentMove {
  readonly from: string;
  readonly to: string;
  /** Number of items of the document at its new path. */
  readonly items: number;
  /** Number of items whose text is the same as before, except for URLs. */
  readonly unchanged: number;
}

/** Minimum fraction of items that two documents must have in common. */
const MIN_COMMON_FRACTION = 0.5;

/** Finds the deleted documents whose items a new document contains. Each document belongs to at most one move. */
export function findMoves(
  { changes, gone }: Pick<Plan, 'changes' | 'gone'>,
  { oldItems }: Pick<Review, 'oldItems'>,
): DocumentMove[] {
  const isGone = new Set(gone);
  const newDocuments = [...Map.groupBy(changes, ({ path }) => path)].flatMap(([path, own]) => {
    const items = own.flatMap((change) => (isCreation(change) ? [change.item] : []));
    return items.length > 0 && items.length === own.length && !oldItems.has(path) ? [{ path, items }] : [];
  });
  const sources = indexTexts([...oldItems].filter(([path]) => isGone.has(path)));
  const takenPaths = new Set<string>();
  return newDocuments.flatMap(({ path, items }): DocumentMove[] => {
    const [best] = [...countCommonItems(items, sources)].filter(([from]) => !takenPaths.has(from)).sort(byCount);
    if (!best) return [];
    const [from, common] = best;
    const before = [...(oldItems.get(from)?.values() ?? [])];
    if (common < MIN_COMMON_FRACTION * Math.max(items.length, before.length)) return [];
    takenPaths.add(from);
    const unchanged = items.filter((item) => before.some((old) => isSameExceptAddresses(old.content, item.content)));
    return [{ from, to: path, items: items.length, unchanged: unchanged.length }];
  });
}

function isCreation(change: Change): change is Extract<Change, { kind: 'create' | 'restore' }> {
  return change.kind === 'create' || change.kind === 'restore';
}

/** Returns the documents that contain an item, by the comparable text of the item. */
function indexTexts(documents: readonly (readonly [string, ReadonlyMap<string, WantedItem>])[]): Map<string, string[]> {
  const paths = new Map<string, string[]>();
  for (const [path, items] of documents) {
    for (const { content } of items.values()) {
      const text = getComparableText(content);
      paths.set(text, [...(paths.get(text) ?? []), path]);
    }
  }
  return paths;
}

/** Returns the first lines of a text, by which most moved items are found even if a link or a sentence in them has changed. */
function getComparableText(content: string): string {
  return removeSourceLine(content)
    .replaceAll(/\S*:\/\/\S+|\s+/g, ' ')
    .slice(0, 200);
}

function countCommonItems(items: readonly WantedItem[], sources: ReadonlyMap<string, string[]>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { content } of items) {
    for (const path of new Set(sources.get(getComparableText(content)) ?? [])) {
      counts.set(path, (counts.get(path) ?? 0) + 1);
    }
  }
  return counts;
}

function byCount([a, countA]: readonly [string, number], [b, countB]: readonly [string, number]): number {
  return countB - countA || (a < b ? -1 : 1);
}
