import type { Warning } from '../reading/reading.ts';
import type { Definitions } from './definitions.ts';
import type { Node } from './node.ts';
import type { Source } from './source.ts';

/** What reading one document goes on with from block to block. */
export interface ParseState {
  readonly definitions: Definitions;
  /** Levels of the title styles, by adornment: `=` for an underline, `==` for one with an overline. */
  readonly levels: Map<string, number>;
  /** Level of the section that is open; 0 above the first. */
  level: number;
  /** Language of code that names none. */
  language: string;
  /** Names of the targets that wait for what stands under them. */
  labels: string[];
  /** Whether titles may stand here, which they may not within other blocks. */
  titles: boolean;
  /** How deep the blocks are nested. */
  depth: number;
  /** Title that the document gives itself outside of its text. */
  title: string | undefined;
  readonly warnings: Warning[];
}

/** Reads the blocks of a source. */
export type ParseBlocks = (state: ParseState, source: Source, titles?: boolean) => Node[];

/**
 * Reads a construct that may begin at a line. Gives the index of the line behind it and adds what it holds to `into`, or gives undefined where the
 * line begins something else.
 */
export type BlockReader = (
  state: ParseState,
  source: Source,
  at: number,
  into: Node[],
  parse: ParseBlocks,
) => number | undefined;

export function warn(state: ParseState, line: number, message: string): void {
  state.warnings.push({ line, message });
}
