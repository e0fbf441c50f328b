import type { InlineReader } from '../inline/inline.ts';
import type { Attributes } from '../source/attributes.ts';

/** What the blocks of a document are written with. */
export interface RenderState {
  readonly inline: InlineReader;
  readonly attributes: Attributes;
}
