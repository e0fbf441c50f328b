import type { RstNode } from '../rst-node.ts';
import { getLine, type RstSource, skipBlank } from '../rst-source.ts';

/** Converts blocks that are nested too deeply into paragraphs with their text. */
export function flattenBlocks(source: RstSource): RstNode[] {
  const nodes: RstNode[] = [];
  let start = skipBlank(source, 0);
  while (start < source.lines.length) {
    let end = start;
    while (getLine(source, end) !== '') end += 1;
    const text = source.lines.slice(start, end).map((line) => line.trimStart());
    nodes.push({ kind: 'paragraph', text: [{ rst: text.join('\n') }], line: source.first + start });
    start = skipBlank(source, end);
  }
  return nodes;
}
