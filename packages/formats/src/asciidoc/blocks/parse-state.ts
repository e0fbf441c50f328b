import type { InlineReader } from '../inline/inline.ts';
import type { Attributes } from '../source/attributes.ts';
import type { Line } from '../source/line.ts';
import type { LineReader } from '../source/line-reader.ts';
import type { Block } from './block.ts';
import type { Metadata } from './metadata.ts';
import type { Place } from './place.ts';
import type { References } from './references.ts';

/** Reads the block that begins at the next line, which is not blank; undefined for one that is not for the reader. */
export type ParseBlock = (
  reader: LineReader,
  line: Line,
  metadata: Metadata,
  state: ParseState,
  place: Place,
) => Block | undefined;

/** What the parser of a document carries along. */
export interface ParseState {
  readonly attributes: Attributes;
  readonly references: References;
  readonly inline: InlineReader;
  readonly sectionId: (title: string) => string | undefined;
  readonly warn: (line: number, message: string) => void;
  /** Handed along, since blocks of many kinds hold blocks. */
  readonly parseBlock: ParseBlock;
}
