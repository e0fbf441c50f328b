import type { BlockReader } from '../parse-state.ts';
import type { RstListItem } from '../rst-node.ts';
import {
  findIndentedEnd,
  getIndent,
  getLine,
  type RstSource,
  skipBlank,
  sliceAfterMarker,
  sliceLines,
} from '../rst-source.ts';

const BULLET_CHARS = '-+*•‣⁃';

export const readBulletList: BlockReader = (state, source, index, into, parse) => {
  const bulletChar = getLine(source, index).charAt(0);
  if (!isItem(getLine(source, index), bulletChar) || !BULLET_CHARS.includes(bulletChar)) return undefined;
  const items: RstListItem[] = [];
  let end = index;
  for (let start = index; isItem(getLine(source, start), bulletChar); start = skipBlank(source, end)) {
    const item = readItem(source, start, 1);
    end = item.end;
    items.push({ marker: '- ', nodes: parse(state, item.body), line: source.first + start });
  }
  into.push({ kind: 'list', items });
  return end;
};

function isItem(line: string, mark: string): boolean {
  return line.startsWith(mark) && (line.length === 1 || line[1] === ' ');
}

/**
 * Reads an item whose marker is `width` columns wide. The item includes all following lines that are indented as far as its text, or, if the marker
 * is alone on its line, all indented lines.
 */
export function readItem(source: RstSource, index: number, width: number): { body: RstSource; end: number } {
  const line = getLine(source, index);
  if (line.length <= width) {
    const end = Math.max(findIndentedEnd(source, index + 1), index + 1);
    return { body: sliceAfterMarker(source, index, width, end), end };
  }
  const column = width + getIndent(line.slice(width));
  const end = Math.max(findIndentedEnd(source, index + 1, column), index + 1);
  return { body: sliceLines(source, index, end, column), end };
}
