import type { InlineReader } from '../inline/inline-reader.ts';
import type { DocumentAttributes } from '../source/document-attributes.ts';

/** State for rendering the blocks of a document. */
export interface RenderState {
  readonly inline: InlineReader;
  readonly attributes: DocumentAttributes;
  /** Whether admonitions become alerts of GitHub. */
  readonly alerts: boolean;
}
