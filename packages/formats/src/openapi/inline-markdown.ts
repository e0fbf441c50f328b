import { clean } from './value.ts';

/** Joins Markdown of several lines into one line, for list items and table cells. */
export function oneLine(markdown: string): string {
  return markdown.replaceAll(/\s+/g, ' ').trim();
}

/** An author's text as one line; an unclosed comment would swallow what follows. */
export function prose(markdown: string): string {
  return withoutOpenComment(oneLine(markdown));
}

/** Escapes an unclosed comment. */
export function withoutOpenComment(markdown: string): string {
  const from = markdown.lastIndexOf('-->') + 1;
  if (!markdown.includes('<!--', from)) return markdown;
  return markdown.replaceAll(/(?<!`)<!--/g, (mark, at: number) => (at < from ? mark : '&lt;!--'));
}

/** Inline code; its marks are longer than any run of backticks in it. */
export function code(text: string): string {
  const line = oneLine(clean(text));
  if (line === '') return '` `';
  let mark = '`';
  for (const [run] of line.matchAll(/`+/g)) if (run.length >= mark.length) mark = '`'.repeat(run.length + 1);
  const space = line.startsWith('`') || line.endsWith('`') ? ' ' : '';
  return mark + space + line + space + mark;
}

/** A list of inline codes; beyond `limit`, only their number. */
export function codes(texts: readonly string[], limit = 40): string {
  const shown = texts.slice(0, limit).map(code).join(', ');
  return shown + more(texts.length - limit);
}

/** Reports at the end of a list how many entries are left out. */
export function more(count: number): string {
  return count > 0 ? ` and ${count} more` : '';
}

/** Escapes pipes, which would end a table cell even in code. */
export function cell(markdown: string): string {
  return oneLine(markdown).replaceAll(/\\?\|/g, '\\|');
}

/** A path for a heading: escapes only what Markdown would interpret, because the text is also read raw. */
export function literalText(text: string): string {
  return oneLine(clean(text))
    .replaceAll(/[\\`*[\]<]/g, '\\$&')
    .replaceAll(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
    .replaceAll(/&(?=#?\w)|~(?=~)|\{(?=#)/g, '\\$&')
    .replace(/#$/, '\\#');
}

/** A summary or title for a heading. Many contain Markdown such as inline code, so only what would vanish or become an anchor is escaped. */
export function headingText(text: string): string {
  const line = oneLine(clean(text));
  const shown = line.includes('`') ? line : line.replaceAll(/<(?=[a-z/!?])/gi, '\\<');
  return shown.replaceAll(/\{(?=#)/g, '\\{').replace(/#$/, '\\#');
}

/** A URL as a link; a template or an invalid URL as code. */
export function address(url: string): string {
  return /^https?:\/\/[^\s<>{}]+$/.test(url) ? `<${url}>` : code(url);
}

/** A link to another file or page. */
export function link(text: string, target: string): string {
  const label = oneLine(text).replaceAll(/[\\[\]]/g, '\\$&');
  const url = oneLine(target);
  return `[${label}](${/^[^\s<>()]+$/.test(url) ? url : `<${url.replaceAll(/[<>]/g, encodeURIComponent)}>`})`;
}

/** Appends a text to a line after a separator, which is omitted if there is no text. */
export function after(mark: string, markdown: string): string {
  const line = prose(markdown);
  return line === '' ? '' : mark + line;
}
