// Where lists and quotes end: what they hold is followed only as far as that decides about the lines below.
import { interrupts } from './interrupt.ts';
import { type Lines, firstText, lineEnd, lineStart } from './lines.ts';
import { atxLevel, closesFence, fenceMark, indentAt, isBreak, itemContent, listMarker } from './patterns.ts';

/** Fence that is open inside a container. */
interface OpenFence {
  code: number;
  length: number;
}

const NO_FENCE = 0;

/**
 * The line after the list that begins at `start`: it ends at the first line that is neither indented into an item, nor an item, nor a lazy
 * continuation of one's paragraph.
 */
export function endOfList(lines: Lines, start: number): number {
  const { text } = lines;
  /** Columns that the contents of the open items begin at, outermost first. */
  const open: number[] = [];
  const fence: OpenFence = { code: 0, length: NO_FENCE };
  let end = start;
  /** Whether the last line was text of a paragraph, which goes on however the next line is indented. */
  let lazy = false;
  for (let line = start; line < lines.count; line += 1) {
    const from = lineStart(lines, line);
    const to = lineEnd(lines, line);
    let at = firstText(text, from, to);
    if (at === to) {
      lazy = false;
      continue;
    }
    let indent = indentAt(text, from, at);
    if (fence.length > NO_FENCE && indent >= (open.at(-1) ?? 0)) {
      if (closesFence(text, at, to, fence.code, fence.length)) fence.length = NO_FENCE;
      end = line + 1;
      continue;
    }
    const outer = open[0] ?? 0;
    let marker = isBreak(text, at, to) ? 0 : listMarker(text, at, to);
    if (indent < outer || open.length === 0) {
      const isItem = marker > 0 && indent <= 3;
      if (!isItem && open.length > 0 && (!lazy || interrupts(lines, line, at, to, indent))) break;
      if (!isItem && open.length > 0) {
        end = line + 1;
        continue;
      }
    }
    fence.length = NO_FENCE;
    if (lazy && marker === 0 && indent < (open.at(-1) ?? 0) && !interrupts(lines, line, at, to, Math.min(indent, 3))) {
      end = line + 1;
      continue;
    }
    while (open.length > 0 && (open.at(-1) ?? 0) > indent) open.pop();
    // Items that stand in one another on the same line.
    while (marker > 0 && indent - (open.at(-1) ?? 0) <= 3) {
      const content = itemContent(text, at, to, indent, marker);
      open.push(content);
      const next = firstText(text, at + marker, to);
      if (next === to) {
        at = to;
        break;
      }
      indent = content;
      at = next;
      marker = isBreak(text, at, to) ? 0 : listMarker(text, at, to);
      if (open.length > 100) marker = 0;
    }
    end = line + 1;
    lazy = at < to;
    if (at === to) continue;
    const mark = indent - (open.at(-1) ?? 0) <= 3 ? fenceMark(text, at, to) : 0;
    if (mark > 0) {
      fence.code = text.charCodeAt(at);
      fence.length = mark;
    }
    if (mark > 0 || atxLevel(text, at, to) > 0 || isBreak(text, at, to)) lazy = false;
  }
  return end;
}

/** The line after the quote that begins at `start`. */
export function endOfQuote(lines: Lines, start: number): number {
  const { text } = lines;
  const fence: OpenFence = { code: 0, length: NO_FENCE };
  let line = start;
  let lazy = false;
  for (; line < lines.count; line += 1) {
    const from = lineStart(lines, line);
    const to = lineEnd(lines, line);
    let at = firstText(text, from, to);
    if (at === to) break;
    const indent = indentAt(text, from, at);
    if (text.charCodeAt(at) !== 0x3e || indent > 3) {
      if (!lazy || interrupts(lines, line, at, to, indent)) break;
      continue;
    }
    while (at < to && text.charCodeAt(at) === 0x3e) at = firstText(text, at + 1, to);
    if (fence.length > NO_FENCE) {
      if (closesFence(text, at, to, fence.code, fence.length)) fence.length = NO_FENCE;
      lazy = false;
      continue;
    }
    const mark = at < to ? fenceMark(text, at, to) : 0;
    if (mark > 0) {
      fence.code = text.charCodeAt(at);
      fence.length = mark;
    }
    lazy = at < to && mark === 0 && atxLevel(text, at, to) === 0 && !isBreak(text, at, to);
  }
  return line;
}
