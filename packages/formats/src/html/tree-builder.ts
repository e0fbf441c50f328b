import type { Warning } from '../reading/reading.ts';
import { isSilent } from './boilerplate.ts';
import { endedByEnd, endedByStart } from './nesting.ts';
import { createElement, type Element, Holds, mark, type Text } from './node.ts';
import { BLOCKS, FRAME, HEADINGS, RAW, SILENT, VOIDS } from './tags.ts';

/** Elements that are nested deeper than this are dissolved: what is in them stands in the last one that is not. */
const DEPTH_LIMIT = 150;

/** Longest title that is kept. */
const MAX_TITLE_CHARS = 2_000;

/** A start tag; `index` is where its name begins. */
export interface StartTag {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly index: number;
  readonly isSelfClosing: boolean;
}

/** Builds a tree from texts and tags, in the order of the document. */
export interface TreeBuilder {
  readonly root: Element;
  readonly warnings: readonly Warning[];
  addText(text: string, index: number): void;
  start(tag: StartTag): void;
  end(name: string, index: number): void;
  /** Ends everything. */
  finish(): void;
  /** Whether what comes next stands in a drawing or formula, where other rules hold. */
  isForeign(): boolean;
  /** The element that holds nothing but characters and is still open. */
  raw(): { readonly name: string; readonly index: number } | undefined;
  title(): string | undefined;
}

/** @param lineAt Gives the line of an index; asked in the order of the document. */
export function createTreeBuilder(lineAt: (index: number) => number): TreeBuilder {
  const root = createElement('#root', new Map(), 1);
  const open: Element[] = [root];
  /** Start tags that made no element as they stood too deep, by name, so that their end tags end nothing else. */
  const dissolved = new Map<string, number>();
  const warnings: Warning[] = [];
  /** Open drawings and formulas, and open elements in them that hold ordinary HTML. */
  const foreign = { drawings: 0, integrations: 0 };
  /** The text that what comes next is added to. */
  let text: Text | undefined;
  let raw: { readonly name: string; readonly index: number; readonly isTitle: boolean } | undefined;
  let title: string | undefined;

  const top = () => open.at(-1) ?? root;
  const isForeign = () => foreign.drawings > 0 && foreign.integrations === 0;

  function countForeign(name: string, by: 1 | -1): void {
    if (name === 'svg' || name === 'math') foreign.drawings += by;
    else if (name === 'foreignobject') foreign.integrations += by;
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
    if (raw && SILENT.has(raw.name)) return;
    const parent = top();
    if (text) text.text += added;
    else {
      text = { kind: 'text', text: added, line: lineAt(index) };
      parent.children.push(text);
    }
    parent.size += added.length;
    if (!(parent.holds & Holds.content) && /\S/.test(added)) mark(parent, Holds.content);
  }

  /** Leaves out an element that stands too deep; what is in it is not. */
  function dissolve(name: string, index: number): void {
    if (dissolved.size === 0) {
      const message = 'elements are nested too deep: their text is kept, their form is not';
      warnings.push({ line: lineAt(index), message });
    }
    dissolved.set(name, (dissolved.get(name) ?? 0) + 1);
    if (BLOCKS.has(name)) addText(' ', index);
  }

  function start({ name, attributes, index, isSelfClosing }: StartTag): void {
    if (RAW.has(name) && !isForeign()) {
      raw = { name, index, isTitle: name === 'title' && title === undefined };
      if (raw.isTitle) title = '';
    }
    if (FRAME.has(name)) return;
    // What begins a block cannot stand in a drawing: its end tag is missing.
    if (BLOCKS.has(name) && isForeign()) {
      pop(open.length - open.findIndex((element) => element.name === 'svg' || element.name === 'math'));
    }
    pop(endedByStart(name, open));
    const parent = top();
    // An anchor that leads nowhere marks a place, and often has no end tag.
    const isLeaf = VOIDS.has(name) || (isSelfClosing && isForeign()) || (name === 'a' && !attributes.has('href'));
    if (parent.depth >= DEPTH_LIMIT && !isLeaf) {
      dissolve(name, index);
      return;
    }
    const element = createElement(name, attributes, lineAt(index), parent);
    element.silent = isSilent(name, attributes, parent);
    text = undefined;
    parent.children.push(element);
    if (!isLeaf) {
      open.push(element);
      countForeign(name, 1);
    }
    if (!element.silent) markElement(element);
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
        if (BLOCKS.has(name)) addText(' ', index);
      } else if (name === 'br') start({ name, attributes: new Map(), index, isSelfClosing: false });
      else if (!FRAME.has(name)) pop(endedByEnd(name, open));
    },
    finish: () => pop(open.length),
    isForeign,
    raw: () => raw,
    title: () => title,
  };
}

/** Marks what an element is, on itself and those around it. */
function markElement(element: Element): void {
  const { name, attributes, parent } = element;
  let marks = 0;
  if (BLOCKS.has(name)) marks |= Holds.block;
  if (HEADINGS.has(name)) marks |= Holds.heading;
  if (name === 'h1') marks |= Holds.pageHeading;
  if (name === 'img' && attributes.get('alt')?.trim()) marks |= Holds.content;
  if (marks !== 0) mark(element, marks);
  if (name === 'table' && parent) mark(parent, Holds.table);
}
