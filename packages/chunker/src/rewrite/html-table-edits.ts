import { getLineEnd, getLineStart } from '@context-sync/formats';
import { getEnd, getStart, HTML, TABLE } from '../scan/scanned-blocks.ts';
import { removeAnchors } from './anchor-edits.ts';
import type { ScannedText, TextEdit } from './text-edits.ts';

/** Maximum length of a table that is examined, in characters. */
const MAX_TABLE_LENGTH = 50_000;
const TABLE_PATTERN = /^\s*<table(\s[^<>]{0,500})?>(.*)<\/table\s*>\s*$/is;
/** Matches content that a row of a Markdown table cannot contain. */
const COMPLEX_CONTENT =
  /<\/?(?:table|pre|blockquote|details|video|object|form)\b|\s(?:row|col)span\s*=\s*["']?(?!1\b)\d|[`~]{3}/i;
const ROW_PATTERN = /<tr(?:\s[^<>]{0,500})?>(.*?)(?=<tr[\s>]|<\/tr\s*>|$)/gis;
const CELL_PATTERN = /<(t[hd])(?:\s[^<>]{0,500})?>(.*?)(?=<t[hd][\s>]|<\/t[hd]\s*>|$)/gis;

/** Replacements of the elements in a cell, in the order in which they are applied. */
const REPLACEMENTS: readonly (readonly [RegExp, string])[] = [
  [/<!--.*?-->/gs, ''],
  [/<(?:select|script|style)\b.*?<\/(?:select|script|style)\s*>/gis, ''],
  [/\s+/g, ' '],
  [/<img\b(?=[^<>]*\ssrc="([^"\s()]*)")(?=[^<>]*\salt="([^"[\]]*)")[^<>]*>/gi, '![$2]($1)'],
  [/<img\b(?=[^<>]*\ssrc="([^"\s()]*)")[^<>]*>/gi, '![]($1)'],
  [/<a\b(?=[^<>]*\shref="([^"\s()]+)")[^<>]*>\s*([^<>[\]]+?)\s*<\/a\s*>/gi, '[$2]($1)'],
  [/<(b|strong|h[1-6])(?:\s[^<>]*)?>\s*([^<>*]+?)\s*<\/\1\s*>/gi, '**$2** '],
  [/<(i|em)(?:\s[^<>]*)?>\s*([^<>*]+?)\s*<\/\1\s*>/gi, '*$2*'],
  [/<code(?:\s[^<>]*)?>([^<>`&\\]+)<\/code\s*>/gi, '`$1`'],
  [/\s*<li(?:\s[^<>]*)?>\s*/gi, '<br>- '],
  [/\s*(?:<br\s*\/?>|<\/p\s*>\s*<p(?:\s[^<>]*)?>)\s*/gi, '<br>'],
  [
    /<\/?(?:[uo]l|li|p|div|span|section|center|font|small|b|strong|i|em|h[1-6]|u|kbd|mark|figure|figcaption|picture|source)(?:\s[^<>]*)?\/?>/gi,
    '',
  ],
  [/^(?:\s|<br>)+|(?:\s|<br>)+$/g, ''],
  [/ {2,}/g, ' '],
];

/** Turns tables that are written as HTML elements into Markdown tables, and cards of GitBook, which are tables without a header, into lists. */
export function createHtmlTableEdits({ lines, blocks }: ScannedText): TextEdit[] {
  const edits: TextEdit[] = [];
  for (let index = blocks.kinds.indexOf(HTML); index >= 0; index = blocks.kinds.indexOf(HTML, index + 1)) {
    const start = getLineStart(lines, getStart(blocks, index));
    const end = getLineEnd(lines, getEnd(blocks, index) - 1);
    if (end - start > MAX_TABLE_LENGTH) continue;
    const element = lines.text.slice(start, end);
    const [, attributes = '', content] = TABLE_PATTERN.exec(element) ?? [];
    if (content === undefined || COMPLEX_CONTENT.test(content)) continue;
    const rows = parseRows(content);
    const isList = /\sdata-view\s*=/.test(attributes);
    const text = isList ? formatList(rows) : formatTable(rows);
    if (text.length === 0) continue;
    edits.push(...spread(text, { start, end, text: element }));
    if (!isList) blocks.kinds[index] = TABLE;
  }
  return edits;
}

function parseRows(content: string): string[][] {
  return Array.from(content.matchAll(ROW_PATTERN), ([, row = '']) =>
    Array.from(row.matchAll(CELL_PATTERN), ([, , cell = '']) => formatCell(cell)),
  ).filter((row) => row.length > 0);
}

function formatCell(html: string): string {
  let text = removeAnchors(html);
  for (const [pattern, replacement] of REPLACEMENTS) text = text.replaceAll(pattern, replacement);
  return text.trim();
}

/** Returns the lines of a Markdown table; no lines if the table has no text. */
function formatTable(rows: readonly string[][]): string[] {
  const width = Math.max(0, ...rows.map((row) => row.length));
  if (rows.every((row) => row.every((cell) => cell === ''))) return [];
  const format = (row: readonly string[]) =>
    `| ${Array.from({ length: width }, (_, column) => (row[column] ?? '').replaceAll(/(?<!\\)\|/g, '\\|')).join(' | ')} |`;
  const [header = [], ...body] = rows;
  return [format(header), `| ${Array.from({ length: width }, () => '---').join(' | ')} |`, ...body.map(format)];
}

/** Returns a list entry for each card. The header of cards has no text. */
function formatList(rows: readonly string[][]): string[] {
  return rows
    .map((row) => row.filter((cell) => cell !== '').map((cell) => cell.replaceAll('<br>', ' ')))
    .filter((row) => row.length > 0)
    .map((row) => `- ${row.join(' ')}`);
}

/** Returns edits that write one row on each line of the element. The last line contains all remaining rows. */
function spread(rows: readonly string[], element: TextEdit): TextEdit[] {
  const ends = [...element.text.matchAll(/\n/g)].map(({ index }) => element.start + index);
  const edits: TextEdit[] = [];
  let start = element.start;
  for (const [line, end] of [...ends, element.end].entries()) {
    const isLast = line === ends.length;
    edits.push({ start, end, text: (isLast ? rows.slice(line).join('\n') : rows[line]) ?? '' });
    start = end + 1;
  }
  return edits;
}
