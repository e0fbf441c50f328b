import { indentOf } from './lines.ts';

/** Start of a fence: its mark, how long it is, and what follows it. */
export interface FenceStart {
  readonly mark: string;
  readonly indent: number;
  readonly info: string;
}

const FENCE = /^[ \t]*(`{3,}|~{3,})(.*)$/s;

export function fenceStart(line: string): FenceStart | undefined {
  const match = FENCE.exec(line);
  const mark = match?.[1];
  const info = match?.[2]?.trim() ?? '';
  // Backticks after backticks would make it inline code.
  if (mark === undefined || (mark.startsWith('`') && info.includes('`'))) return undefined;
  return { mark, indent: indentOf(line), info };
}

/** Whether the line closes a fence: the same mark, at least as long, and nothing else. */
export function closesFence(line: string, { mark }: FenceStart): boolean {
  const text = line.trim();
  return text.length >= mark.length && text === (mark[0] ?? '').repeat(text.length);
}

const ATX = /^ {0,3}(#{1,6})(?:[ \t]+(.*))?$/s;

export function atxHeading(line: string): { level: number; text: string } | undefined {
  const match = ATX.exec(line);
  if (!match?.[1]) return undefined;
  const text = (match[2] ?? '').trim();
  const closed = text.endsWith('#') ? text.slice(0, endOfClosing(text)) : text;
  return { level: match[1].length, text: closed };
}

/** Where the closing run of `#` begins: only if it stands alone or after white space. */
function endOfClosing(text: string): number {
  let end = text.length;
  while (end > 0 && text[end - 1] === '#') end -= 1;
  if (end === 0) return 0;
  const before = text[end - 1];
  return before === ' ' || before === '\t' ? text.slice(0, end).trimEnd().length : text.length;
}

/** Level of the heading that an underline makes of the paragraph above it. */
export function setextLevel(line: string): number | undefined {
  if (indentOf(line) > 3) return undefined;
  const text = line.trim();
  if (text !== '' && text === '='.repeat(text.length)) return 1;
  if (text !== '' && text === '-'.repeat(text.length)) return 2;
  return undefined;
}

export function isBreak(line: string): boolean {
  if (indentOf(line) > 3) return false;
  const text = line.replaceAll(/[ \t]/g, '');
  const mark = text[0];
  return text.length >= 3 && (mark === '*' || mark === '-' || mark === '_') && text === mark.repeat(text.length);
}

const LIST_ITEM = /^([ \t]*)([-*+]|\d{1,9}[.)])([ \t]+|$)/;

/** A list item's marker: where it stands, and the column its content starts at. */
export function listItem(line: string): { indent: number; content: number; ordered: number | undefined } | undefined {
  const match = LIST_ITEM.exec(line);
  if (!match) return undefined;
  const [, space = '', marker = '', gap = ''] = match;
  const indent = indentOf(space);
  const columns = indentOf(`${' '.repeat(indent + marker.length)}${gap}`) - indent - marker.length;
  const width = columns >= 1 && columns <= 4 ? columns : 1;
  return {
    indent,
    content: indent + marker.length + width,
    ordered: /\d/.test(marker) ? Number.parseInt(marker, 10) : undefined,
  };
}

export function isQuote(line: string): boolean {
  return indentOf(line) <= 3 && line.trimStart().startsWith('>');
}

/** Number of cells of a table row, pipes in code or after a backslash left out of account as GFM's delimiter row never has them. */
function cells(line: string): number {
  const text = line
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '');
  return text.split(/(?<!\\)\|/).length;
}

/** Whether the line is the delimiter row below a header of as many cells. */
export function isTableDelimiter(line: string, header: string): boolean {
  const text = line.trim();
  if (!header.includes('|') || !text.includes('-') || indentOf(line) > 3) return false;
  for (const cell of text.replace(/^\|/, '').replace(/\|$/, '').split('|')) {
    const core = cell.trim().replace(/^:/, '').replace(/:$/, '');
    if (core === '' || core !== '-'.repeat(core.length)) return false;
  }
  return cells(line) === cells(header);
}

const RAW_HTML = /^<(script|pre|style|textarea)(?:[\s>]|$)/i;
/** Tags that open an HTML block wherever a line begins with them (CommonMark, HTML blocks, condition 6). */
const BLOCK_TAG =
  /^<\/?(?:address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul)(?:[\s/>]|$)/i;
/** Any other tag does so where it stands alone and interrupts no paragraph (condition 7). */
const LONE_TAG = /^<\/?[A-Za-z][\w.-]*(?:\s[^<>]*)?\/?>\s*$/;

/** What ends an HTML block that starts at this line: a text that must occur, or a blank line. */
export function htmlBlockEnd(line: string, inParagraph = false): string | 'blank' | undefined {
  if (indentOf(line) > 3) return undefined;
  const text = line.trimStart();
  if (!text.startsWith('<')) return undefined;
  if (text.startsWith('<!--')) return '-->';
  if (text.startsWith('<?')) return '?>';
  if (text.startsWith('<![CDATA[')) return ']]>';
  const raw = RAW_HTML.exec(text)?.[1];
  if (raw) return `</${raw.toLowerCase()}>`;
  if (BLOCK_TAG.test(text) || /^<![A-Za-z]/.test(text)) return 'blank';
  return !inParagraph && LONE_TAG.test(text) ? 'blank' : undefined;
}
