import type { Item } from '@context-sync/chunker';
import { findCredentials } from '../safety/credentials.ts';
import type { DocsWarning } from './docs-warning.ts';
import { stripMarkup } from './strip-markup.ts';

/** Something that looks like a credential, and is part of an item. */
export interface SentCredential {
  readonly warning: DocsWarning;
  /** Whether it can hardly be anything else. */
  readonly sure: boolean;
}

/**
 * Looks for credentials in what is sent of a document, and not in the document: on the way line ends, indentation and escapes go, and what is
 * left is what a reader could use. A warning names the line of the document where the same stands, if it does.
 * @param text the document
 */
export async function findSentCredentials(
  path: string,
  text: string,
  items: readonly Item[],
): Promise<SentCredential[]> {
  if (items.length === 0) return [];
  const sent = items.map(({ title, content }) => stripMarkup(`${title}\n\n${content}`));
  const all = sent.join('\n\n');
  const found = await findCredentials(path, all);
  if (found.length === 0) return [];
  const lines = stripMarkup(text).split(/\r\n?|\n/);
  const credentials = new Map<string, SentCredential>();
  for (const { looksLike, start, end, sure } of found) {
    const [beginning = ''] = all.slice(start, end).trim().split('\n', 1);
    for (const line of linesWith(beginning, lines, items[indexAt(sent, start)])) {
      const warning: DocsWarning = { path, line, kind: 'credential', message: `looks like a ${looksLike}` };
      credentials.set(`${line} ${looksLike}`, { warning, sure });
    }
  }
  return [...credentials.values()];
}

/** Index of the text that the offset is in, where they are joined by two line breaks. */
function indexAt(texts: readonly string[], offset: number): number {
  let end = 0;
  return texts.findIndex((text) => {
    end += text.length + 2;
    return offset < end;
  });
}

/** The lines of the item that hold the text, or the first in the document that does; the item's first line where none does. */
function linesWith(text: string, lines: readonly string[], item: Item | undefined): number[] {
  const [first, last] = item?.lines ?? [1, 1];
  const own = lines.slice(first - 1, last).flatMap((line, index) => (line.includes(text) ? [first + index] : []));
  if (own.length > 0) return own;
  const elsewhere = lines.findIndex((line) => line.includes(text));
  return [elsewhere < 0 ? first : elsewhere + 1];
}
