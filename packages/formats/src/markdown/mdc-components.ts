import { getElementAt } from '@context-sync/base';
import { findCodeSpans } from './inline-spans.ts';

/** Matches a line that opens a component: `::name[Text]{attributes}`. */
const OPENING_PATTERN = /^([ \t]*)(:{2,})([a-z][a-z\d-]*)(?:\[([^\]]{0,500})\])?(?:\{([^{}]{0,1000})\})?[ \t]*$/;
const CLOSING_PATTERN = /^[ \t]*(:{2,})[ \t]*$/;
/** Matches a line that starts a slot of a component, such as `#title`. */
const SLOT_PATTERN = /^[ \t]*#[a-z][a-z\d-]*(?:\{[^{}]*\})?[ \t]*$/;
/** Matches an inline component that follows a space, a bracket or the start of the line. */
const INLINE_PATTERN =
  /(?<=^|[\s([|>*_])(:{1,2})([a-z][a-z\d-]{0,60})(?:\[([^\]\n]{0,500})\])?(?:\{([^{}\n]{0,1000})\})?/g;
const FENCE_PATTERN = /^[ \t]*(?:[-*+][ \t]+)?(`{3,}|~{3,})/;
const ATTRIBUTE_PATTERN = /(?:^|\s)([@:#.]?[\w:.-]+)(?:=(?:"([^"]*)"|'([^']*)'|([^\s"']+)))?/g;
const TITLE_NAMES = ['title', 'label', 'header', 'name', 'text', 'content', 'description', 'value'];
const ADDRESS_NAMES = ['to', 'href', 'src', 'url'];
/** Matches attributes whose values are not for readers. */
const INVISIBLE_NAME =
  /^(?:[@:#.]|v-)|^(?:class|style|id|icon|color|variant|size|target|width|height|ui|orientation|default-value|sync|lang)$/;
const MAX_LINE_LENGTH = 2_000;
const MAX_PROPERTY_LINES = 200;
const MAX_BLOCK_LINES = 2_000;

/**
 * Converts components of Nuxt Content (MDC): blocks to containers between three colons, and inline components to their texts and links. Preserves the
 * number of lines. See https://content.nuxt.com/docs/files/markdown
 */
export function convertMdcComponents(text: string): string {
  if (!hasComponent(text)) return text;
  const lines = text.split('\n');
  const openBlocks: OpenComponent[] = [];
  let fence = '';
  for (let index = 0; index < lines.length; index += 1) {
    const block = openBlocks.at(-1);
    const elementText = getElementAt(lines, index);
    const line = block === undefined ? elementText : removeIndent(elementText, block);
    lines[index] = line;
    if (line.length > MAX_LINE_LENGTH) continue;
    const fenceMark = line.includes('`') || line.includes('~') ? FENCE_PATTERN.exec(line)?.[1] : undefined;
    if (fence !== '') {
      if (fenceMark?.startsWith(fence) && line.trim() === fenceMark) fence = '';
    } else if (fenceMark !== undefined) fence = fenceMark;
    else if (line.includes(':') || (block !== undefined && line.includes('#')))
      index = convertLine(lines, index, openBlocks);
  }
  return lines.join('\n');
}

interface OpenComponent {
  readonly mark: string;
  /** Indentation of the first line of the content; undefined until that line is known. */
  width: number | undefined;
}

/** Removes the indentation of the content of a component, because Markdown would treat indented content as code. */
function removeIndent(line: string, block: OpenComponent): string {
  const text = line.trimStart();
  const indent = line.length - text.length;
  if (text === '') return line;
  block.width ??= CLOSING_PATTERN.test(line) ? undefined : indent;
  return line.slice(Math.min(indent, block.width ?? indent));
}

function hasComponent(text: string): boolean {
  return /^[ \t]*::[a-z]/m.test(text) || /(?<=^|[\s([|>*_]):[a-z][a-z\d-]*(?:\[[^\]\n]*\]\{|\{[^{}\n]*\})/m.test(text);
}

/** Converts a line outside of code. Returns the last line that it consumed. */
function convertLine(lines: string[], index: number, open: OpenComponent[]): number {
  const line = getElementAt(lines, index);
  const closing = CLOSING_PATTERN.exec(line)?.[1];
  const place = closing === undefined ? -1 : open.findLastIndex(({ mark }) => mark === closing);
  if (place >= 0) {
    open.length = place;
    lines[index] = ':::';
    return index;
  }
  if (open.length > 0 && SLOT_PATTERN.test(line)) {
    lines[index] = '';
    return index;
  }
  const [, indent = '', mark, name = '', content, attributes = ''] = OPENING_PATTERN.exec(line) ?? [];
  // Three colons without attributes are a directive of other generators, which later steps convert.
  if (mark === undefined || (mark.length > 2 && open.length === 0)) {
    lines[index] = line.includes(':') ? convertInline(line) : line;
    return index;
  }
  if (!isClosed(lines, index, mark)) {
    lines[index] = indent + formatComponent(name, content, attributes);
    return index;
  }
  open.push({ mark, width: undefined });
  const last = convertProperties(lines, index);
  const title = content ?? findBlockTitle(parseAttributes(attributes));
  lines[index] = `${indent}:::${name}${title === undefined ? '' : `[${title.replaceAll(/[[\]]/g, '')}]`}`;
  return last;
}

/** Returns the title of a block, with the type of a field. */
function findBlockTitle(values: ReadonlyMap<string, string>): string | undefined {
  const title = findText(values, ['title', 'label', 'header', 'name']);
  const type = values.get('name') === undefined ? undefined : values.get('type');
  return title === undefined || type === undefined ? title : `${title} (${type})`;
}

/** Returns whether a later line closes the block, and not a block within it. */
function isClosed(lines: readonly string[], from: number, mark: string): boolean {
  let depth = 1;
  for (let index = from + 1; index < Math.min(lines.length, from + MAX_BLOCK_LINES); index += 1) {
    const line = getElementAt(lines, index);
    if (!line.includes(mark)) continue;
    if (CLOSING_PATTERN.exec(line)?.[1] === mark) depth -= 1;
    else if (OPENING_PATTERN.exec(line)?.[2] === mark) depth += 1;
    if (depth === 0) return true;
  }
  return false;
}

/** Replaces the properties in YAML below the first line of a component with the texts for readers. Returns the last line of the properties. */
function convertProperties(lines: string[], opening: number): number {
  if (lines[opening + 1]?.trim() !== '---') return opening;
  const end = lines.findIndex(
    (line, index) => index > opening + 1 && index < opening + MAX_PROPERTY_LINES && line.trim() === '---',
  );
  if (end < 0) return opening;
  for (let index = opening + 1; index <= end; index += 1) {
    const [, key = '', value = ''] = /^\s*(?:-\s+)?([\w-]+):\s+(\S.*)$/.exec(getElementAt(lines, index)) ?? [];
    const words = value.trim().replaceAll(/^["']|["']$/g, '');
    lines[index] = TITLE_NAMES.includes(key) && /\p{L}/u.test(words) && key !== 'name' ? words : '';
  }
  return end;
}

function convertInline(line: string): string {
  const code = line.includes('`') ? [...findCodeSpans(line)] : [];
  return line.replaceAll(
    INLINE_PATTERN,
    (tag, mark: string, name: string, content: string | undefined, attributes: string | undefined, offset: number) => {
      const isBare = content === undefined && attributes === undefined;
      const isInCode = code.some(([start, end]) => offset >= start && offset < end);
      // A word after a colon, and an emoji such as `:tada:`, are not components. A component without attributes fills its line.
      const isWhole = line.trim() === tag && name.includes('-');
      if (isInCode || (isBare && !isWhole && (name !== 'br' || line.charAt(offset + tag.length) === ':'))) return tag;
      if (mark === '::' && offset > line.length - line.trimStart().length) return tag;
      return formatComponent(name, content, attributes ?? '');
    },
  );
}

/** Returns the text of a component without a body: its content, a link, or the values of its attributes. */
function formatComponent(name: string, content: string | undefined, attributes: string): string {
  if (name === 'br' || name === 'icon') return '';
  const values = parseAttributes(attributes);
  const words = name.replaceAll('-', ' ');
  const title = content ?? findText(values, TITLE_NAMES);
  const address = findText(values, ADDRESS_NAMES);
  if (address !== undefined) return `[${title ?? words.charAt(0).toUpperCase() + words.slice(1)}](${address})`;
  if (title !== undefined) return content === undefined && /^(?:pm|code)-/.test(name) ? `\`${title}\`` : title;
  const visible = [...values].filter(([key, value]) => !INVISIBLE_NAME.test(key) && value !== '');
  return visible.map(([, value]) => (/-/.test(name) ? `\`${value}\`` : value)).join(', ');
}

function parseAttributes(attributes: string): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const [, name = '', double, single, bare = ''] of attributes.matchAll(ATTRIBUTE_PATTERN))
    values.set(name, double ?? single ?? bare);
  return values;
}

function findText(values: ReadonlyMap<string, string>, names: readonly string[]): string | undefined {
  return names.map((name) => values.get(name)).find((value) => value !== undefined && value !== '');
}
