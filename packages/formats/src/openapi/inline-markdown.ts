import { cleanText } from './json-value.ts';

/** Joins Markdown of several lines into one line, for list items and table cells. */
export function toOneLine(markdown: string): string {
  return markdown.replaceAll(/\s+/g, ' ').trim();
}

/** Returns an author's text on one line. Closes an open comment, which would hide the text that follows. */
export function cleanProse(markdown: string): string {
  return escapeOpenComment(toOneLine(markdown));
}

/** Escapes the start of an HTML comment that is not closed. */
export function escapeOpenComment(markdown: string): string {
  const lastCommentEnd = markdown.lastIndexOf('-->') + 1;
  if (!markdown.includes('<!--', lastCommentEnd)) return markdown;
  return markdown.replaceAll(/(?<!`)<!--/g, (mark, offset: number) => (offset < lastCommentEnd ? mark : '&lt;!--'));
}

/** Returns inline code. Its marks are longer than any run of backticks in the code. */
export function formatCode(text: string): string {
  const line = toOneLine(cleanText(text));
  if (line === '') return '` `';
  let backticks = '`';
  for (const [run] of line.matchAll(/`+/g)) if (run.length >= backticks.length) backticks = '`'.repeat(run.length + 1);
  const space = line.startsWith('`') || line.endsWith('`') ? ' ' : '';
  return backticks + space + line + space + backticks;
}

/** Returns a list of values as inline code. Replaces the values beyond `limit` by their number. */
export function formatCodes(texts: readonly string[], limit = 40): string {
  const codeList = texts.slice(0, limit).map(formatCode).join(', ');
  return codeList + countMore(texts.length - limit);
}

/** Returns ` and 3 more` for three omitted entries of a list; empty if no entries are omitted. */
export function countMore(count: number): string {
  return count > 0 ? ` and ${count} more` : '';
}

/** Escapes pipes, which would end a table cell even in code. */
export function formatCell(markdown: string): string {
  return toOneLine(markdown).replaceAll(/\\?\|/g, '\\|');
}

/** Returns a path for a heading. Escapes only characters that Markdown would interpret, because the text is also used as plain text. */
export function escapeLiteralText(text: string): string {
  return toOneLine(cleanText(text))
    .replaceAll(/[\\`*[\]<]/g, '\\$&')
    .replaceAll(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
    .replaceAll(/&(?=#?\w)|~(?=~)|\{(?=#)/g, '\\$&')
    .replace(/#$/, '\\#');
}

/** Returns a summary or title for a heading. Keeps Markdown such as inline code, and escapes only text that would be lost or become an anchor. */
export function formatHeadingText(text: string): string {
  const line = toOneLine(cleanText(text));
  const escapedLine = line.includes('`') ? line : line.replaceAll(/<(?=[a-z/!?])/gi, '\\<');
  return escapedLine.replaceAll(/\{(?=#)/g, '\\{').replace(/#$/, '\\#');
}

/** Returns a URL as a link; returns a template or an invalid URL as code. */
export function formatAddress(url: string): string {
  return /^https?:\/\/[^\s<>{}]+$/.test(url) ? `<${url}>` : formatCode(url);
}

/** Returns a link to another file or page. */
export function formatLink(text: string, target: string): string {
  const label = toOneLine(text).replaceAll(/[\\[\]]/g, '\\$&');
  const url = toOneLine(target);
  return `[${label}](${/^[^\s<>()]+$/.test(url) ? url : `<${url.replaceAll(/[<>]/g, encodeURIComponent)}>`})`;
}

/** Returns the Markdown on one line with `mark` in front; empty if there is no text. */
export function prefixLines(mark: string, markdown: string): string {
  const line = cleanProse(markdown);
  return line === '' ? '' : mark + line;
}
