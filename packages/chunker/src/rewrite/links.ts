import {
  codeSpans,
  firstText,
  inlineLinks,
  lineAt,
  lineEnd,
  lineStart,
  linesOf,
  sliceLines,
} from '@context-sync/formats';
import { endOf, kindOf, LIST, PARAGRAPH, QUOTE, startOf } from '../scan/blocks.ts';
import { definitionAt, type LinkDefinition } from '../scan/definition.ts';
import { CONTAINER_MARKS } from '../scan/line-patterns.ts';
import { eachInProse, eachOutsideCode, type ScannedText, type TextEdit } from './edits.ts';

/** Excludes `:href`, which is a Vue expression. */
const ATTRIBUTE = /(?<![:\w])(?:href|src)=(?:"([^"<>\n]{1,2048})"|'([^'<>\n]{1,2048})')/g;
/** An image written as HTML, from its start to the value of an attribute. */
const IMAGE_TAG = /<img\s[^<>]{0,2000}$/i;
const ALT = /\salt=(?:"([^"<>\n]{1,2048})"|'([^'<>\n]{1,2048})')/i;
const ABSOLUTE = /^<?[a-z][a-z\d+.-]{1,30}:/i;

/** Marks of lists and quotes in front of a line's text. */
const CONTAINER_PREFIX = new RegExp(`^${CONTAINER_MARKS}`);
/** Matches a label that plugins define for the whole site, such as `plugins.search`. */
const GLOBAL_LABEL = /^[a-z][\w-]*(?:\.[\w-]+)+$/i;
/** Maximum distance of a definition's label from the start of its line. */
const MAX_LABEL_DISTANCE = 500;

/** Returns whether a destination has a scheme, as most external links do. */
function isAbsolute(text: string, at: number): boolean {
  return text.startsWith('http', at) || ABSOLUTE.test(text.slice(at, at + 40));
}

/** Returns the absolute URL for a link; undefined if the target does not exist, in which case only the text of the link is kept. */
export type ResolveLink = (url: string) => string | undefined;

/** Link reference definitions, and the blocks that contain only definitions. */
export interface LinkDefinitions {
  readonly urls: ReadonlyMap<string, string>;
  readonly blocks: readonly number[];
  /** Removes link reference definitions from lists. */
  readonly edits: readonly TextEdit[];
}

/** URLs by label. Labels are compared without case and with collapsed white space. The first definition of a label takes precedence. */
export function collectDefinitions(draft: ScannedText): LinkDefinitions {
  const { lines, blocks } = draft;
  const urls = new Map<string, string>();
  const only: number[] = [];
  const edits: TextEdit[] = [];
  const add = ({ label, url }: LinkDefinition) => {
    if (!urls.has(normalizeLabel(label))) urls.set(normalizeLabel(label), url);
  };
  let line = 0;
  eachOutsideCode(draft, ']:', (index, at) => {
    const end = endOf(blocks, index);
    const behind = lineEnd(lines, end - 1);
    const kind = kindOf(blocks, index);
    if (kind === LIST || kind === QUOTE) {
      line = lineAt(lines, at, line);
      const found = definitionIn(lines.text, at, lineEnd(lines, line));
      if (found) add(found);
      const own = lineStart(lines, line);
      if (found && kind === LIST && lines.text.slice(own, at).trimStart().startsWith('['))
        edits.push({ start: own, end: lineEnd(lines, line), text: '' });
      return lineEnd(lines, line);
    }
    if (kind !== PARAGRAPH || !beginsWithBracket(draft, index)) return behind;
    line = startOf(blocks, index);
    for (let found = definitionAt(lines, line, end); found; found = definitionAt(lines, line, end)) {
      add(found);
      line = found.end;
    }
    if (line === end) only.push(index);
    return behind;
  });
  return { urls, blocks: only, edits };
}

/** Returns the definition in a list or quote whose label ends at the offset; undefined if the line contains other text. */
function definitionIn(text: string, at: number, end: number): LinkDefinition | undefined {
  const from = textStartOnLine(text, at);
  return from === undefined ? undefined : definitionAt(linesOf(text.slice(from, end)), 0, 1);
}

/** Returns the offset of the line's text after marks of lists and quotes; undefined if the text is too far away to be a label. */
function textStartOnLine(text: string, at: number): number | undefined {
  const before = text.slice(Math.max(0, at - MAX_LABEL_DISTANCE), at);
  const start = before.lastIndexOf('\n') + 1;
  if (start === 0 && at > MAX_LABEL_DISTANCE) return undefined;
  const line = before.slice(start);
  return at - line.length + (CONTAINER_PREFIX.exec(line)?.[0].length ?? 0);
}

function beginsWithBracket({ lines, blocks }: ScannedText, index: number): boolean {
  const start = startOf(blocks, index);
  const at = firstText(lines.text, lineStart(lines, start), lineEnd(lines, start));
  return lines.text.charCodeAt(at) === 0x5b;
}

/**
 * Replaces the destinations of links and images by `target(url)`: inline links, references (whose definition may be in another item), and HTML
 * attributes. Links without a target become their text. Code stays unchanged.
 */
export function linkEdits(
  draft: ScannedText,
  definitions: LinkDefinitions,
  target: ResolveLink | undefined,
): TextEdit[] {
  const { lines, blocks } = draft;
  const { text } = lines;
  if (!target && definitions.urls.size === 0) return [];
  const found = new Set<number>();
  const toEnd = (block: number) => {
    found.add(block);
    return lineEnd(lines, endOf(blocks, block) - 1);
  };
  if (target) {
    eachInProse(draft, '](', (block, at) => (isAbsolute(text, at + 2) ? undefined : toEnd(block)));
    for (const mark of ['="', "='"])
      eachInProse(draft, mark, (block, at) =>
        text.endsWith('href', at) || text.endsWith('src', at) ? toEnd(block) : undefined,
      );
  }
  if (definitions.urls.size > 0) eachInProse(draft, '[', (block) => toEnd(block));
  const edits: TextEdit[] = [];
  for (const block of [...found].sort((a, b) => a - b)) {
    const start = lineStart(lines, startOf(blocks, block));
    for (const edit of editsIn(
      sliceLines(lines, startOf(blocks, block), endOf(blocks, block)),
      definitions.urls,
      target,
    ))
      edits.push({ start: start + edit.start, end: start + edit.end, text: edit.text });
  }
  return edits;
}

function editsIn(
  text: string,
  definitions: ReadonlyMap<string, string>,
  target: ResolveLink = (url) => url,
): TextEdit[] {
  const found: TextEdit[] = [];
  const add = (start: number, end: number, next: string) => {
    if (text.slice(start, end) !== next) found.push({ start, end, text: next });
  };
  for (const { start, end, text: inner, destination, label } of inlineLinks(text)) {
    const toText = () => {
      add(start, inner[0], '');
      add(inner[1], end, '');
    };
    if (destination) {
      const [from, to] = destination;
      const url = target(text.slice(from, to));
      if (url === undefined) toText();
      else add(from, to, url);
      continue;
    }
    const defined = label === undefined || definitions.size === 0 ? undefined : definitions.get(normalizeLabel(label));
    if (defined === undefined && label !== undefined && end > inner[1] + 2 && GLOBAL_LABEL.test(label)) {
      toText();
      continue;
    }
    if (defined === undefined || (end === inner[1] + 1 && isDefinitionLabel(text, start, end))) continue;
    const url = target(defined);
    if (url === undefined) toText();
    else add(inner[1], end, `](${formatDestination(url)})`);
  }
  if (text.includes('href=') || text.includes('src=')) addAttributeEdits(text, target, add);
  return found;
}

function addAttributeEdits(
  text: string,
  target: ResolveLink,
  add: (start: number, end: number, next: string) => void,
): void {
  const code = [...codeSpans(text)];
  let next = 0;
  for (const match of text.matchAll(ATTRIBUTE)) {
    const [, double, single] = match;
    const written = double ?? single;
    if (written === undefined) continue;
    const end = match.index + match[0].length;
    const start = end - 1 - written.length;
    while ((code[next]?.[1] ?? Number.POSITIVE_INFINITY) <= start) next += 1;
    if ((code[next]?.[0] ?? Number.POSITIVE_INFINITY) <= start) continue;
    const url = target(written);
    if (url !== undefined) add(start, end - 1, url);
    else if (!addImageText(text, match.index, add)) add(match.index, end, '');
  }
}

/** Replaces the image tag around an attribute by its alternative text. Returns whether there is such a tag. */
function addImageText(text: string, at: number, add: (start: number, end: number, next: string) => void): boolean {
  const before = IMAGE_TAG.exec(text.slice(Math.max(0, at - 2_000), at))?.[0];
  const close = text.indexOf('>', at);
  if (before === undefined || close < 0) return false;
  const start = at - before.length;
  const alt = ALT.exec(text.slice(start, close));
  add(start, close + 1, alt?.[1] ?? alt?.[2] ?? '');
  return true;
}

/** Returns whether the brackets are the label of a definition: first on their line and followed by a colon. */
function isDefinitionLabel(text: string, start: number, end: number): boolean {
  return text[end] === ':' && textStartOnLine(text, start) === start;
}

/** Returns the URL as it must be written between parentheses. */
function formatDestination(url: string): string {
  return /\s/.test(url) ? `<${url}>` : url;
}

function normalizeLabel(label: string): string {
  return label.trim().replaceAll(/\s+/g, ' ').toLowerCase();
}
