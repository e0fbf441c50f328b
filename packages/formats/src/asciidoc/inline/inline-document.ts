import type { Resolution } from '../../reading/site.ts';
import type { Attributes } from '../source/attributes.ts';
import type { References } from './references.ts';

/** State that the texts of a document share. */
export interface InlineDocument {
  readonly attributes: Attributes;
  readonly references: References;
  /** Resolves a reference to another document; undefined if the site is unknown. */
  readonly resolve?: (target: string, line: number) => Resolution;
  /** Texts of named footnotes. */
  readonly footnotes: Map<string, string>;
  /** Subtracts `length` repeated characters from the document's allowance. Returns false if it is exhausted. */
  readonly spend: (length: number) => boolean;
}
