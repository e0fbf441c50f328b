import { readBulletList } from './blocks/bullet-list.ts';
import { readDoctest } from './blocks/doctest.ts';
import { readEnumeratedList } from './blocks/enumerated-list.ts';
import { readFieldList } from './blocks/field-list.ts';
import { flatText } from './blocks/flat-text.ts';
import { readLineBlock } from './blocks/line-block.ts';
import { readOptionList } from './blocks/option-list.ts';
import { readQuote } from './blocks/quote.ts';
import { readText } from './blocks/text.ts';
import { readTitle } from './blocks/title.ts';
import { readAnonymousTarget, readExplicit } from './explicit/explicit.ts';
import type { Node } from './node.ts';
import { type BlockReader, type ParseBlocks, warn } from './parse-state.ts';
import { readGridTable } from './tables/grid-table.ts';
import { readSimpleTable } from './tables/simple-table.ts';

/** Blocks that stand deeper than so many others are read as text. */
const DEPTH_LIMIT = 32;

/** In the order in which docutils tries them; the last takes any line. */
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

/** Reads the blocks of a source one after another. */
export const parseBlocks: ParseBlocks = (state, source, titles = false) => {
  if (state.depth >= DEPTH_LIMIT) {
    if (source.lines.some((line) => line !== ''))
      warn(state, source.first, `Blocks are nested deeper than ${DEPTH_LIMIT}; their text is kept as it is`);
    return flatText(source);
  }
  const nodes: Node[] = [];
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
    // Targets are of what stands right under them.
    if (nodes.length > before) state.labels = [];
  }
  state.depth -= 1;
  state.titles = outer;
  return nodes;
};
