import { indentOf } from './indent.ts';

/** Titles longer than this are paragraphs. */
const MAX_TITLE_CHARS = 120;

/** Whether the line is nothing but one mark, at least three times: an underline, or a ruler. */
export function isRuler(line: string | undefined): boolean {
  const text = line?.trim() ?? '';
  const mark = text[0] ?? '';
  return text.length >= 3 && '=-~^*#+"_.'.includes(mark) && text === mark.repeat(text.length);
}

/** An underlined title at the start of a block: its heading level, and how many lines it takes. */
export interface Title {
  readonly level: number;
  readonly text: string;
  /** Index of the line with the text. */
  readonly at: number;
  readonly length: number;
}

/** Finds a title that is underlined, and perhaps overlined with the same mark, in the first lines of a block. */
export function titleOf(block: readonly string[]): Title | undefined {
  const [first, second, third] = block;
  const over = isRuler(first);
  const text = (over ? second : first)?.trim() ?? '';
  const under = (over ? third : second)?.trim() ?? '';
  if (text === '' || text.length > MAX_TITLE_CHARS || isRuler(text) || !isRuler(under)) return undefined;
  // Columns over a line are the head of a table.
  if (/^[-*+] | {3}|\t/.test(text)) return undefined;
  const mark = under[0];
  // Between two marks, only one of Markdown's own is certainly an underline.
  if (over && first?.trim()[0] !== mark && mark !== '=' && mark !== '-') return undefined;
  const level = mark === '=' ? 1 : mark === '-' ? 2 : 3;
  // Other marks than Markdown's own are often mere rulers, so their length must fit; and a ruler may close a paragraph that begins indented.
  if (level === 3 && Math.abs(under.length - text.length) > 3) return undefined;
  if (!over && indentOf(first ?? '') > 3) return undefined;
  return { level, text, at: over ? 1 : 0, length: over ? 3 : 2 };
}
