import { findLine, getLineEnd, getLineStart, isBlank, type Lines, sliceLines } from '@context-sync/formats';

/** Maximum length of preformatted text in MDX. */
const MAX_PREFORMATTED_CHARS = 20_000;

/** Tags that start an HTML block at the start of any line (CommonMark, HTML blocks, condition 6). */
const BLOCK_TAGS = new Set(
  (
    'address article aside base basefont blockquote body caption center col colgroup dd details dialog dir div dl dt fieldset figcaption ' +
    'figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hr html iframe legend li link main menu menuitem nav noframes ol ' +
    'optgroup option p param search section summary table tbody td tfoot th thead title tr track ul'
  ).split(' '),
);
const RAW_TAGS = new Set(['script', 'pre', 'style', 'textarea']);
/** Value that represents the end tag of any raw text element. */
const RAW_END = '</';
const TAG_NAME = /^<\/?([A-Za-z][A-Za-z0-9-]{0,30})(?=[\s/>]|$)/;
const MAX_TAG_NAME_LENGTH = 40;
/** Maximum length of a single-line tag that is examined. */
const MAX_TAG_LENGTH = 10_000;

/** The condition that ends an HTML block: a certain text, or a blank line. Undefined if no HTML block starts. */
export type HtmlEnd = string | 'blank' | undefined;

/** Returns the condition that ends the HTML block that starts at the `<` at `from`; undefined if no HTML block starts there. */
export function getHtmlEnd(text: string, from: number, end: number, inParagraph: boolean): HtmlEnd {
  const nextCode = text.charCodeAt(from + 1);
  if (nextCode === 0x21) {
    if (text.startsWith('<!--', from)) return '-->';
    if (text.startsWith('<![CDATA[', from)) return ']]>';
    return /[A-Za-z]/.test(text.charAt(from + 2)) ? '>' : undefined;
  }
  if (nextCode === 0x3f) return '?>';
  const name = TAG_NAME.exec(text.slice(from, Math.min(end, from + MAX_TAG_NAME_LENGTH)))?.[1]?.toLowerCase();
  if (name !== undefined && BLOCK_TAGS.has(name)) return 'blank';
  if (name !== undefined && RAW_TAGS.has(name) && nextCode !== 0x2f) return RAW_END;
  return !inParagraph && isLoneTag(text, from, end) ? 'blank' : undefined;
}

/** Returns whether the line contains only one complete tag. Such a tag starts an HTML block but cannot interrupt a paragraph (condition 7). */
function isLoneTag(text: string, from: number, end: number): boolean {
  if (end - from > MAX_TAG_LENGTH) return false;
  const line = text.slice(from, end).trimEnd();
  if (!line.endsWith('>')) return false;
  const tagText = line.slice(line[1] === '/' ? 2 : 1, -1);
  if (!/^[A-Za-z]/.test(tagText)) return false;
  // Attributes follow the name of the tag. A `>` in quotes does not end the tag.
  const name = /^[A-Za-z][\w.-]*/.exec(tagText)?.[0] ?? '';
  const tagRemainder = tagText.slice(name.length);
  if (tagRemainder !== '' && !/^[\s/]/.test(tagRemainder)) return false;
  return !/[<>]/.test(tagRemainder.replaceAll(/"[^"]*"|'[^']*'/g, '').replaceAll(/[{][^{}]*[}]/g, ''));
}

function findHtmlEnd(text: string, until: string, from: number): number {
  if (until !== RAW_END) return text.indexOf(until, from);
  const closingTags = /<\/(?:script|pre|style|textarea)>/gi;
  closingTags.lastIndex = from;
  return closingTags.exec(text)?.index ?? -1;
}

/** Returns whether the HTML block that ends with `until` ends on this line. */
export function endsHtml(text: string, offset: number, to: number, until: string): boolean {
  return until !== 'blank' && findHtmlEnd(text.slice(offset, to), until, 0) >= 0;
}

/** Returns the line after the HTML block that starts at `start`. */
export function findEndOfHtmlBlock(lines: Lines, start: number, until: string): number {
  if (until !== 'blank') {
    const endIndex = findHtmlEnd(lines.text, until, getLineStart(lines, start));
    return endIndex < 0 ? lines.count : findLine(lines, endIndex, start) + 1;
  }
  let line = start;
  while (line < lines.count && !isBlank(lines, line) && !(line > start && isFenceAfterElement(lines, line))) line += 1;
  return line;
}

/** Matches a line that begins a code block. */
const FENCE_LINE = /^ {0,3}(?:`{3,}[^`]*|~{3,}.*)$/;
const END_TAG_LINE = /<\/[a-z][\w-]*>\s*$/i;

/**
 * Returns whether a code block begins directly below an end tag. By CommonMark, the code would be HTML up to the next blank line, which no author
 * wants. Other parsers such as kramdown end the HTML at the end tag.
 */
function isFenceAfterElement(lines: Lines, line: number): boolean {
  return FENCE_LINE.test(sliceLines(lines, line, line + 1)) && END_TAG_LINE.test(sliceLines(lines, line - 1, line));
}

/**
 * Returns the line after the preformatted text that starts at the offset, in MDX. MDX would parse the paragraphs as Markdown, but such text is usually the
 * output of a program, for example in an included Markdown file. Returns undefined if the text contains code or an expression of MDX, or ends within a line.
 */
export function findEndOfPreformatted(lines: Lines, line: number, offset: number): number | undefined {
  const { text } = lines;
  if (!/^<pre[\s>]/.test(text.slice(offset, offset + 5))) return undefined;
  const element = text.slice(offset, offset + MAX_PREFORMATTED_CHARS);
  const closeIndex = element.indexOf('</pre>');
  if (closeIndex < 0 || /`|^<pre>\s*[{]/.test(element.slice(0, closeIndex))) return undefined;
  const lastLine = findLine(lines, offset + closeIndex, line);
  const isWhole = text.slice(offset + closeIndex + '</pre>'.length, getLineEnd(lines, lastLine)).trim() === '';
  return isWhole ? lastLine + 1 : undefined;
}
