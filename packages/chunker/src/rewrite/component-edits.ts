import { getElementAt } from '@context-sync/base';
import {
  type ElementTag,
  findLine,
  formatComponent,
  formatIcon,
  formatLabel,
  getLineEnd,
  getLineStart,
  hasTitle,
  isTab,
  listPanelLabels,
  MAX_TAG_SCAN_CHARS,
  type PanelLabels,
  parseTag,
  sliceLines,
} from '@context-sync/formats';
import { DIRECTIVE, FENCE, getEnd, getKind, getStart, HEADING, HTML, TABLE } from '../scan/scanned-blocks.ts';
import { addDedents, addIndent, getListColumn, type Indents } from './component-indent.ts';
import type { Container } from './directive-edits.ts';
import { HtmlEdits, isEmphasis, isHeadingOrEmphasis } from './html-edits.ts';
import { removeDrawing, removeIcon, replaceElement, replaceFrame } from './media-edits.ts';
import { isEscaped, type ScannedText, type TextEdit, visitOutsideCode } from './text-edits.ts';
import { markTreeEntries } from './tree-entries.ts';

/** Maximum nesting depth of elements. Deeper elements are ignored. */
const MAX_DEPTH = 50;
/** Maximum length of content that becomes the text of a link. */
const MAX_LINK_LENGTH = 300;
/** Matches elements that only lay out their content. */
const LAYOUT_COMPONENTS =
  /^(?:p|div|span|section|article|center|font|small|big|figure|figcaption|summary|kbd|button|label|picture|source|br|wbr|header|footer|main|details)$/;
/** Matches elements in a heading that contain text of the title or show an image. */
const HEADING_LAYOUT = /^(?:small|big|span|font|center|u|ins|mark|kbd|abbr|dfn|picture|source|img)$/;
/** Matches components that render a live example. Some of their files are not for readers. */
const EXAMPLE_COMPONENTS = /^(?:Sandpack|Playground|LiveCode|CodeSandbox)/;
const EXAMPLE_DATA = /^[ \t]*[`~]{3,}[ \t]*(?:css|scss|less|json|svg)\b|\b(?:data|mock\w*|package)\.(?:js|ts|json)\b/;
const HIDDEN_FENCE = /^[ \t]*[`~]{3,}.*\bhidden\b/;
/** Matches components of a file tree. In a file tree, the indentation of an entry shows its level. */
const TREE_PATTERN = /(?:^|\.)(?:File|Folder|Tree|FileTree)$/;

interface OpenElement extends ElementTag {
  readonly line: number;
  readonly block: number;
  /** Labels of the element's panels that no panel has yet. */
  panelLabels?: PanelLabels;
}

/** Edits and other results that are collected from the elements of a page. */
interface FoundEdits extends Indents {
  readonly containers: Container[];
  /** Whether components on one line are containers. */
  readonly alerts: boolean;
  /** Indices of code blocks that a live example needs to run but readers do not need. */
  readonly hidden: Set<number>;
  /** Line range of each component's content, and the indentation of its first line. */
}

/**
 * Replaces components and layout elements with their text: tags become titles, links and descriptions, or are removed. The content of a component
 * stays together. Adds code blocks that only a live example needs to `hiddenLines`.
 */
export function createComponentEdits(
  draft: ScannedText,
  containers: Container[],
  { mdx, isHandwritten, alerts }: { readonly mdx: boolean; readonly isHandwritten: boolean; readonly alerts: boolean },
  hiddenLines: Set<number>,
): TextEdit[] {
  const { lines } = draft;
  const { text } = lines;
  if (!mdx) markTreeEntries(draft);
  const result: FoundEdits = { edits: [], containers, hidden: hiddenLines, indented: [], alerts };
  const openElements: OpenElement[] = [];
  const html = new HtmlEdits(draft, result);
  const budget = { left: MAX_TAG_SCAN_CHARS, allowsBlankLines: mdx };
  let line = 0;
  visitOutsideCode(
    draft,
    '<',
    (block, offset) => {
      if (mdx && isEscaped(text, offset)) return undefined;
      const tag = parseTag(text, offset, budget);
      if (!tag) return undefined;
      // Other tags of a heading are not part of its title and anchor, so they stay unchanged.
      if (getKind(draft.blocks, block) === HEADING) {
        if (!(mdx || isHandwritten)) return undefined;
        if (mdx && tag.isEmpty && /^[A-Z]/.test(tag.name)) {
          const words = removeBold(formatComponent(tag) ?? '');
          if (!/[\p{L}\p{N}]/u.test(words)) return removeIcon(text, tag, result);
        }
        if (isEmphasis(tag.name)) return removeIcon(text, tag, result);
        if (!HEADING_LAYOUT.test(tag.name)) return undefined;
        result.edits.push(replaceElement(tag));
        return tag.end;
      }
      if (tag.name === 'iframe' && (mdx || isHandwritten)) {
        result.edits.push(replaceFrame(tag));
        return tag.end;
      }
      if (tag.name === 'svg' && !tag.closes && mdx) return removeDrawing(text, tag, result);
      const isComponent = /^(?:[A-Z]|$)/.test(tag.name);
      if (!isComponent && !mdx) {
        if (!isHandwritten) return undefined;
        if (html.add(tag, block)) return tag.end;
        if ((tag.name !== 'a' || tag.isEmpty) && tag.name !== 'img') return undefined;
      } else if (mdx && isHeadingOrEmphasis(tag.name) && html.add(tag, block)) return tag.end;
      else if (!isComponent && !isRewritten(tag)) return undefined;
      line = findLine(lines, offset, line);
      if (!isComponent && tag.name !== 'a') result.edits.push(replaceElement(tag));
      else if (tag.isEmpty) addTag(draft, result, { ...tag, line, block });
      else if (!tag.closes) {
        if (openElements.length < MAX_DEPTH)
          openElements.push({ ...labelPanel(draft, tag, openElements), line, block });
      } else {
        const openingIndex = openElements.findLastIndex(({ name }) => name === tag.name);
        if (openingIndex >= 0) {
          const opening = getElementAt(openElements, openingIndex);
          const outermost = openElements.find((each) => each.block === opening.block) ?? opening;
          closeElement(draft, result, opening, tag, { line, column: getListColumn(draft, outermost) });
          openElements.length = openingIndex;
        }
      }
      return tag.end;
    },
    (offset) => isTagStart(text, offset),
  );
  if (mdx) addDedents(draft, result);
  else html.finish();
  return result.edits;
}

/**
 * Returns the tag of a tab with the label that the parent element has for it, as in `<Tabs items={['npm', 'pnpm']}>`. Returns any other tag
 * unchanged.
 */
function labelPanel({ lines }: ScannedText, tag: ElementTag, openElements: readonly OpenElement[]): ElementTag {
  if (!isTab(tag)) return tag;
  const parent = openElements.at(-1);
  if (!parent) return tag;
  parent.panelLabels ??= listPanelLabels(lines.text.slice(parent.start, parent.end));
  const label = parent.panelLabels.take(tag.props);
  return label === undefined ? tag : { ...tag, props: new Map([...tag.props, ['title', label]]) };
}

/** Returns whether the HTML element has an equivalent in Markdown, or only lays out its content. */
function isRewritten({ name }: ElementTag): boolean {
  return LAYOUT_COMPONENTS.test(name) || /^(?:a|img|link|meta)$/.test(name);
}

function isTagStart(text: string, offset: number): boolean {
  const code = text.charCodeAt(offset + 1);
  return code === 0x2f || code === 0x3e || (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a);
}

/** Returns whether the component is the only content of a table cell, where an icon is the information. */
function isIcon({ lines: { text }, blocks }: ScannedText, { start, end, block }: OpenElement): boolean {
  return (
    getKind(blocks, block) === TABLE &&
    /\|\s*$/.test(text.slice(start - 20, start)) &&
    /^\s*\|/.test(text.slice(end, end + 20))
  );
}

/** Returns whether the tag has the name of an admonition but renders a component that the page defines. */
function isOwnComponent({ lines }: ScannedText, { name, props }: OpenElement): boolean {
  const isLabel = props.size === 0 && formatLabel(name) !== undefined;
  return isLabel && new RegExp(`^export .*\\b(?:function|const) ${name}\\b`, 'm').test(lines.text);
}

/** Adds the edits that replace a self-closing component with the text of its properties. */
function addTag(draft: ScannedText, { edits }: FoundEdits, tag: OpenElement): void {
  const text = isOwnComponent(draft, tag) ? '' : isIcon(draft, tag) ? formatIcon(tag) : formatComponent(tag);
  if (text === undefined) return;
  if (isAlone(draft, tag)) addLines(draft, edits, tag, text);
  else edits.push({ start: tag.start, end: tag.end, text: removeBold(text).replaceAll(/\n(?:- )?/g, ' ') });
}

/**
 * Adds an edit for each line of the tag, so that the number of lines stays the same. If the text has more lines than the tag, the last edit contains
 * all remaining lines.
 */
function addLines({ lines }: ScannedText, edits: TextEdit[], { start, end, line }: OpenElement, text: string): void {
  const rows = text.split('\n');
  const lastLine = findLine(lines, end - 1, line);
  for (let offset = line; offset <= lastLine; offset += 1) {
    const row = offset === lastLine ? rows.splice(0).join('; ').replaceAll('; - ', '; ') : rows.shift();
    edits.push({
      start: offset === line ? start : getLineStart(lines, offset),
      end: offset === lastLine ? end : getLineEnd(lines, offset),
      text: row ?? '',
    });
  }
}

/** Adds the edits that replace the tags of an element with content. */
function closeElement(
  draft: ScannedText,
  result: FoundEdits,
  opening: OpenElement,
  closing: ElementTag,
  { line, column }: { readonly line: number; readonly column: number },
): void {
  const { lines, blocks } = draft;
  const innerText = lines.text.slice(opening.end, closing.start);
  const link = findLinkAddress(opening, innerText);
  if (link !== undefined) {
    // The brackets enclose the words without the white space around them.
    const textStart = opening.end + innerText.length - innerText.trimStart().length;
    const textEnd = opening.end + innerText.trimEnd().length;
    for (const { start, end } of [opening, closing]) result.edits.push({ start, end, text: '' });
    result.edits.push({ start: textStart, end: textStart, text: '[' });
    result.edits.push({ start: textEnd, end: textEnd, text: `](${link})` });
    addIndent(draft, result, { from: findLine(lines, opening.end - 1, opening.line) + 1, to: line, column });
    return;
  }
  if (opening.name === 'a') {
    // An `a` element without `href` only sets an anchor for its text.
    const address = opening.props.get('href');
    const isAnchor = address === undefined && (opening.props.has('id') || opening.props.has('name'));
    if (isAnchor || /[{}]/.test(String(address ?? '')))
      for (const { start, end } of [opening, closing]) result.edits.push({ start, end, text: '' });
    return;
  }
  if (isForOtherReaders(opening, result.alerts)) {
    result.edits.push({ start: opening.start, end: closing.end, text: '' });
    return;
  }
  const text = formatComponent(opening);
  if (text === undefined) return;
  const startsBlock = isFirstOnLine(draft, opening);
  const isSeparate = isAlone(draft, opening);
  const elementText = startsBlock ? text + (isSeparate || text === '' ? '' : ' ') : removeBold(text);
  if (elementText.includes('\n') && isSeparate) addLines(draft, result.edits, opening, text);
  else result.edits.push({ start: opening.start, end: opening.end, text: elementText.replaceAll(/\n(?:- )?/g, ' ') });
  result.edits.push({ start: closing.start, end: closing.end, text: '' });
  if (opening.line === line) {
    if (result.alerts && startsBlock) result.containers.push([line, line + 1]);
    return;
  }
  result.containers.push([opening.line, line + 1]);
  hideExampleFiles(draft, result, opening, line);
  if (!TREE_PATTERN.test(opening.name))
    addIndent(draft, result, { from: findLine(lines, opening.end - 1, opening.line) + 1, to: line, column });
  const { block } = opening;
  // A bold line belongs to the text below it.
  if (
    text !== '' &&
    isSeparate &&
    getKind(blocks, block) === HTML &&
    getEnd(blocks, block) - getStart(blocks, block) === 1
  )
    blocks.kinds[block] = DIRECTIVE;
}

/** Returns whether the content is not for the readers of the result: pages are for people, and items are for agents. */
function isForOtherReaders({ name, props }: ElementTag, isPage: boolean): boolean {
  return name === 'Visibility' && props.get('for') === (isPage ? 'agents' : 'humans');
}

/** Returns the URL that the element links its content to; undefined if the content does not become a link. */
function findLinkAddress({ name, props }: ElementTag, inner: string): string | undefined {
  const address = props.get('href') ?? props.get('to');
  if (typeof address !== 'string' || address === '' || /[\s(){}]/.test(address)) return undefined;
  // If the element has a title, the title becomes the text of the link.
  if (name !== 'a' && hasTitle(props)) return undefined;
  if (inner.trim() === '' || inner.length > MAX_LINK_LENGTH || /[[\]]|\n[ \t]*\n|<a\s/.test(inner)) return undefined;
  return name === 'a' || formatLabel(name) === undefined ? address : undefined;
}

function hideExampleFiles(
  { lines, blocks }: ScannedText,
  { hidden }: FoundEdits,
  opening: OpenElement,
  to: number,
): void {
  const isExample = EXAMPLE_COMPONENTS.test(opening.name);
  for (let index = opening.block; index < blocks.kinds.length && getStart(blocks, index) < to; index += 1) {
    if (getKind(blocks, index) !== FENCE) continue;
    const info = sliceLines(lines, getStart(blocks, index), getStart(blocks, index) + 1);
    if (HIDDEN_FENCE.test(info) || (isExample && EXAMPLE_DATA.test(info))) hidden.add(index);
  }
}

/** Returns whether the lines of the tag contain only tags. */
function isAlone({ lines }: ScannedText, { start, end, line }: OpenElement): boolean {
  const textBefore = lines.text.slice(getLineStart(lines, line), start);
  const textAfter = lines.text.slice(end, getLineEnd(lines, findLine(lines, end - 1, line)));
  return (
    /^[\s>*+-]*(?:<[^<>]*>\s*)*$/.test(textBefore.slice(-300)) && /^\s*(?:<[^<>]*>\s*)*$/.test(textAfter.slice(0, 300))
  );
}

function isFirstOnLine({ lines }: ScannedText, { start, line }: OpenElement): boolean {
  return /^[\s>*+-]*(?:\d{1,9}[.)]\s+)?$/.test(lines.text.slice(getLineStart(lines, line), start).slice(-300));
}

function removeBold(text: string): string {
  return text.replaceAll('**', '');
}
