import type { Item } from '@context-sync/chunker';
import { findCredentials } from '../safety/credentials.ts';
import type { DocsWarning } from './docs-warning.ts';
import { stripMarkup } from './strip-markup.ts';

/** A likely credential in the text of an item. */
export interface SentCredential {
  readonly warning: DocsWarning;
  /** Whether the text is almost certainly a credential. */
  readonly sure: boolean;
}

/**
 * Searches the items of a document for credentials. The items are searched instead of the document, because chunking removes line breaks, indentation
 * and escapes from a credential. A warning refers to the matching line of the document if there is one.
 * @param text text of the document
 */
export async function findSentCredentials(
  path: string,
  text: string,
  items: readonly Item[],
): Promise<SentCredential[]> {
  if (items.length === 0) return [];
  const itemTexts = items.map(({ title, content }) => stripMarkup(`${title}\n\n${content}`));
  const sentText = itemTexts.join('\n\n');
  const fileCredentials = await findCredentials(path, sentText);
  if (fileCredentials.length === 0) return [];
  const lines = stripMarkup(text).split(/\r\n?|\n/);
  const credentials = new Map<string, SentCredential>();
  for (const { looksLike, start, end, sure } of fileCredentials) {
    const [beginning = ''] = sentText.slice(start, end).trim().split('\n', 1);
    for (const line of findLinesWith(beginning, lines, items[findIndexAt(itemTexts, start)])) {
      const warning: DocsWarning = {
        path,
        line,
        kind: 'credential',
        message: `contains what looks like a ${looksLike}`,
      };
      credentials.set(`${line} ${looksLike}`, { warning, sure });
    }
  }
  return [...credentials.values()];
}

/** Returns the index of the text that contains an offset. The offset refers to all texts, joined with two line breaks. */
function findIndexAt(texts: readonly string[], offset: number): number {
  let end = 0;
  return texts.findIndex((text) => {
    end += text.length + 2;
    return offset < end;
  });
}

/**
 * Returns the lines of the item that contain the text. If there are none, returns the first matching line of the document or, as a last resort, the
 * first line of the item.
 */
function findLinesWith(text: string, lines: readonly string[], item: Item | undefined): number[] {
  const [first, last] = item?.lines ?? [1, 1];
  const lineNumbers = lines
    .slice(first - 1, last)
    .flatMap((line, index) => (line.includes(text) ? [first + index] : []));
  if (lineNumbers.length > 0) return lineNumbers;
  const otherIndex = lines.findIndex((line) => line.includes(text));
  return [otherIndex < 0 ? first : otherIndex + 1];
}
