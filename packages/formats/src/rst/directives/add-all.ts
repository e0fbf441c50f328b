import type { Node } from '../node.ts';

/** Appends nodes one by one: passing many of them as arguments of one call could overflow the stack. */
export function addAll(into: Node[], nodes: readonly Node[]): void {
  for (const node of nodes) into.push(node);
}
