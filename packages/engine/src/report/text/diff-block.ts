import type { DiffPart } from '../../review/word-diff.ts';
import { toVisibleText } from './visible-text.ts';

/** Number of characters of unchanged text that are shown before and after a change. */
const CONTEXT_CHARACTERS = 70;
const MAX_COLUMNS = 110;
const ELLIPSIS = '…';
const TAGS = { same: ['', ''], removed: ['<del>', '</del>'], added: ['<ins>', '</ins>'] } as const;

/**
 * Formats the difference of two texts as a preformatted block with struck out and underlined words, so that GitHub finds no Markdown, mention or link
 * in it. Shows only the surroundings of changes, and at most `limit` characters of text.
 */
export function formatDiffBlock(parts: readonly DiffPart[], limit: number): string {
  const shortParts = parts.map((part, index) => shortenContext(part, index === 0, index === parts.length - 1));
  let remainingLength = limit;
  let column = 0;
  const output: string[] = [];
  for (const { kind, text } of shortParts) {
    if (remainingLength <= 0) break;
    const shortText = truncateText(text, remainingLength);
    remainingLength -= shortText.length;
    const [open, close] = TAGS[kind];
    const { lines, endColumn } = wrapText(toVisibleText(shortText), column);
    column = endColumn;
    output.push(`${open}${escapeHtml(lines)}${close}`);
  }
  return `<pre>${output.join('')}</pre>`;
}

/** Shortens unchanged text to its surroundings of the previous and the next change. */
function shortenContext({ kind, text }: DiffPart, isFirst: boolean, isLast: boolean): DiffPart {
  if (kind !== 'same') return { kind, text };
  const trimmedText = text.replaceAll(/\n{2,}/g, '\n');
  const before = isFirst ? '' : takeWords(trimmedText, CONTEXT_CHARACTERS);
  const after = isLast ? '' : removeLastWords(trimmedText, CONTEXT_CHARACTERS);
  const isComplete = before.length + after.length >= trimmedText.length;
  return { kind, text: isComplete ? trimmedText : `${before}${ELLIPSIS}${after}` };
}

function takeWords(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const end = text.lastIndexOf(' ', limit);
  return text.slice(0, end > 0 ? end + 1 : limit);
}

function removeLastWords(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const start = text.indexOf(' ', text.length - limit);
  return text.slice(start >= 0 ? start : text.length - limit);
}

function truncateText(text: string, limit: number): string {
  return text.length <= limit ? text : `${text.slice(0, limit).toWellFormed()}${ELLIPSIS}`;
}

/** Inserts line breaks between words so that lines are readable without scrolling. */
function wrapText(text: string, startColumn: number): { readonly lines: string; readonly endColumn: number } {
  let column = startColumn;
  const words = text.split(/(?<=[ \n])/).map((word) => {
    const isTooLong = column > 0 && column + word.trimEnd().length > MAX_COLUMNS;
    column = word.endsWith('\n') ? 0 : (isTooLong ? 0 : column) + word.length;
    return isTooLong ? `\n${word}` : word;
  });
  return { lines: words.join(''), endColumn: column };
}

const HTML_CODES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>]/g, (mark) => HTML_CODES[mark] ?? mark);
}
