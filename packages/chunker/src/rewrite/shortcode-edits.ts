import { getElementAt } from '@context-sync/base';
import {
  findFirstText,
  findLine,
  formatLabel,
  getLineEnd,
  getLineStart,
  getTextAttribute,
} from '@context-sync/formats';
import type { Container } from './directive-edits.ts';
import { type ScannedText, type TextEdit, visitOutsideCode } from './text-edits.ts';

/** Maximum length of a tag that is examined. */
const MAX_TAG_LENGTH = 2_000;
const MAX_DEPTH = 50;

const FILE_ATTRIBUTE = createAttributePattern('file|src|url|path');
const CONTENT_ATTRIBUTE = createAttributePattern('content');
const CAPTION_ATTRIBUTE = createAttributePattern('caption');
const TITLE_ATTRIBUTE = createAttributePattern('title');
const ALT_ATTRIBUTE = createAttributePattern('alt');
const SOURCE_ATTRIBUTE = createAttributePattern('src');
const URL_ATTRIBUTE = createAttributePattern('url|href|link');

/** Matches the names of tags that only lay out their content. */
const LAYOUT_SHORTCODES =
  /^(?:tabs?|tabpane|tabpanel|tabbed|tabbed-content|steps?|stepper|columns?|cards?|cardpane|grid|row|section|container|pageinfo|blocks\/[\w-]+|raw|endraw|if|ifversion|elsif|else|unless|for|case|when|assign|capture|comment|code|code-?block|expand|details|content-ref|clear|br|toc|table-of-contents)$/i;
const LINKING_PATTERN = /^(?:ref|relref|link|post_url)$/i;
/** Prefix of a link destination that is a page name, not a URL. Page names and URLs are resolved by different rules. */
export const PAGE_REFERENCE = '{{ref}}';
const INCLUDING_SHORTCODES =
  /^(?:include(?:_relative|_cached|-markdown)?|includefile|readfile|file|rustdoc_include|playground|playpen|embed|import|render)$/i;

/** Matches the names of tags for version notes, such as `new-in`. The argument of the tag is the version. */
const VERSION_NOTE = /^(?:new|added|changed|deprecated|removed|introduced|available|updated)[-_](?:in|since|at)$/;
/** Matches arguments that only affect appearance or behavior. */
const INVISIBLE_ARGUMENT =
  /(?:^|\s)(?:class|colou?r|icon|style|width|height|size|id|align|target|lang|markdown|disabled|open|persist\w*)\s*=\s*(?:"[^"]*"|'[^']*'|\S+)/gi;

/** Matches arguments that only select a variant of the text. */
const SWITCHES = /^(?:[\w-]+=(?:true|false) ?)+$/;

const CLOSING_MARKS = new Map([
  ['<', '>}}'],
  ['%', '%}}'],
  ['#', '}}'],
]);

/** Matches a line that consists of tags of Hugo. */
const TAGS_ONLY = /^\s*(?:\{\{[<%][^<>%{}]*[>%]\}\}\s*){2,20}$/;

/** Characters in front of a tag that is part of a URL. The result of replacing such a tag would be a wrong URL. */
const URL_MARKS = new Set(['(', '"', "'", '<', '=', '/']);

/** A tag such as `{{< note >}}`, `{{% /note %}}`, `{% include x %}` or `{{#include x}}`. */
interface Shortcode {
  readonly start: number;
  readonly end: number;
  readonly name: string;
  readonly closes: boolean;
  readonly rest: string;
}

/**
 * Turns shortcodes of Hugo, Liquid and mdBook into readable text. Removes tags without text, and leaves unknown tags unchanged.
 * @param areLinksResolved whether `PAGE_REFERENCE` will be replaced
 */
export function createShortcodeEdits(
  draft: ScannedText,
  containers: Container[],
  areLinksResolved = false,
): TextEdit[] {
  const edits: TextEdit[] = [];
  const { lines } = draft;
  const openShortcodes: { name: string; line: number }[] = [];
  let line = 0;
  const endFinder = getEnds(lines.text);
  const visit = (offset: number, close: string): number | undefined => {
    const tag = parseShortcode(lines.text, offset, close, endFinder(close, offset + 2));
    if (!tag) return undefined;
    const hiddenStart =
      tag.name === 'comment' && !tag.closes ? endFinder(close === '%}' ? 'endcomment' : '/comment', tag.end) : -1;
    const visibleEnd = hiddenStart < 0 ? -1 : endFinder(close, hiddenStart);
    if (visibleEnd >= 0) {
      edits.push({ start: offset, end: visibleEnd + close.length, text: '' });
      return visibleEnd + close.length;
    }
    line = findLine(lines, offset, line);
    if (tag.closes) {
      const openingIndex = openShortcodes.findLastIndex(({ name }) => name === tag.name);
      if (openingIndex >= 0) {
        containers.push([getElementAt(openShortcodes, openingIndex).line, line + 1]);
        openShortcodes.length = openingIndex;
      }
    } else if (openShortcodes.length < MAX_DEPTH) openShortcodes.push({ name: tag.name, line });
    const start = getLineStart(lines, line);
    const end = getLineEnd(lines, line);
    // Several tags of a layout can share a line, such as the end of a tab and the start of the next one.
    const isAmongTags = LAYOUT_SHORTCODES.test(tag.name) && TAGS_ONLY.test(lines.text.slice(start, end));
    const isAlone =
      isAmongTags ||
      (findFirstText(lines.text, start, end) === offset && findFirstText(lines.text, tag.end, end) >= end);
    const isLiquid = close === '%}';
    const isInUrl = !isAlone && URL_MARKS.has(lines.text.charAt(offset - 1));
    // Files in HTML that Liquid includes are parts of the layout, such as buttons.
    const isLayout =
      isLiquid && /^include/.test(tag.name) && /^\S+\.html\b(?!.*\b(?:content|text)\s*=)/s.test(tag.rest);
    const text = isLayout ? '' : createReplacement(tag, isAlone, isLiquid || isInUrl);
    const isPage =
      areLinksResolved && LINKING_PATTERN.test(tag.name) && isDestination(lines.text, offset) && !/\s/.test(text ?? '');
    if (text !== undefined) {
      const editEnd = isAmongTags && text === '' ? findFirstText(lines.text, tag.end, end) : tag.end;
      edits.push({ start: tag.start, end: editEnd, text: isPage ? PAGE_REFERENCE + text : text });
    }
    return tag.end;
  };
  const findClosingMark = (offset: number) => CLOSING_MARKS.get(lines.text.charAt(offset + 2));
  visitOutsideCode(
    draft,
    '{{',
    (_, offset) => visit(offset, findClosingMark(offset) ?? '}}'),
    (offset) => findClosingMark(offset) !== undefined,
  );
  line = 0;
  openShortcodes.length = 0;
  visitOutsideCode(draft, '{%', (_, offset) => (lines.text[offset - 1] === '{' ? undefined : visit(offset, '%}')));
  return edits;
}

/** Returns whether a link's destination begins at the offset. */
function isDestination(text: string, offset: number): boolean {
  return /\](?:\(|:[ \t]{1,3})<?$|=["']$/.test(text.slice(Math.max(0, offset - 6), offset));
}

/** Returns a function that finds the next occurrence of a mark. The function caches each result, because callers pass offsets in ascending order. */
function getEnds(text: string): (mark: string, from: number) => number {
  const endsByName = new Map<string, number>();
  return (mark, from) => {
    let offset = endsByName.get(mark) ?? 0;
    if (offset >= 0 && offset < from) {
      offset = text.indexOf(mark, from);
      endsByName.set(mark, offset);
    }
    return offset;
  };
}

function parseShortcode(text: string, start: number, close: string, to: number): Shortcode | undefined {
  if (to < 0 || to + close.length > start + MAX_TAG_LENGTH) return undefined;
  const match = /^\{+[<%#]?-?\s*(\/|end)?\s*([\w./-]*)\s*(.*)$/is.exec(text.slice(start, to));
  const [, closing, name = '', rest = ''] = match ?? [];
  return { start, end: to + close.length, name: name.toLowerCase(), closes: closing !== undefined, rest: rest.trim() };
}

/**
 * Returns the replacement of the tag; undefined if the tag stays unchanged. `isOpaque` is true for tags that have another meaning within a line of
 * text.
 */
function createReplacement(
  { name, closes, rest: all }: Shortcode,
  alone: boolean,
  isOpaque: boolean,
): string | undefined {
  if (closes) return '';
  const argumentText = all.replace(/\s*\/$/, '');
  const [, quoted = getElementAt(argumentText.split(/\s/), 0)] = /^["'`]([^"'`]*)["'`]/.exec(argumentText) ?? [];
  const text = getTextAttribute(argumentText);
  if (LINKING_PATTERN.test(name)) return quoted;
  if (INCLUDING_SHORTCODES.test(name)) {
    const file = findAttribute(argumentText, FILE_ATTRIBUTE) ?? quoted;
    const content = findAttribute(argumentText, CONTENT_ATTRIBUTE);
    if (content !== undefined)
      return `${formatLabel(/[\w-]+(?=\.\w+$|$)/.exec(file)?.[0] ?? '') ?? ''} ${content}`.trim();
    return file === ''
      ? ''
      : `Included: [${file}](${file.split(':')[0]?.includes('/') ? removeSelection(file) : file})`;
  }
  if (name === 'figure' || name === 'img' || name === 'image' || name === 'imgproc') {
    const caption =
      findAttribute(argumentText, CAPTION_ATTRIBUTE) ?? findAttribute(argumentText, TITLE_ATTRIBUTE) ?? '';
    const alt = findAttribute(argumentText, ALT_ATTRIBUTE) ?? caption;
    const file = findAttribute(argumentText, SOURCE_ATTRIBUTE) ?? quoted;
    // Docsy finds an image by a part of its name.
    if (name === 'imgproc' && !file.includes('.')) return caption;
    const image = `![${alt}](${file})`;
    return caption === alt ? image : `${image} ${caption}`.trimEnd();
  }
  const kind = /\b(?:type|style|class|variant|color)\s*=\s*["']([\w-]+)/.exec(argumentText)?.[1] ?? quoted;
  const isBox = name === 'hint' || name === 'alert' || name === 'admonition' || name === 'callout';
  const boxLabel = formatLabel(isBox ? kind : name, text) ?? (isBox ? '' : undefined);
  if (boxLabel !== undefined && findAttribute(argumentText, URL_ATTRIBUTE) === undefined)
    return alone || text === undefined ? boxLabel : text;
  if (LAYOUT_SHORTCODES.test(name)) {
    if (quoted !== '' && !quoted.includes('=') && /^tab/.test(name)) return `**${quoted}**`;
    return text === undefined ? '' : createHeading(text, argumentText);
  }
  // The value of a shortcode parameter is unknown at this point.
  if (/^_?param$/.test(name) && alone) return '';
  if (name === 'data' || (isOpaque && !alone)) return undefined;
  return formatArguments(name, argumentText, text, alone);
}

/** Returns the arguments of an unknown tag as text; an empty string for a tag without arguments on a line without other text. */
function formatArguments(name: string, rest: string, text: string | undefined, alone: boolean): string {
  const version = VERSION_NOTE.test(name);
  const words = name
    .slice(name.lastIndexOf('/') + 1)
    .replaceAll(/[-_]+/g, ' ')
    .trim();
  if (version) return `${words.charAt(0).toUpperCase()}${words.slice(1)} ${rest.replaceAll(/["'`]/g, '')}`.trim();
  if (text !== undefined) return alone ? createHeading(text, rest) : text;
  const visibleText = rest.replaceAll(INVISIBLE_ARGUMENT, ' ').replaceAll(/["'`]/g, '').replaceAll(/\s+/g, ' ').trim();
  if (alone) return visibleText === '' ? '' : `${words}: ${visibleText}`;
  // The names of a site's helpers start with an underscore. Helpers with several arguments render icons and badges.
  if (name.startsWith('_') && visibleText.includes(' ')) return '';
  // The name is more informative than a switch, as in `{{% latest-version long="true" %}}`.
  return visibleText === '' || SWITCHES.test(visibleText) ? words : visibleText;
}

/** Returns a bold line, or a link if the tag has a URL. */
function createHeading(text: string, rest: string): string {
  const url = findAttribute(rest, URL_ATTRIBUTE);
  return url === undefined ? `**${text.replaceAll('**', '')}**` : `[${text}](${url})`;
}

function createAttributePattern(names: string): RegExp {
  return new RegExp(`\\b(?:${names})\\s*=\\s*(?:"([^"]*)"|'([^']*)')`);
}

/** Returns the value of the first attribute with one of the pattern's names. */
function findAttribute(attributes: string, pattern: RegExp): string | undefined {
  const match = pattern.exec(attributes);
  return match?.[1] ?? match?.[2];
}

/** Returns the path of an included file without the lines or anchor that mdBook selects. */
function removeSelection(file: string): string {
  return file.split(':')[0] ?? file;
}
