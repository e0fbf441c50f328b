import { indexedWordsOf, wordsOf } from '../search/words.ts';
import type { ContextItem } from '../store/context-items.ts';

/** Characters of an item that are shown among others. */
const EXCERPT = 1_500;
const SOURCE = /(?:^|\n)Source: (\S+)\s*$/;

/** The address that an item's last line says it is from; null where it says none. */
export function sourceOf(content: string): string | null {
  return SOURCE.exec(content)?.[1] ?? null;
}

/** The address of an item among the resources. */
export function uriOf(slug: string, id: string): string {
  return `${URI_PREFIX}${slug}/context/${id}`;
}

export const URI_PREFIX = 'context-sync://';

/** The paragraphs of an item that say most about a question, in their order; all of it where it is short. */
export function excerptOf({ content }: ContextItem, question: string): { excerpt: string; complete: boolean } {
  const text = content.replace(SOURCE, '').trim();
  if (text.length <= EXCERPT) return { excerpt: text, complete: true };
  const asked = new Set(wordsOf(question));
  const paragraphs = text.split(/\n{2,}/);
  const hits = paragraphs.map((paragraph) => new Set(indexedWordsOf(paragraph).filter((word) => asked.has(word))).size);
  const best = hits.indexOf(Math.max(...hits));
  let [from, to, length] = [best, best, paragraphs[best]?.length ?? 0];
  for (;;) {
    // What follows explains more often than what comes before.
    const [after, before] = [paragraphs[to + 1], paragraphs[from - 1]];
    if (after !== undefined && length + after.length <= EXCERPT) {
      to += 1;
      length += after.length + 2;
    } else if (before !== undefined && length + before.length <= EXCERPT) {
      from -= 1;
      length += before.length + 2;
    } else break;
  }
  const shown = paragraphs
    .slice(from, to + 1)
    .join('\n\n')
    .slice(0, EXCERPT)
    .toWellFormed();
  const behind = to < paragraphs.length - 1 || (paragraphs[best]?.length ?? 0) > EXCERPT;
  return { excerpt: `${from > 0 ? '…\n\n' : ''}${shown}${behind ? '\n\n…' : ''}`, complete: false };
}
