import type { InlineReader } from '../inline/inline-reader.ts';
import type { ReferenceTargets } from '../inline/reference-targets.ts';
import type { DocumentAttributes } from '../source/document-attributes.ts';
import type { LineReader } from '../source/line-reader.ts';
import type { AsciidocLine } from '../source/source-line.ts';
import type { BlockContext } from './block-context.ts';
import type { BlockMetadata } from './block-metadata.ts';
import type { Block } from './block-types.ts';

/** Parses the block at the next line, which must not be blank; undefined if the block has no content for readers. */
export type ParseBlock = (
  reader: LineReader,
  line: AsciidocLine,
  metadata: BlockMetadata,
  state: ParseState,
  context: BlockContext,
) => Block | undefined;

/** State that is shared by all parsing functions of a document. */
export interface ParseState {
  readonly attributes: DocumentAttributes;
  readonly references: ReferenceTargets;
  readonly inline: InlineReader;
  readonly sectionId: (title: string) => string | undefined;
  readonly warn: (line: number, message: string) => void;
  /** Parses the next block. This function is part of the state because blocks of many kinds contain other blocks. */
  readonly parseBlock: ParseBlock;
}
