import type { BlockReader } from '../parse-state.ts';
import { lineAt, sliceLines } from '../rst-source.ts';

/** Reads a Python prompt session up to the next blank line. */
export const readDoctest: BlockReader = (_state, source, at, into) => {
  const line = lineAt(source, at);
  if (!line.startsWith('>>>') || (line.length > 3 && line[3] !== ' ')) return undefined;
  let end = at;
  while (lineAt(source, end) !== '') end += 1;
  into.push({ kind: 'code', info: 'pycon', code: sliceLines(source, at, end).lines, line: source.first + at });
  return end;
};
