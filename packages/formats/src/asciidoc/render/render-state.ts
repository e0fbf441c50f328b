import type { InlineReader } from '../inline/inline.ts';
import type { Attributes } from '../source/attributes.ts';

/** State for rendering the blocks of a document. */
export interface RenderState {
  readonly inline: InlineReader;
  readonly attributes: Attributes;
}
