import type { Line } from '../source/line.ts';
import type { Metadata } from './metadata.ts';

/** The title of a block, as a part of it. */
export function titled({ title }: Metadata): { title?: Line } {
  return title ? { title } : {};
}
