import type { BlockReader } from '../parse-state.ts';
import type { LineBlock } from '../rst-node.ts';
import { getLine } from '../rst-source.ts';

/** Reads lines that begin with `| `. An indented line without the mark continues the previous line. */
export const readLineBlock: BlockReader = (_state, source, index, into) => {
  if (!isMarked(getLine(source, index))) return undefined;
  const lines: { rst: string; line: number }[] = [];
  let end = index;
  for (let line = getLine(source, end); line !== ''; line = getLine(source, end)) {
    const lastLine = lines.at(-1);
    if (isMarked(line)) lines.push({ rst: line.slice(1).trimStart(), line: source.first + end });
    else if (line.startsWith(' ') && lastLine) lastLine.rst += `\n${line.trimStart()}`;
    else break;
    end += 1;
  }
  const node: LineBlock = { kind: 'lines', lines: lines.map(({ rst, line }) => ({ text: [{ rst }], line })) };
  into.push(node);
  return end;
};

function isMarked(line: string): boolean {
  return line === '|' || line.startsWith('| ');
}
