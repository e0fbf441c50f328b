import { readQuote } from './blocks/block-quote.ts';
import { readBulletList } from './blocks/bullet-list.ts';
import { readDoctest } from './blocks/doctest.ts';
import { readEnumeratedList } from './blocks/enumerated-list.ts';
import { readFieldList } from './blocks/field-list.ts';
import { flattenBlocks } from './blocks/flatten-blocks.ts';
import { readLineBlock } from './blocks/line-block.ts';
import { readOptionList } from './blocks/option-list.ts';
import { readTitle } from './blocks/section-title.ts';
import { readText } from './blocks/text-block.ts';
import { readAnonymousTarget, readExplicit } from './explicit/explicit-markup.ts';
import { type BlockReader, type ParseBlocks, warn } from './parse-state.ts';
import type { RstNode } from './rst-node.ts';
import { readGridTable } from './tables/grid-table.ts';
import { readSimpleTable } from './tables/simple-table.ts';

/** Maximum nesting depth of blocks. Deeper blocks are parsed as text. */
const MAX_DEPTH = 32;

/** The functions that read blocks, in the order in which docutils tries them. The last function accepts any line. */
const READERS: readonly BlockReader[] = [
  readQuote,
  readBulletList,
  readEnumeratedList,
  readFieldList,
  readOptionList,
  readDoctest,
  readLineBlock,
  readGridTable,
  readSimpleTable,
  readExplicit,
  readAnonymousTarget,
  readTitle,
  readText,
];

/** Parses the blocks of a source in order. */
export const parseBlocks: ParseBlocks = (state, source, titles = false) => {
  if (state.depth >= MAX_DEPTH) {
    if (source.lines.some((line) => line !== ''))
      warn(state, source.first, `Blocks are nested deeper than ${MAX_DEPTH} levels; their text is kept unchanged`);
    return flattenBlocks(source);
  }
  const nodes: RstNode[] = [];
  const outerTitles = state.titles;
  state.titles = titles;
  state.depth += 1;
  let index = 0;
  while (index < source.lines.length) {
    if (source.lines[index] === '') {
      index += 1;
      continue;
    }
    const nodeCount = nodes.length;
    let end: number | undefined;
    for (const readBlock of READERS) {
      end = readBlock(state, source, index, nodes, parseBlocks);
      if (end !== undefined) break;
    }
    index = Math.max(end ?? 0, index + 1);
    // Target labels apply to the next block.
    if (nodes.length > nodeCount) state.labels = [];
  }
  state.depth -= 1;
  state.titles = outerTitles;
  return nodes;
};
