import type { InlineReader } from '../inline/inline.ts';
import type { DocumentAttributes } from '../source/attributes.ts';

/** State for rendering the blocks of a document. */
export interface RenderState {
  readonly inline: InlineReader;
  readonly attributes: DocumentAttributes;
}
