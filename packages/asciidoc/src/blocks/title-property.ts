import type { AsciidocLine } from '../source/source-line.ts';
import type { BlockMetadata } from './block-metadata.ts';

/** Returns the title of a block as properties to spread. */
export function createTitleProperty({ title }: BlockMetadata): { title?: AsciidocLine } {
  return title ? { title } : {};
}
