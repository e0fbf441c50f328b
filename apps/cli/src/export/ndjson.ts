import { computeFingerprint } from '@context-sync/sync';
import type { IndexedItem } from '../search/item-index.ts';

/** Yields one line of JSON for each item. */
export function* formatNdjson(items: Iterable<IndexedItem>): Generator<string> {
  for (const item of items) {
    const { project, key, path, title, content, lines, source } = item;
    const fingerprint = computeFingerprint(item);
    yield `${JSON.stringify({ project, key, path, lines, title, content, public: item.public, source, fingerprint })}\n`;
  }
}
