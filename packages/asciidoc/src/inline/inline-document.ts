import type { ResolvedTarget } from '@context-sync/reading';
import type { DocumentAttributes } from '../source/document-attributes.ts';
import type { ReferenceTargets } from './reference-targets.ts';

/** State that all inline text of a document shares. */
export interface InlineDocument {
  readonly attributes: DocumentAttributes;
  readonly references: ReferenceTargets;
  /** Resolves a reference to another document; undefined if the site is unknown. */
  readonly resolve?: (target: string, line: number) => ResolvedTarget;
  /** Text of each named footnote, by name. */
  readonly footnotes: Map<string, string>;
  /** Subtracts `length` repeated characters from the document's allowance. Returns false if the allowance is exhausted. */
  readonly spend: (length: number) => boolean;
}
