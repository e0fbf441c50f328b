import type { Warning } from '../reading/reading.ts';
import { isBoilerplate, isFormula } from './boilerplate.ts';
import { countClosedByEnd, countClosedByStart } from './nesting.ts';
import { addFlags, createElement, type Element, ElementFlag, type Text } from './node.ts';
import { isGeneratedTitle } from './section.ts';
import { BLOCK_TAGS, BOILERPLATE_TAGS, DOCUMENT_TAGS, HEADING_TAGS, RAW_TEXT_TAGS, VOID_TAGS } from './tags.ts';

/** Elements nested deeper are dissolved: their content moves into the deepest element that is kept. */
const MAX_DEPTH = 150;

/** Maximum length of the title, in characters. */
const MAX_TITLE_CHARS = 2_000;

/** A start tag; `index` is the position of its name. */
export interface StartTag {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly index: number;
  readonly isSelfClosing: boolean;
}

/** Builds a tree from texts and tags in document order. */
export interface TreeBuilder {
  readonly root: Element;
  readonly warnings: readonly Warning[];
  addText(text: string, index: number): void;
  start(tag: StartTag): void;
  end(name: string, index: number): void;
  /** Closes all elements. */
  finish(): void;
  /** Whether the next content is in a drawing or formula, where different parsing rules apply. */
  isForeign(): boolean;
  /** Returns the open element that contains only characters. */
  raw(): { readonly name: string; readonly index: number } | undefined;
  title(): string | undefined;
}

/** @param lineAt Returns the line of an index. Called with increasing indices only. */
export function createTreeBuilder(lineAt: (index: number) => number): TreeBuilder {
  const root = createElement('#root', new Map(), 1);
  const open: Element[] = [root];
  /** Numbers of start tags, by name, that were dissolved because of their depth; as many end tags are ignored. */
  const dissolved = new Map<string, number>();
  const warnings: Warning[] = [];
  /** Numbers of open drawings and formulas, and of open elements in them that contain ordinary HTML. */
  const foreign = { drawings: 0, integrations: 0 };
  /** The text node to which the next text is appended. */
  let text: Text | undefined;
  let raw:
    | { readonly name: string; readonly index: number; readonly isTitle: boolean; readonly isText: boolean }
    | undefined;
  let title: string | undefined;

  const top = () => open.at(-1) ?? root;
  const isForeign = () => foreign.drawings > 0 && foreign.integrations === 0;

  function countForeign(name: string, delta: 1 | -1): void {
    if (name === 'svg' || name === 'math') foreign.drawings += delta;
    else if (name === 'foreignobject') foreign.integrations += delta;
  }

  function pop(count: number): void {
    for (let left = Math.min(count, open.length - 1); left > 0; left -= 1) {
      const element = open.pop();
      if (!element) break;
      top().size += element.size;
      countForeign(element.name, -1);
      if (element.name === raw?.name) raw = undefined;
    }
    if (count > 0) text = undefined;
  }

  function addText(added: string, index: number): void {
    if (raw?.isTitle && title !== undefined && title.length < MAX_TITLE_CHARS) title += added;
    if (raw && BOILERPLATE_TAGS.has(raw.name) && !raw.isText) return;
    const parent = top();
    if (text) text.text += added;
    else {
      text = { kind: 'text', text: added, line: lineAt(index) };
      parent.children.push(text);
    }
    parent.size += added.length;
    if (!(parent.flags & ElementFlag.content) && /\S/.test(added)) addFlags(parent, ElementFlag.content);
  }

  /** Leaves out an element that is nested too deeply, but keeps its content. */
  function dissolve(name: string, index: number): void {
    if (dissolved.size === 0) {
      const message = 'elements are nested too deeply: their text is kept, their structure is not';
      warnings.push({ line: lineAt(index), message });
    }
    dissolved.set(name, (dissolved.get(name) ?? 0) + 1);
    if (BLOCK_TAGS.has(name)) addText(' ', index);
  }

  function start({ name, attributes, index, isSelfClosing }: StartTag): void {
    if (RAW_TEXT_TAGS.has(name) && !isForeign()) {
      const isTitle = name === 'title' && title === undefined;
      raw = { name, index, isTitle, isText: isFormula(name, attributes) };
      if (raw.isTitle) title = '';
    }
    if (DOCUMENT_TAGS.has(name)) return;
    // A block cannot be in a drawing: the drawing's end tag is missing.
    if (BLOCK_TAGS.has(name) && isForeign()) {
      pop(open.length - open.findIndex((element) => element.name === 'svg' || element.name === 'math'));
    }
    pop(countClosedByStart(name, open));
    const parent = top();
    // An anchor without a target marks a position and often has no end tag.
    const isLeaf = VOID_TAGS.has(name) || (isSelfClosing && isForeign()) || (name === 'a' && !attributes.has('href'));
    if (parent.depth >= MAX_DEPTH && !isLeaf) {
      dissolve(name, index);
      return;
    }
    const element = createElement(name, attributes, lineAt(index), parent);
    element.isIgnored = isBoilerplate(name, attributes, parent);
    text = undefined;
    parent.children.push(element);
    if (!isLeaf) {
      open.push(element);
      countForeign(name, 1);
    }
    if (!element.isIgnored) markElement(element);
  }

  return {
    root,
    warnings,
    addText,
    start,
    end(name, index) {
      if (raw?.name === name) raw = undefined;
      const count = dissolved.get(name) ?? 0;
      if (count > 0) {
        dissolved.set(name, count - 1);
        if (BLOCK_TAGS.has(name)) addText(' ', index);
      } else if (name === 'br') start({ name, attributes: new Map(), index, isSelfClosing: false });
      else if (!DOCUMENT_TAGS.has(name)) pop(countClosedByEnd(name, open));
    },
    finish: () => pop(open.length),
    isForeign,
    raw: () => raw,
    title: () => title,
  };
}

/** Sets the flags of an element on itself and its ancestors. */
function markElement(element: Element): void {
  const { name, attributes, parent } = element;
  let flags = 0;
  if (BLOCK_TAGS.has(name)) flags |= ElementFlag.block;
  if (HEADING_TAGS.has(name)) flags |= ElementFlag.heading;
  if (name === 'h1' || isGeneratedTitle(element)) flags |= ElementFlag.heading | ElementFlag.pageHeading;
  if (name === 'img' && attributes.get('alt')?.trim()) flags |= ElementFlag.content;
  if (flags !== 0) addFlags(element, flags);
  if (name === 'table' && parent) addFlags(parent, ElementFlag.table);
}
