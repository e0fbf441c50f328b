import type { Line } from '../source/line.ts';
import { createLineReader, type LineReader } from '../source/line-reader.ts';
import type { Block } from './block.ts';
import type { BlockContext } from './block-context.ts';
import { readMetadata } from './metadata.ts';
import type { ParseState } from './parse-state.ts';

/** Parses all blocks of the lines. */
export function parseBlocks(reader: LineReader, state: ParseState, context: BlockContext): Block[] {
  const blocks: Block[] = [];
  for (;;) {
    const metadata = readMetadata(reader, state.attributes);
    const line = reader.peek();
    if (!line) {
      if (metadata.title) blocks.push({ kind: 'group', title: metadata.title, blocks: [], from: metadata.title.from });
      return blocks;
    }
    const block = state.parseBlock(reader, line, metadata, state, context);
    if (block) blocks.push(block);
  }
}

/** Parses the blocks inside another block. */
export function parseNestedBlocks(lines: readonly Line[], state: ParseState, context: BlockContext): Block[] {
  return parseBlocks(createLineReader(lines), state, { depth: context.depth + 1 });
}
