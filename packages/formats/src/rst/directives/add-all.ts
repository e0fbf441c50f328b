import type { Node } from '../node.ts';

/** Appends nodes; as arguments of one call, many of them could overflow the stack. */
export function addAll(into: Node[], nodes: readonly Node[]): void {
  for (const node of nodes) into.push(node);
}
