import { escapeOpenComment } from './inline-markdown.ts';

/** An open fence: its mark, its indentation, and the text column of its list item (0 outside of lists). */
interface OpenFence {
  readonly mark: string;
  readonly indent: number;
  readonly container: number;
}

const LIST_ITEM = /^([ \t]*)(?:[-*+]|\d{1,9}[.)])[ \t]+(?=\S)/;
const FENCE_PATTERN = /^[ \t]*(`{3,}|~{3,})(.*)$/s;
const ATX_PATTERN = /^ {0,3}#{1,6}(?:[ \t]+(.*))?$/s;
const HTML_HEADING = /^<h([1-6])(?:\s[^<>]{0,500})?>(.{0,1000}?)<\/h\1>$/i;
const RAW_HTML = /^ {0,3}<(script|pre|style|textarea)(?:[\s>]|$)/i;

/**
 * Prepares a description for use under a heading: headings become bold lines, so that they do not start sections, and unclosed fences and comments
 * are closed, so that they do not include the following text.
 */
export function formatDescriptionLines(markdown: string): string[] {
  const lines: string[] = [];
  let fence: OpenFence | undefined;
  let html = '';
  let listIndent = 0;
  // First line of the paragraph that an underline would turn into a heading.
  let paragraph = -1;
  for (const line of escapeOpenComment(markdown).split('\n')) {
    const text = line.trim();
    const indent = getIndent(line);
    if (text !== '' && fence && fence.container > 0 && indent < fence.container) fence = undefined;
    if (fence || html) {
      lines.push(line);
      if (fence && closesFence(text, fence.mark)) fence = undefined;
      else if (html && line.toLowerCase().includes(html)) html = '';
      continue;
    }
    if (text === '') {
      if (lines.length > 0 && lines.at(-1) !== '') lines.push('');
      paragraph = -1;
      continue;
    }
    const item = LIST_ITEM.exec(line)?.[0];
    if (item) listIndent = getIndent(`${' '.repeat(item.length)}.`);
    else if (indent === 0 && paragraph < 0) listIndent = 0;
    const heading = item ? undefined : getHeading(line);
    const isUnderlined = !item && paragraph >= 0 && indent <= 3 && /^(?:=+|-+)$/.test(text);
    if (heading !== undefined) pushHeading(lines, heading);
    else if (isUnderlined) pushUnderlined(lines, paragraph);
    // A thematic break at the top has no meaning, and could be parsed as front matter.
    else if (lines.length > 0 || !/^(?:-{3,}|\+{3,})$/.test(text)) lines.push(line);
    fence = openFence(
      item ? line.slice(item.length) : line,
      item ? item.length : indent,
      indent >= listIndent || item ? listIndent : 0,
    );
    html = fence ? '' : openHtml(line);
    if (heading !== undefined || isUnderlined || item || fence || html || /^[>|]/.test(text)) paragraph = -1;
    else if (paragraph < 0 && indent <= 3) paragraph = lines.length - 1;
  }
  if (fence) lines.push(' '.repeat(fence.indent) + fence.mark);
  if (html) lines.push(html);
  while (lines.at(-1) === '') lines.pop();
  return lines;
}

function getIndent(line: string): number {
  let columns = 0;
  for (const char of line) {
    if (char === ' ') columns += 1;
    else if (char === '\t') columns += 4 - (columns % 4);
    else break;
  }
  return columns;
}

function getHeading(line: string): string | undefined {
  const atx = ATX_PATTERN.exec(line);
  if (!atx) return getIndent(line) <= 3 ? HTML_HEADING.exec(line.trim())?.[2] : undefined;
  let text = (atx[1] ?? '').trim();
  let end = text.length;
  while (end > 0 && text[end - 1] === '#') end -= 1;
  if (end === 0 || text[end - 1] === ' ') text = text.slice(0, end).trimEnd();
  return text;
}

function pushHeading(lines: string[], heading: string): void {
  const text = heading
    .replace(/\{#[\w:.-]{1,200}\}$/, '')
    .replaceAll('**', '')
    .trim();
  if (lines.length > 0 && lines.at(-1) !== '') lines.push('');
  if (text !== '') lines.push(`**${text}**`, '');
}

/** Turns the last lines, from `start` on, into a heading. */
function pushUnderlined(lines: string[], start: number): void {
  const heading = lines.slice(start).map((line) => line.trim());
  lines.length = start;
  pushHeading(lines, heading.join(' '));
}

function openFence(line: string, indent: number, container: number): OpenFence | undefined {
  const match = FENCE_PATTERN.exec(line);
  const fenceMark = match?.[1];
  if (!fenceMark || (fenceMark.startsWith('`') && match[2]?.includes('`'))) return undefined;
  return { mark: fenceMark, indent, container };
}

function closesFence(text: string, mark: string): boolean {
  return text.length >= mark.length && text === mark.charAt(0).repeat(text.length);
}

/** Returns the text that ends the HTML block that starts on this line; empty if no HTML block starts, or if the block ends on the same line. */
function openHtml(line: string): string {
  const text = line.trimStart();
  if (!text.startsWith('<') || getIndent(line) > 3) return '';
  const rawHtml = RAW_HTML.exec(line)?.[1];
  let end = '';
  if (rawHtml) end = `</${rawHtml.toLowerCase()}>`;
  else if (text.startsWith('<!--') && !text.startsWith('<!-->')) end = '-->';
  else if (text.startsWith('<?')) end = '?>';
  else if (text.startsWith('<![CDATA[')) end = ']]>';
  return end !== '' && text.toLowerCase().includes(end) ? '' : end;
}
