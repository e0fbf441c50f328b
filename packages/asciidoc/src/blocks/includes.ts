import type { Line } from '../source/line.ts';
import type { Block } from './block.ts';

/** Returns an include block for each line that includes a file. */
export function createIncludes(lines: readonly Line[]): Block[] {
  return lines.flatMap(({ include, from }) =>
    include === undefined ? [] : [{ kind: 'include', target: include, from }],
  );
}
