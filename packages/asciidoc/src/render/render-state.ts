import type { InlineReader } from '../inline/inline-reader.ts';
import type { DocumentAttributes } from '../source/document-attributes.ts';

/** State for rendering the blocks of a document. */
export interface RenderState {
  readonly inline: InlineReader;
  readonly attributes: DocumentAttributes;
  /** Whether admonitions become GitHub alerts. */
  readonly alerts: boolean;
}
