import { countWords } from './count-words.ts';
import { parseQuery } from './parse-query.ts';

/** Maximum length of an excerpt in search results. */
const MAX_EXCERPT_CHARS = 1_500;
const SOURCE_PATTERN = /(?:^|\n)Source: (\S+)\s*$/;

/** Returns the source URL in the last line of an item; null if the line contains no source URL. */
export function getSource(content: string): string | null {
  return SOURCE_PATTERN.exec(content)?.[1] ?? null;
}

/** Returns the URI of an item as an MCP resource. */
export function getUri(slug: string, id: string): string {
  return `${URI_PREFIX}${slug}/context/${id}`;
}

export const URI_PREFIX = 'context-sync://';

/** Returns the adjacent paragraphs of an item that contain the most words of the question. Returns the whole item if it is short. */
export function getExcerpt(
  { content }: { readonly content: string },
  question: string,
): { excerpt: string; complete: boolean } {
  const text = content.replace(SOURCE_PATTERN, '').trim();
  if (text.length <= MAX_EXCERPT_CHARS) return { excerpt: text, complete: true };
  const { words, related } = parseQuery(question);
  const queryWords = [...words, ...related];
  const paragraphs = text.split(/\n{2,}/);
  const wordHits = paragraphs.map((paragraph) => {
    const { frequencies } = countWords([{ text: paragraph, weight: 1 }]);
    return queryWords.filter((word) => frequencies.has(word)).length;
  });
  const bestParagraph = wordHits.indexOf(Math.max(...wordHits));
  let [from, to, length] = [bestParagraph, bestParagraph, paragraphs[bestParagraph]?.length ?? 0];
  for (;;) {
    // The following paragraph takes precedence, because it usually explains more than the previous one.
    const [after, before] = [paragraphs[to + 1], paragraphs[from - 1]];
    if (after !== undefined && length + after.length <= MAX_EXCERPT_CHARS) {
      to += 1;
      length += after.length + 2;
    } else if (before !== undefined && length + before.length <= MAX_EXCERPT_CHARS) {
      from -= 1;
      length += before.length + 2;
    } else break;
  }
  const excerptText = paragraphs
    .slice(from, to + 1)
    .join('\n\n')
    .slice(0, MAX_EXCERPT_CHARS)
    .toWellFormed();
  const isCutAfter = to < paragraphs.length - 1 || (paragraphs[bestParagraph]?.length ?? 0) > MAX_EXCERPT_CHARS;
  return { excerpt: `${from > 0 ? '…\n\n' : ''}${excerptText}${isCutAfter ? '\n\n…' : ''}`, complete: false };
}
