import {
  findCodeSpans,
  findFirstText,
  findInlineLinks,
  findLine,
  getLineEnd,
  getLineStart,
  getLines,
  sliceLines,
} from '@context-sync/formats';
import { CONTAINER_MARKS } from '../scan/line-patterns.ts';
import { type LinkDefinition, parseDefinition } from '../scan/link-definition.ts';
import { getEnd, getKind, getStart, LIST, PARAGRAPH, QUOTE } from '../scan/scanned-blocks.ts';
import { type ScannedText, type TextEdit, visitOutsideCode, visitProse } from './text-edits.ts';

/** Matches attributes with a URL. Excludes `:href`, which is a Vue expression. */
const ATTRIBUTE_PATTERN = /(?<![:\w])(?:href|src)=(?:"([^"<>\n]{1,2048})"|'([^'<>\n]{1,2048})')/g;
/** Matches the start of an `img` tag up to the value of an attribute. */
const IMAGE_TAG = /<img\s[^<>]{0,2000}$/i;
const ALT_ATTRIBUTE = /\salt=(?:"([^"<>\n]{1,2048})"|'([^'<>\n]{1,2048})')/i;
const ABSOLUTE_PATTERN = /^<?[a-z][a-z\d+.-]{1,30}:/i;

/** Matches the marks of lists and quotes in front of a line's text. */
const CONTAINER_PREFIX = new RegExp(`^${CONTAINER_MARKS}`);
/** Matches a label that plugins define for the whole site, such as `plugins.search`. */
const GLOBAL_LABEL = /^`?[a-z][\w-]*(?:\.[\w-]+)+(?:\(\))?`?$/i;
/** Matches code, which is the text of references to objects whose pages the build generates, such as [`str`][]. */
const CODE_LABEL = /^`[^`\n]+`$/;
/** Maximum distance of a definition's label from the start of its line. */
const MAX_LABEL_DISTANCE = 500;

/** Returns whether a destination has a scheme, as most external links do. */
function isAbsolute(text: string, offset: number): boolean {
  return ABSOLUTE_PATTERN.test(text.slice(offset, offset + 40));
}

/** Returns the absolute URL for a link. Returns undefined if the target does not exist, in which case only the text of the link stays. */
export type ResolveLink = (url: string) => string | undefined;

/** Link reference definitions, and the blocks that contain only definitions. */
export interface LinkDefinitions {
  readonly urls: ReadonlyMap<string, string>;
  readonly blocks: readonly number[];
  /** Edits that remove link reference definitions from lists. */
  readonly edits: readonly TextEdit[];
}

/**
 * Collects the link reference definitions of a page. Labels are compared without case and with collapsed white space. The first definition of a label
 * takes precedence.
 */
export function collectDefinitions(draft: ScannedText): LinkDefinitions {
  const { lines, blocks } = draft;
  const urls = new Map<string, string>();
  const definitionBlocks: number[] = [];
  const edits: TextEdit[] = [];
  const add = ({ label, url }: LinkDefinition) => {
    if (!urls.has(normalizeLabel(label))) urls.set(normalizeLabel(label), url);
  };
  let line = 0;
  visitOutsideCode(draft, ']:', (index, offset) => {
    const end = getEnd(blocks, index);
    const definitionEnd = getLineEnd(lines, end - 1);
    const kind = getKind(blocks, index);
    if (kind === LIST || kind === QUOTE) {
      line = findLine(lines, offset, line);
      const definition = parseNestedDefinition(lines.text, offset, getLineEnd(lines, line));
      if (definition) add(definition);
      const ownStart = getLineStart(lines, line);
      if (definition && kind === LIST && lines.text.slice(ownStart, offset).trimStart().startsWith('['))
        edits.push({ start: ownStart, end: getLineEnd(lines, line), text: '' });
      else if (definition && kind === QUOTE)
        edits.push({ start: findTextStart(lines.text, offset) ?? offset, end: getLineEnd(lines, line), text: '' });
      return getLineEnd(lines, line);
    }
    if (kind !== PARAGRAPH || !beginsWithBracket(draft, index)) return definitionEnd;
    line = getStart(blocks, index);
    for (
      let definition = parseDefinition(lines, line, end);
      definition;
      definition = parseDefinition(lines, line, end)
    ) {
      add(definition);
      line = definition.end;
    }
    if (line === end) definitionBlocks.push(index);
    return definitionEnd;
  });
  return { urls, blocks: definitionBlocks, edits };
}

/** Returns the definition in a list or quote whose label ends at the offset; undefined if the line contains other text. */
function parseNestedDefinition(text: string, offset: number, end: number): LinkDefinition | undefined {
  const textStart = findTextStart(text, offset);
  return textStart === undefined ? undefined : parseDefinition(getLines(text.slice(textStart, end)), 0, 1);
}

/** Returns the offset of the line's text after marks of lists and quotes; undefined if the distance to `offset` exceeds the limit for a label. */
function findTextStart(text: string, offset: number): number | undefined {
  const textBefore = text.slice(Math.max(0, offset - MAX_LABEL_DISTANCE), offset);
  const start = textBefore.lastIndexOf('\n') + 1;
  if (start === 0 && offset > MAX_LABEL_DISTANCE) return undefined;
  const line = textBefore.slice(start);
  return offset - line.length + (CONTAINER_PREFIX.exec(line)?.[0].length ?? 0);
}

function beginsWithBracket({ lines, blocks }: ScannedText, index: number): boolean {
  const start = getStart(blocks, index);
  const offset = findFirstText(lines.text, getLineStart(lines, start), getLineEnd(lines, start));
  return lines.text.charCodeAt(offset) === 0x5b;
}

/**
 * Replaces the destinations of links and images with `target(url)`: inline links, references (whose definition may be in another item), and HTML
 * attributes. A link without a target becomes plain text. Code stays unchanged.
 */
export function createLinkEdits(
  draft: ScannedText,
  definitions: LinkDefinitions,
  target: ResolveLink | undefined,
): TextEdit[] {
  const { lines, blocks } = draft;
  const { text } = lines;
  if (!target && definitions.urls.size === 0 && !text.includes('][')) return [];
  const definitionStarts = new Set<number>();
  const toEnd = (block: number) => {
    definitionStarts.add(block);
    return getLineEnd(lines, getEnd(blocks, block) - 1);
  };
  if (target) {
    visitProse(draft, '](', (block, offset) => (isAbsolute(text, offset + 2) ? undefined : toEnd(block)));
    for (const attributeStart of ['="', "='"])
      visitProse(draft, attributeStart, (block, offset) =>
        text.endsWith('href', offset) || text.endsWith('src', offset) ? toEnd(block) : undefined,
      );
  }
  visitProse(draft, definitions.urls.size > 0 ? '[' : '][', (block) => toEnd(block));
  const edits: TextEdit[] = [];
  for (const block of [...definitionStarts].sort((a, b) => a - b)) {
    const start = getLineStart(lines, getStart(blocks, block));
    for (const edit of createEditsInText(
      sliceLines(lines, getStart(blocks, block), getEnd(blocks, block)),
      definitions.urls,
      target,
    ))
      edits.push({ start: start + edit.start, end: start + edit.end, text: edit.text });
  }
  return edits;
}

function createEditsInText(
  text: string,
  definitions: ReadonlyMap<string, string>,
  target: ResolveLink = (url) => url,
): TextEdit[] {
  const edits: TextEdit[] = [];
  const add = (start: number, end: number, next: string) => {
    if (text.slice(start, end) !== next) edits.push({ start, end, text: next });
  };
  for (const { start, end, text: inner, destination, label } of findInlineLinks(text)) {
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
    const definedUrl =
      label === undefined || definitions.size === 0 ? undefined : definitions.get(normalizeLabel(label));
    const isGlobal =
      label !== undefined &&
      end > inner[1] + 2 &&
      (GLOBAL_LABEL.test(label) || CODE_LABEL.test(text.slice(inner[0], inner[1])));
    if (definedUrl === undefined && isGlobal) {
      toText();
      continue;
    }
    if (definedUrl === undefined || (end === inner[1] + 1 && isDefinitionLabel(text, start, end))) continue;
    const url = target(definedUrl);
    if (url === undefined) toText();
    else add(inner[1], end, `](${formatDestination(url)})`);
  }
  if (text.includes('href=') || text.includes('src=')) addAttributeEdits(text, target, add);
  return edits;
}

function addAttributeEdits(
  text: string,
  target: ResolveLink,
  add: (start: number, end: number, next: string) => void,
): void {
  const code = [...findCodeSpans(text)];
  let nextAttribute = 0;
  for (const match of text.matchAll(ATTRIBUTE_PATTERN)) {
    const [, double, single] = match;
    const attributeValue = double ?? single;
    if (attributeValue === undefined) continue;
    const end = match.index + match[0].length;
    const start = end - 1 - attributeValue.length;
    while ((code[nextAttribute]?.[1] ?? Number.POSITIVE_INFINITY) <= start) nextAttribute += 1;
    if ((code[nextAttribute]?.[0] ?? Number.POSITIVE_INFINITY) <= start) continue;
    const url = target(attributeValue);
    if (url !== undefined) add(start, end - 1, url);
    else if (!addImageText(text, match.index, add)) add(match.index, end, '');
  }
}

/** Adds an edit that replaces the image tag around an attribute with its alternative text. Returns false if there is no image tag. */
function addImageText(text: string, offset: number, add: (start: number, end: number, next: string) => void): boolean {
  const imageTag = IMAGE_TAG.exec(text.slice(Math.max(0, offset - 2_000), offset))?.[0];
  const closeIndex = text.indexOf('>', offset);
  if (imageTag === undefined || closeIndex < 0) return false;
  const start = offset - imageTag.length;
  const alt = ALT_ATTRIBUTE.exec(text.slice(start, closeIndex));
  add(start, closeIndex + 1, alt?.[1] ?? alt?.[2] ?? '');
  return true;
}

/** Returns whether the brackets are the label of a definition: first on their line and followed by a colon. */
function isDefinitionLabel(text: string, start: number, end: number): boolean {
  return text[end] === ':' && findTextStart(text, start) === start;
}

/** Returns the URL as it must be written between parentheses. */
function formatDestination(url: string): string {
  return /\s/.test(url) ? `<${url}>` : url;
}

function normalizeLabel(label: string): string {
  return label.trim().replaceAll(/\s+/g, ' ').toLowerCase();
}
