import type { AsciidocLine } from '../source/source-line.ts';
import type { Block } from './block-types.ts';

/** Returns an include block for each line that includes a file. */
export function createIncludeBlocks(lines: readonly AsciidocLine[]): Block[] {
  return lines.flatMap(({ include, from }) =>
    include === undefined ? [] : [{ kind: 'include', target: include, from }],
  );
}
