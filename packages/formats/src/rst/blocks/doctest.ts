import type { BlockReader } from '../parse-state.ts';
import { getLine, sliceLines } from '../rst-source.ts';

/** Reads a Python prompt session up to the next blank line. */
export const readDoctest: BlockReader = (_state, source, index, into) => {
  const line = getLine(source, index);
  if (!line.startsWith('>>>') || (line.length > 3 && line[3] !== ' ')) return undefined;
  let end = index;
  while (getLine(source, end) !== '') end += 1;
  into.push({ kind: 'code', info: 'pycon', code: sliceLines(source, index, end).lines, line: source.first + index });
  return end;
};
