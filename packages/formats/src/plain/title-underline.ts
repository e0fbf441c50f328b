import { getIndent } from './indent-width.ts';

/** Maximum length of a title, in characters. */
const MAX_TITLE_CHARS = 120;

/** Returns whether the line consists of one mark, repeated at least three times: an underline or a ruler. */
export function isRuler(line: string | undefined): boolean {
  const text = line?.trim() ?? '';
  const rulerChar = text.charAt(0);
  return text.length >= 3 && '=-~^*#+"_.'.includes(rulerChar) && text === rulerChar.repeat(text.length);
}

/** An underlined title at the start of a block. */
export interface UnderlinedTitle {
  readonly level: number;
  readonly text: string;
  /** Index of the line with the text. */
  readonly at: number;
  readonly length: number;
}

/** Finds a title in the first lines of a block: underlined, and possibly also overlined. */
export function findTitle(block: readonly string[]): UnderlinedTitle | undefined {
  const [first, second, third] = block;
  const hasOverline = isRuler(first);
  const text = (hasOverline ? second : first)?.trim() ?? '';
  const underline = (hasOverline ? third : second)?.trim() ?? '';
  if (text === '' || text.length > MAX_TITLE_CHARS || isRuler(text) || !isRuler(underline)) return undefined;
  // A line with columns above an underline is a table header, not a title.
  if (/^[-*+] | {3}|\t/.test(text)) return undefined;
  const underlineChar = underline[0];
  // Between two different marks, only Markdown's own marks reliably indicate an underline.
  if (hasOverline && first?.trim()[0] !== underlineChar && underlineChar !== '=' && underlineChar !== '-')
    return undefined;
  const level = underlineChar === '=' ? 1 : underlineChar === '-' ? 2 : 3;
  // Lines of other marks are often rulers, so their length must match the title. A ruler can also close a paragraph whose first line is indented.
  if (level === 3 && Math.abs(underline.length - text.length) > 3) return undefined;
  if (!hasOverline && getIndent(first ?? '') > 3) return undefined;
  return { level, text, at: hasOverline ? 1 : 0, length: hasOverline ? 3 : 2 };
}
