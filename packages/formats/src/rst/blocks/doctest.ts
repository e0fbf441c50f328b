import type { BlockReader } from '../parse-state.ts';
import { getLine, sliceLines } from '../rst-source.ts';

/** Reads a Python prompt session up to the next blank line. */
export const readDoctest: BlockReader = (_state, source, at, into) => {
  const line = getLine(source, at);
  if (!line.startsWith('>>>') || (line.length > 3 && line[3] !== ' ')) return undefined;
  let end = at;
  while (getLine(source, end) !== '') end += 1;
  into.push({ kind: 'code', info: 'pycon', code: sliceLines(source, at, end).lines, line: source.first + at });
  return end;
};
