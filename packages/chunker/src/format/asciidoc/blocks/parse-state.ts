import type { InlineReader } from '../inline/inline.ts';
import type { Attributes } from '../source/attributes.ts';
import type { References } from './references.ts';

/** What the parser of a document carries along. */
export interface ParseState {
  readonly attributes: Attributes;
  readonly references: References;
  readonly inline: InlineReader;
  readonly sectionId: (title: string) => string | undefined;
  readonly warn: (line: number, message: string) => void;
}
