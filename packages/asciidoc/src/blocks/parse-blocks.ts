import { createLineReader, type LineReader } from '../source/line-reader.ts';
import type { AsciidocLine } from '../source/source-line.ts';
import type { BlockContext } from './block-context.ts';
import { readMetadata } from './block-metadata.ts';
import type { Block } from './block-types.ts';
import type { ParseState } from './parse-state.ts';

/** Parses all remaining lines of the reader into blocks. */
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
export function parseNestedBlocks(lines: readonly AsciidocLine[], state: ParseState, context: BlockContext): Block[] {
  return parseBlocks(createLineReader(lines), state, { depth: context.depth + 1 });
}
