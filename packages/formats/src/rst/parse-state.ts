import type { Warning } from '../reading/reading.ts';
import type { Definitions } from './definitions.ts';
import type { Includes } from './includes.ts';
import type { Node } from './node.ts';
import type { Source } from './source.ts';

/** What the names of objects are relative to. */
export interface ObjectScope {
  /** Name of the current Python module; empty outside of modules. */
  module: string;
  /** Name of the class whose members follow; empty outside of classes. */
  owner: string;
  /** Name of the program whose options follow. */
  program: string;
}

/** State that is shared by the blocks of a document while it is parsed. */
export interface ParseState {
  readonly definitions: Definitions;
  /** Levels of title styles by adornment: `=` for an underline, `==` for an underline with an overline. */
  readonly levels: Map<string, number>;
  /** Level of the current section; 0 before the first one. */
  level: number;
  /** How many descriptions of objects are open; each is a section. */
  objectDepth: number;
  /** What the following objects belong to. */
  readonly scope: ObjectScope;
  /** Default language of code blocks. */
  language: string;
  /** Names of target labels that apply to the next block. */
  labels: string[];
  /** Whether titles are allowed here; they are not allowed inside other blocks. */
  titles: boolean;
  /** Nesting depth of the current block. */
  depth: number;
  /** Title that the document sets outside of its text. */
  title: string | undefined;
  readonly warnings: Warning[];
  readonly includes: Includes;
}

/** Parses the blocks of a source. */
export type ParseBlocks = (state: ParseState, source: Source, titles?: boolean) => Node[];

/**
 * Reads a construct that may begin at a line and adds its nodes to `into`. Returns the index of the line after it; undefined if the line
 * begins something else.
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
