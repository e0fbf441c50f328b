import type { Warning } from '@context-sync/reading';
import type { Definitions } from './document-definitions.ts';
import type { RstIncludes } from './include-files.ts';
import type { RstNode } from './rst-node.ts';
import type { RstSource } from './rst-source.ts';

/** The context to which the names of objects are relative. */
export interface ObjectScope {
  /** Name of the current Python module; empty outside of modules. */
  module: string;
  /** Name of the class whose members follow; empty outside of classes. */
  owner: string;
  /** Name of the program whose options follow. */
  program: string;
}

/** State that is shared by the blocks of a document while it is parsed. */
export interface RstParseState {
  readonly definitions: Definitions;
  /** Levels of title styles by adornment: `=` for an underline, `==` for an underline with an overline. */
  readonly levels: Map<string, number>;
  /** Level of the current section; 0 before the first one. */
  level: number;
  /** Number of open descriptions of objects. Each description is a section. */
  objectDepth: number;
  /** The context to which the following objects belong. */
  readonly scope: ObjectScope;
  /** Default language of code blocks. */
  language: string;
  /** Names of target labels that apply to the next block. */
  labels: string[];
  /** Whether titles are allowed. They are not allowed inside other blocks. */
  titles: boolean;
  /** Nesting depth of the current block. */
  depth: number;
  /** Title that the document sets outside of its text. */
  title: string | undefined;
  /** Whether admonitions become GitHub alerts. */
  readonly alerts: boolean;
  readonly warnings: Warning[];
  readonly includes: RstIncludes;
}

/** Function that parses the blocks of a source. */
export type ParseBlocks = (state: RstParseState, source: RstSource, titles?: boolean) => RstNode[];

/**
 * Function that reads a construct that may begin at a line, and adds its nodes to `into`. Returns the index of the line after the construct;
 * undefined if the construct does not begin at the line.
 */
export type BlockReader = (
  state: RstParseState,
  source: RstSource,
  index: number,
  into: RstNode[],
  parse: ParseBlocks,
) => number | undefined;

export function warn(state: RstParseState, line: number, message: string): void {
  state.warnings.push({ line, message });
}
