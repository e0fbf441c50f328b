import { readBulletList } from './blocks/bullet-list.ts';
import { readDoctest } from './blocks/doctest.ts';
import { readEnumeratedList } from './blocks/enumerated-list.ts';
import { readFieldList } from './blocks/field-list.ts';
import { flattenBlocks } from './blocks/flatten-blocks.ts';
import { readLineBlock } from './blocks/line-block.ts';
import { readOptionList } from './blocks/option-list.ts';
import { readQuote } from './blocks/quote.ts';
import { readText } from './blocks/text.ts';
import { readTitle } from './blocks/title.ts';
import { readAnonymousTarget, readExplicit } from './explicit/explicit.ts';
import type { RstNode } from './node.ts';
import { type BlockReader, type ParseBlocks, warn } from './parse-state.ts';
import { readGridTable } from './tables/grid-table.ts';
import { readSimpleTable } from './tables/simple-table.ts';

/** Maximum nesting depth of blocks. Deeper blocks are parsed as text. */
const MAX_DEPTH = 32;

/** The readers in the order in which docutils tries them. The last reader accepts any line. */
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
  const outer = state.titles;
  state.titles = titles;
  state.depth += 1;
  let at = 0;
  while (at < source.lines.length) {
    if (source.lines[at] === '') {
      at += 1;
      continue;
    }
    const before = nodes.length;
    let end: number | undefined;
    for (const read of READERS) {
      end = read(state, source, at, nodes, parseBlocks);
      if (end !== undefined) break;
    }
    at = Math.max(end ?? 0, at + 1);
    // Target labels apply to the next block.
    if (nodes.length > before) state.labels = [];
  }
  state.depth -= 1;
  state.titles = outer;
  return nodes;
};
