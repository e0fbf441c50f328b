import type { Line } from '../source/line.ts';
import type { BlockMetadata } from './metadata.ts';

/** Returns the title of a block as properties to spread. */
export function titleProperty({ title }: BlockMetadata): { title?: Line } {
  return title ? { title } : {};
}
