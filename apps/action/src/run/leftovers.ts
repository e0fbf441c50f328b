import type { DocumentRecord, Leftover } from '@context-sync/sync';

/** What every report lists: items that are no longer wanted and still there, and items of which nobody knows. */
export function leftoversOf(documents: ReadonlyMap<string, DocumentRecord>): Leftover[] {
  return [...documents.values()].flatMap(({ path, items }) =>
    items
      .filter(({ status }) => status === 'superseded' || status === 'stale' || status === 'creating')
      .map((record) => ({ path, record })),
  );
}

/** Whether one of the lines of `forget` means this item: by its key, its id, its document, or `all`. */
export function isNamed(lines: readonly string[], { path, record }: Leftover): boolean {
  return lines.some((line) => line === 'all' || line === record.key || line === record.id || line === path);
}
