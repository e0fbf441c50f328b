import type { RstNode } from '../rst-node.ts';

/** Appends nodes one by one, because passing many nodes as arguments of one call could overflow the stack. */
export function addAll(into: RstNode[], nodes: readonly RstNode[]): void {
  for (const node of nodes) into.push(node);
}
