import { BLOCK_TAGS } from './html-tags.ts';

/** Text between tags with decoded entities. */
export interface TextNode {
  readonly kind: 'text';
  text: string;
  /** Line of the first character, counted from 1. */
  readonly line: number;
}

/** An element and its content. */
export interface Element {
  readonly kind: 'element';
  /** Tag name in lowercase. */
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly line: number;
  readonly parent: Element | undefined;
  /** Number of ancestors. It is limited, so functions may recurse into children. */
  readonly depth: number;
  readonly children: Node[];
  /** Whether the element and all of its content are boilerplate. */
  isIgnored: boolean;
  /** Flags that describe what the element is or contains: a union of `ElementFlag` values. */
  flags: number;
  /** Length of the text in the element, in UTF-16 code units. */
  size: number;
}

/** A text node or an element of an HTML document. */
export type Node = TextNode | Element;

/** Bit flags for the kinds of element that an element is or contains. */
export const ElementFlag = { block: 1, heading: 2, pageHeading: 4, table: 8, content: 16 } as const;

/** Returns whether the element has one of the flags. */
export function hasFlag(element: Element, flag: number): boolean {
  return (element.flags & flag) !== 0;
}

/** Adds flags to the element and its ancestors, up to the first one that is boilerplate. */
export function addFlags(element: Element, flags: number): void {
  for (let at: Element | undefined = element; at && (at.flags & flags) !== flags; at = at.parent) {
    at.flags |= flags;
    if (at.isIgnored) return;
  }
}

/** Creates an element without content. The caller adds it to its parent. */
export function createElement(
  name: string,
  attributes: ReadonlyMap<string, string>,
  line: number,
  parent?: Element,
): Element {
  const depth = parent ? parent.depth + 1 : 0;
  return { kind: 'element', name, attributes, line, parent, depth, children: [], isIgnored: false, flags: 0, size: 0 };
}

/** Returns the class names of the element in lowercase. */
export function getClasses(element: Element): string[] {
  return (element.attributes.get('class') ?? '')
    .toLowerCase()
    .split(/\s+/)
    .filter((name) => name !== '');
}

/** Returns the children that are elements, without text nodes. */
export function getElements(element: Element): Element[] {
  return element.children.filter((child) => child.kind === 'element');
}

/** Returns the raw text of the nodes without boilerplate. `lineBreak` replaces `<br>`, and spaces surround blocks. */
export function getText(nodes: readonly Node[], lineBreak = '\n'): string {
  let text = '';
  for (const node of nodes) {
    if (node.kind === 'text') text += node.text;
    else if (node.isIgnored) continue;
    else if (node.name === 'br') text += lineBreak;
    else if (BLOCK_TAGS.has(node.name)) text += ` ${getText(node.children, lineBreak)} `;
    else text += getText(node.children, lineBreak);
  }
  return text;
}

/** Returns whether the node separates the text before it from the text after it. */
export function isBlock(node: Node): boolean {
  return node.kind === 'element' && hasFlag(node, ElementFlag.block);
}
