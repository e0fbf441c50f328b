import type { Warning } from '@context-sync/reading';
import { isBoilerplate, isFormula } from './boilerplate.ts';
import { addFlags, createElement, type Element, ElementFlag, type TextNode } from './html-node.ts';
import { BLOCK_TAGS, BOILERPLATE_TAGS, DOCUMENT_TAGS, HEADING_TAGS, RAW_TEXT_TAGS, VOID_TAGS } from './html-tags.ts';
import { countClosedByEnd, countClosedByStart } from './open-element-counts.ts';
import { isGeneratedTitle } from './section-heading.ts';

/** Maximum nesting depth. Deeper elements are removed, and their content moves into the deepest element that is kept. */
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

/** A builder that creates a tree from text and tags in document order. */
export interface TreeBuilder {
  readonly root: Element;
  readonly warnings: readonly Warning[];
  addText(text: string, index: number): void;
  start(tag: StartTag): void;
  end(name: string, index: number): void;
  /** Closes all open elements at the end of the document. */
  finish(): void;
  /** Whether the next content is in an SVG drawing or a MathML formula, where different parsing rules apply. */
  isForeign(): boolean;
  /** Returns the open element that contains only characters. */
  raw(): { readonly name: string; readonly index: number } | undefined;
  title(): string | undefined;
}

/** Creates a tree builder. `lineAt` returns the line of an index, and is called with increasing indices only. */
export function createTreeBuilder(lineAt: (index: number) => number): TreeBuilder {
  return new ElementTreeBuilder(lineAt);
}

class ElementTreeBuilder implements TreeBuilder {
  readonly root = createElement('#root', new Map(), 1);
  readonly warnings: Warning[] = [];
  readonly #lineAt: (index: number) => number;
  readonly #open: Element[] = [this.root];
  /** Number of start tags, by name, that were removed because of their depth. The same number of end tags is ignored. */
  readonly #dissolved = new Map<string, number>();
  /** Number of open SVG drawings and MathML formulas, and number of the open elements within them that contain ordinary HTML. */
  readonly #foreign = { drawings: 0, integrations: 0 };
  /** The text node to which the next text is appended. */
  #text: TextNode | undefined;
  #rawElement:
    | { readonly name: string; readonly index: number; readonly isTitle: boolean; readonly isText: boolean }
    | undefined;
  #titleText: string | undefined;

  constructor(lineAt: (index: number) => number) {
    this.#lineAt = lineAt;
  }

  addText(addedText: string, index: number): void {
    if (this.#rawElement?.isTitle && this.#titleText !== undefined && this.#titleText.length < MAX_TITLE_CHARS)
      this.#titleText += addedText;
    if (this.#rawElement && BOILERPLATE_TAGS.has(this.#rawElement.name) && !this.#rawElement.isText) return;
    const parent = this.#top;
    if (this.#text) this.#text.text += addedText;
    else {
      this.#text = { kind: 'text', text: addedText, line: this.#lineAt(index) };
      parent.children.push(this.#text);
    }
    parent.size += addedText.length;
    if (!(parent.flags & ElementFlag.content) && /\S/.test(addedText)) addFlags(parent, ElementFlag.content);
  }

  start({ name, attributes, index, isSelfClosing }: StartTag): void {
    if (RAW_TEXT_TAGS.has(name) && !this.isForeign()) {
      const isTitle = name === 'title' && this.#titleText === undefined;
      this.#rawElement = { name, index, isTitle, isText: isFormula(name, attributes) };
      if (this.#rawElement.isTitle) this.#titleText = '';
    }
    if (DOCUMENT_TAGS.has(name)) return;
    // An SVG drawing or MathML formula cannot contain a block, so its end tag is missing.
    if (BLOCK_TAGS.has(name) && this.isForeign()) {
      this.#pop(
        this.#open.length - this.#open.findIndex((element) => element.name === 'svg' || element.name === 'math'),
      );
    }
    this.#pop(countClosedByStart(name, this.#open));
    const parent = this.#top;
    // An anchor without a target marks a position and often has no end tag.
    const isLeaf =
      VOID_TAGS.has(name) || (isSelfClosing && this.isForeign()) || (name === 'a' && !attributes.has('href'));
    if (parent.depth >= MAX_DEPTH && !isLeaf) {
      this.#dissolve(name, index);
      return;
    }
    const element = createElement(name, attributes, this.#lineAt(index), parent);
    element.isIgnored = isBoilerplate(name, attributes, parent);
    this.#text = undefined;
    parent.children.push(element);
    if (!isLeaf) {
      this.#open.push(element);
      this.#countForeign(name, 1);
    }
    if (!element.isIgnored) markElement(element);
  }

  end(name: string, index: number): void {
    if (this.#rawElement?.name === name) this.#rawElement = undefined;
    const count = this.#dissolved.get(name) ?? 0;
    if (count > 0) {
      this.#dissolved.set(name, count - 1);
      if (BLOCK_TAGS.has(name)) this.addText(' ', index);
    } else if (name === 'br') this.start({ name, attributes: new Map(), index, isSelfClosing: false });
    else if (!DOCUMENT_TAGS.has(name)) this.#pop(countClosedByEnd(name, this.#open));
  }

  finish(): void {
    this.#pop(this.#open.length);
  }

  isForeign(): boolean {
    return this.#foreign.drawings > 0 && this.#foreign.integrations === 0;
  }

  raw(): { readonly name: string; readonly index: number } | undefined {
    return this.#rawElement;
  }

  title(): string | undefined {
    return this.#titleText;
  }

  #countForeign(name: string, delta: 1 | -1): void {
    if (name === 'svg' || name === 'math') this.#foreign.drawings += delta;
    else if (name === 'foreignobject') this.#foreign.integrations += delta;
  }

  #pop(count: number): void {
    for (let remainingPops = Math.min(count, this.#open.length - 1); remainingPops > 0; remainingPops -= 1) {
      const element = this.#open.pop();
      if (!element) break;
      this.#top.size += element.size;
      this.#countForeign(element.name, -1);
      if (element.name === this.#rawElement?.name) this.#rawElement = undefined;
    }
    if (count > 0) this.#text = undefined;
  }

  /** Omits an element that is nested too deeply, but keeps its content. */
  #dissolve(name: string, index: number): void {
    if (this.#dissolved.size === 0) {
      const message = 'elements are nested too deeply: their text is kept, their structure is not';
      this.warnings.push({ line: this.#lineAt(index), message });
    }
    this.#dissolved.set(name, (this.#dissolved.get(name) ?? 0) + 1);
    if (BLOCK_TAGS.has(name)) this.addText(' ', index);
  }

  get #top(): Element {
    return this.#open.at(-1) ?? this.root;
  }
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
