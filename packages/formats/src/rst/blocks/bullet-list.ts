import type { ListItem } from '../node.ts';
import type { BlockReader } from '../parse-state.ts';
import { behindMarker, endOfIndented, indentOf, lineAt, part, type Source, skipBlank } from '../source.ts';

const MARKS = '-+*•‣⁃';

export const readBulletList: BlockReader = (state, source, at, into, parse) => {
  const mark = lineAt(source, at)[0] ?? '';
  if (!isItem(lineAt(source, at), mark) || !MARKS.includes(mark)) return undefined;
  const items: ListItem[] = [];
  let end = at;
  for (let start = at; isItem(lineAt(source, start), mark); start = skipBlank(source, end)) {
    const item = itemAt(source, start, 1);
    end = item.end;
    items.push({ marker: '- ', nodes: parse(state, item.body), line: source.first + start });
  }
  into.push({ kind: 'list', items });
  return end;
};

function isItem(line: string, mark: string): boolean {
  return line.startsWith(mark) && (line.length === 1 || line[1] === ' ');
}

/** An item whose marker takes `width` columns: what is indented as far as its text is, or at all where the marker stands alone. */
export function itemAt(source: Source, at: number, width: number): { body: Source; end: number } {
  const line = lineAt(source, at);
  if (line.length <= width) {
    const end = Math.max(endOfIndented(source, at + 1), at + 1);
    return { body: behindMarker(source, at, width, end), end };
  }
  const column = width + indentOf(line.slice(width));
  const end = Math.max(endOfIndented(source, at + 1, column), at + 1);
  return { body: part(source, at, end, column), end };
}
