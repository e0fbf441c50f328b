import {
  addBlock,
  type Blocks,
  BREAK,
  CODE,
  DIRECTIVE,
  ESM,
  FENCE,
  HEADING,
  HTML,
  LIST,
  PARAGRAPH,
  QUOTE,
  TABLE,
} from './blocks.ts';
import { endOfList, endOfQuote } from './containers.ts';
import { htmlBlockEnd, htmlEnd } from './html.ts';
import { canOpen, interrupts, isShortcodeLine } from './interrupt.ts';
import { endOfEsm, endOfJsx, LOOKAHEAD, type Lookahead } from './jsx.ts';
import { firstText, type Lines, lineEnd, lineStart } from './lines.ts';
import { atxLevel, closesFence, fenceMark, indentAt, isBreak, isDelimiterRow, listMarker, setextLevel } from './patterns.ts';

/** How a text is read that is not plain Markdown. */
export interface Dialect {
  /** JSX and ESM are blocks; nothing is code because it is indented. */
  readonly mdx: boolean;
}

/** Finds the top-level blocks of a Markdown document (CommonMark with GFM tables, and `:::` directives) in one pass over its lines. */
export function scan(lines: Lines, from: number, { mdx }: Dialect): Blocks {
  const blocks: Blocks = { kinds: [], starts: [], ends: [], levels: [] };
  const { text, count } = lines;
  const lookahead = mdx ? { left: LOOKAHEAD } : undefined;
  let line = from;
  while (line < count) {
    const start = lineStart(lines, line);
    const to = lineEnd(lines, line);
    const at = firstText(text, start, to);
    if (at === to) {
      line += 1;
      continue;
    }
    const indent = indentAt(text, start, at);
    if (indent > 3 && !mdx) {
      line = addBlock(blocks, CODE, line, endOfIndentedCode(lines, line), 0);
      continue;
    }
    const code = text.charCodeAt(at);
    line =
      canOpen(code) || mdx
        ? special(lines, blocks, line, at, to, code, lookahead)
        : paragraph(lines, blocks, line, at, to);
  }
  return blocks;
}

function special(
  lines: Lines,
  blocks: Blocks,
  line: number,
  at: number,
  to: number,
  code: number,
  mdx: Lookahead | undefined,
): number {
  const { text } = lines;
  switch (code) {
    case 0x23: {
      const level = atxLevel(text, at, to);
      if (level > 0) return addBlock(blocks, HEADING, line, line + 1, level);
      break;
    }
    case 0x60: // `
    case 0x7e: {
      const length = fenceMark(text, at, to);
      if (length > 0) return fence(lines, blocks, line, code, length);
      break;
    }
    case 0x3e: // >
      return addBlock(blocks, QUOTE, line, endOfQuote(lines, line), 0);
    case 0x3c: {
      const jsx = mdx ? endOfJsx(lines, line, at, mdx) : undefined;
      if (jsx !== undefined) return addBlock(blocks, HTML, line, jsx, 0);
      const until = htmlEnd(text, at, to, false);
      if (until !== undefined) return addBlock(blocks, HTML, line, htmlBlockEnd(lines, line, until), 0);
      break;
    }
    case 0x3a: // :
      if (text.startsWith(':::', at)) return addBlock(blocks, DIRECTIVE, line, line + 1, 0);
      break;
    case 0x7b: // {
      if (isShortcodeLine(text, at, to)) return addBlock(blocks, DIRECTIVE, line, line + 1, 0);
      break;
    case 0x65: // e
    case 0x69: {
      const end = mdx && at === lineStart(lines, line) ? endOfEsm(lines, line, mdx) : undefined;
      if (end !== undefined) return addBlock(blocks, ESM, line, end, 0);
      break;
    }
    default:
      if (isBreak(text, at, to)) return addBlock(blocks, BREAK, line, line + 1, 0);
      if (listMarker(text, at, to) > 0) return addBlock(blocks, LIST, line, endOfList(lines, line), 0);
  }
  return paragraph(lines, blocks, line, at, to);
}

function fence(lines: Lines, blocks: Blocks, start: number, code: number, length: number): number {
  const { text, count } = lines;
  for (let line = start + 1; line < count; line += 1) {
    const from = lineStart(lines, line);
    const first = text.charCodeAt(from);
    // Most lines of code begin with something else, and need no closer look.
    if (first !== code && first !== 0x20 && first !== 0x09) continue;
    const to = lineEnd(lines, line);
    const at = first === code ? from : firstText(text, from, to);
    if (at < to && text.charCodeAt(at) === code && closesFence(text, at, to, code, length) && indentAt(text, from, at) <= 3)
      return addBlock(blocks, FENCE, start, line + 1, length);
  }
  return addBlock(blocks, FENCE, start, count, -length);
}

/** A paragraph, the heading that an underline makes of it, or the table that its last line is the header of. */
function paragraph(lines: Lines, blocks: Blocks, start: number, startAt: number, startTo: number): number {
  const { text, count } = lines;
  let headerAt = startAt;
  let headerTo = startTo;
  let line = start + 1;
  for (; line < count; line += 1) {
    const from = lineStart(lines, line);
    const to = lineEnd(lines, line);
    let at = from;
    let code = from < to ? text.charCodeAt(from) : 0x0a;
    if (code === 0x20 || code === 0x09) {
      at = firstText(text, from, to);
      code = at < to ? text.charCodeAt(at) : 0x0a;
    }
    if (code === 0x0a && at >= to) break;
    if (canOpen(code)) {
      const indent = indentAt(text, from, at);
      if ((code === 0x3d || code === 0x2d) && indent <= 3) {
        const level = setextLevel(text, at, to);
        // One dash below a line that looks like a table's header is its delimiter row.
        if (level > 0) return addBlock(blocks, HEADING, start, line + 1, -level);
      }
      if (
        indent <= 3 &&
        (code === 0x7c || code === 0x3a || code === 0x2d) &&
        isDelimiterRow(text, at, to, headerAt, headerTo)
      ) {
        if (line - 1 > start) addBlock(blocks, PARAGRAPH, start, line - 1, 0);
        return addBlock(blocks, TABLE, line - 1, endOfRows(lines, line + 1), 0);
      }
      if (code !== 0x7c && interrupts(lines, line, at, to, indent)) break;
    }
    headerAt = at;
    headerTo = to;
  }
  return addBlock(blocks, PARAGRAPH, start, line, 0);
}

function endOfRows(lines: Lines, from: number): number {
  const { text, count } = lines;
  let line = from;
  for (; line < count; line += 1) {
    const start = lineStart(lines, line);
    const to = lineEnd(lines, line);
    const at = firstText(text, start, to);
    if (at === to) break;
    const code = text.charCodeAt(at);
    if (code !== 0x7c && canOpen(code) && interrupts(lines, line, at, to, indentAt(text, start, at))) break;
  }
  return line;
}

function endOfIndentedCode(lines: Lines, start: number): number {
  const { text, count } = lines;
  let end = start + 1;
  for (let line = end; line < count; line += 1) {
    const from = lineStart(lines, line);
    const to = lineEnd(lines, line);
    const at = firstText(text, from, to);
    if (at === to) continue;
    if (indentAt(text, from, at) <= 3) break;
    end = line + 1;
  }
  return end;
}
