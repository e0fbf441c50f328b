import type { Line } from '../source/line.ts';
import type { Metadata } from './metadata.ts';

/** Returns the title of a block as properties to spread. */
export function titleProperty({ title }: Metadata): { title?: Line } {
  return title ? { title } : {};
}
