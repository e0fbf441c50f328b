import type { Line } from '../source/line.ts';
import type { Block } from './block.ts';

/** The files that the lines name, each a block. */
export function includesOf(lines: readonly Line[]): Block[] {
  return lines.flatMap(({ include, from }) =>
    include === undefined ? [] : [{ kind: 'include', target: include, from }],
  );
}
