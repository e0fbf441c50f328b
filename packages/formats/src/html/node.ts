import { BLOCKS } from './tags.ts';

/** Text between tags, its entities decoded. */
export interface Text {
  readonly kind: 'text';
  text: string;
  /** Of its first character, from 1. */
  readonly line: number;
}

/** An element with what is in it. */
export interface Element {
  readonly kind: 'element';
  /** In lower case. */
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly line: number;
  readonly parent: Element | undefined;
  /** Number of elements around it; bounded, so functions may call themselves for children. */
  readonly depth: number;
  readonly children: Node[];
  /** Not for readers, with all that is in it. */
  silent: boolean;
  /** What it is, or has in it for readers: a union of the marks in `Holds`. */
  holds: number;
  /** Length of the text in it. */
  size: number;
}

/** A part of a document. */
export type Node = Text | Element;

/** Marks of what an element holds. */
export const Holds = { block: 1, heading: 2, pageHeading: 4, table: 8, content: 16 } as const;

/** Whether the element is, or has in it, what one of the marks stands for. */
export function holds(element: Element, mark: number): boolean {
  return (element.holds & mark) !== 0;
}

/** Marks the element and those around it, up to one that is not for readers. */
export function mark(element: Element, marks: number): void {
  for (let at: Element | undefined = element; at && (at.holds & marks) !== marks; at = at.parent) {
    at.holds |= marks;
    if (at.silent) return;
  }
}

/** An element without content; the caller adds it to its parent. */
export function createElement(
  name: string,
  attributes: ReadonlyMap<string, string>,
  line: number,
  parent?: Element,
): Element {
  const depth = parent ? parent.depth + 1 : 0;
  return { kind: 'element', name, attributes, line, parent, depth, children: [], silent: false, holds: 0, size: 0 };
}

/** Class names, in lower case. */
export function classesOf(element: Element): string[] {
  return (element.attributes.get('class') ?? '')
    .toLowerCase()
    .split(/\s+/)
    .filter((name) => name !== '');
}

/** The elements right in an element. */
export function elementsOf(element: Element): Element[] {
  return element.children.filter((child) => child.kind === 'element');
}

/** The text of the nodes as it stands, without what is not for readers; `lineBreak` stands for `<br>`, and blocks are set apart. */
export function textOf(nodes: readonly Node[], lineBreak = '\n'): string {
  let text = '';
  for (const node of nodes) {
    if (node.kind === 'text') text += node.text;
    else if (node.silent) continue;
    else if (node.name === 'br') text += lineBreak;
    else if (BLOCKS.has(node.name)) text += ` ${textOf(node.children, lineBreak)} `;
    else text += textOf(node.children, lineBreak);
  }
  return text;
}

/** What stands before the node and behind it does not run on with it. */
export function isBlock(node: Node): boolean {
  return node.kind === 'element' && holds(node, Holds.block);
}
