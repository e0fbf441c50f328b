import { findFirstText, findLine, getLineEnd, getLineStart, type Lines } from '@context-sync/formats';
import { LOOKAHEAD_BUDGET, type Lookahead } from './bounded-lookahead.ts';
import { addContainer } from './container-blocks.ts';
import { findEndOfEsm } from './esm-block.ts';
import { findEndOfHtmlBlock, findEndOfPreformatted, getHtmlEnd } from './html-block.ts';
import { findEndOfExpression, findEndOfJsx } from './jsx-block.ts';
import {
  closesFence,
  getAtxLevel,
  getSetextLevel,
  indentAt,
  isBreak,
  isDelimiterRow,
  listMarker,
  measureFenceMark,
} from './line-patterns.ts';
import { findEndOfDefinitions, isFootnote } from './link-definition.ts';
import { canInterrupt, canOpen, isShortcodeLine } from './paragraph-interrupt.ts';
import {
  addBlock,
  addHeading,
  addUnclosed,
  type Blocks,
  CODE,
  createBlocks,
  DIRECTIVE,
  ESM,
  FENCE,
  HTML,
  LIST,
  PARAGRAPH,
  QUOTE,
  TABLE,
  THEMATIC_BREAK,
} from './scanned-blocks.ts';

/** Maximum number of lines of a formula. */
const MAX_MATH_LINES = 200;

/** Options that select the dialect of Markdown. */
export interface Dialect {
  /** Whether the text is MDX: JSX and ESM are blocks, and indented text is not code. */
  readonly mdx: boolean;
}

/** Finds the top-level blocks of a Markdown document (CommonMark with GFM tables and `:::` directives) in one pass over its lines. */
export function scan(lines: Lines, from: number, { mdx }: Dialect): Blocks {
  const blocks = createBlocks();
  const { text, count } = lines;
  const lookahead = mdx ? { left: LOOKAHEAD_BUDGET } : undefined;
  const maxIndent = mdx ? Number.POSITIVE_INFINITY : 3;
  let line = from;
  while (line < count) {
    const start = getLineStart(lines, line);
    const to = getLineEnd(lines, line);
    const offset = findFirstText(text, start, to);
    if (offset === to) {
      line += 1;
      continue;
    }
    const indent = indentAt(text, start, offset);
    if (indent > maxIndent) {
      line = addBlock(blocks, CODE, line, findEndOfIndentedCode(lines, line));
      continue;
    }
    const code = text.charCodeAt(offset);
    line =
      canOpen(code) || mdx
        ? scanBlockStart(lines, blocks, line, offset, to, code, maxIndent, lookahead)
        : scanParagraph(lines, blocks, line, offset, to, maxIndent);
  }
  return blocks;
}

function scanBlockStart(
  lines: Lines,
  blocks: Blocks,
  line: number,
  offset: number,
  to: number,
  code: number,
  maxIndent: number,
  mdx: Lookahead | undefined,
): number {
  const { text } = lines;
  switch (code) {
    case 0x23: {
      const level = getAtxLevel(text, offset, to);
      if (level > 0) return addHeading(blocks, line, line + 1, level, false);
      break;
    }
    case 0x60: // `
    case 0x7e: {
      const length = measureFenceMark(text, offset, to);
      if (length > 0) return scanFence(lines, blocks, line, code, length, maxIndent);
      break;
    }
    case 0x3e: // >
      return addContainer(blocks, lines, line, QUOTE, maxIndent);
    case 0x3c: {
      const jsx = mdx
        ? (findEndOfPreformatted(lines, line, offset) ?? findEndOfJsx(lines, line, offset, mdx))
        : undefined;
      if (jsx !== undefined) return addBlock(blocks, HTML, line, jsx);
      const htmlBlockKind = getHtmlEnd(text, offset, to, false);
      if (htmlBlockKind !== undefined)
        return addBlock(blocks, HTML, line, findEndOfHtmlBlock(lines, line, htmlBlockKind));
      break;
    }
    case 0x24: {
      const end = findEndOfMath(lines, line, offset, to);
      if (end !== undefined) return addBlock(blocks, PARAGRAPH, line, end);
      break;
    }
    case 0x3a: // :
      if (text.startsWith(':::', offset)) return addBlock(blocks, DIRECTIVE, line, line + 1);
      break;
    case 0x7b: // {
      if (isShortcodeLine(text, offset, to)) return addBlock(blocks, DIRECTIVE, line, line + 1);
      if (mdx) {
        const end = findEndOfExpression(lines, line, offset, mdx);
        if (end !== undefined) return addBlock(blocks, HTML, line, end);
      }
      break;
    case 0x65: // e
    case 0x69: {
      const end = mdx && offset === getLineStart(lines, line) ? findEndOfEsm(lines, line, mdx) : undefined;
      if (end !== undefined) return addBlock(blocks, ESM, line, end);
      break;
    }
    default:
      if (isBreak(text, offset, to)) return addBlock(blocks, THEMATIC_BREAK, line, line + 1);
      if (listMarker(text, offset, to) > 0) return addContainer(blocks, lines, line, LIST, maxIndent);
  }
  return scanParagraph(lines, blocks, line, offset, to, maxIndent);
}

function scanFence(
  lines: Lines,
  blocks: Blocks,
  start: number,
  code: number,
  length: number,
  maxIndent: number,
): number {
  const { text, count } = lines;
  const fenceRun = code === 0x60 ? '```' : '~~~';
  let line = start;
  for (
    let offset = text.indexOf(fenceRun, getLineEnd(lines, start));
    offset >= 0;
    offset = text.indexOf(fenceRun, getLineEnd(lines, line))
  ) {
    line = findLine(lines, offset, line);
    const startOffset = getLineStart(lines, line);
    if (
      findFirstText(text, startOffset, offset) === offset &&
      closesFence(text, offset, getLineEnd(lines, line), code, length) &&
      indentAt(text, startOffset, offset) <= maxIndent
    )
      return addBlock(blocks, FENCE, start, line + 1);
  }
  return addUnclosed(blocks, FENCE, start, count, start);
}

/**
 * Adds the block that a paragraph becomes: a paragraph, a heading if an underline follows, or a table whose header is the last line of the paragraph.
 */
function scanParagraph(
  lines: Lines,
  blocks: Blocks,
  start: number,
  blockStartAt: number,
  startTo: number,
  maxIndent: number,
): number {
  const { text, count } = lines;
  let textFrom = start;
  let isHeading = true;
  if (text.charCodeAt(blockStartAt) === 0x5b) {
    textFrom = findEndOfDefinitions(lines, start);
    isHeading = !isFootnote(text, blockStartAt);
  }
  let headerAt = blockStartAt;
  let headerTo = startTo;
  let line = Math.max(start + 1, textFrom);
  for (; line < count; line += 1) {
    const startOffset = getLineStart(lines, line);
    const to = getLineEnd(lines, line);
    let offset = startOffset;
    let code = startOffset < to ? text.charCodeAt(startOffset) : 0x0a;
    if (code === 0x20 || code === 0x09) {
      offset = findFirstText(text, startOffset, to);
      code = offset < to ? text.charCodeAt(offset) : 0x0a;
    }
    if (code === 0x0a && offset >= to) break;
    if (canOpen(code) && indentAt(text, startOffset, offset) <= maxIndent) {
      if ((code === 0x3d || code === 0x2d) && isHeading && line > textFrom) {
        const level = getSetextLevel(text, offset, to);
        if (level > 0) {
          addParagraph(blocks, start, textFrom, textFrom);
          return addHeading(blocks, textFrom, line + 1, level, true);
        }
      }
      if (
        (code === 0x7c || code === 0x3a || code === 0x2d) &&
        line > textFrom &&
        isDelimiterRow(text, offset, to, headerAt, headerTo) &&
        indentAt(text, getLineStart(lines, line - 1), headerAt) <= maxIndent
      ) {
        addParagraph(blocks, start, textFrom, line - 1);
        return addBlock(blocks, TABLE, line - 1, findEndOfTable(lines, line + 1, maxIndent));
      }
      if (code !== 0x7c && canInterrupt(text, offset, to, true)) break;
    }
    headerAt = offset;
    headerTo = to;
  }
  return addParagraph(blocks, start, textFrom, line);
}

/** Adds a paragraph. Link reference definitions at the start of the paragraph form a separate block. */
function addParagraph(blocks: Blocks, start: number, textFrom: number, end: number): number {
  if (textFrom > start) addBlock(blocks, PARAGRAPH, start, textFrom);
  return textFrom < end ? addBlock(blocks, PARAGRAPH, textFrom, end) : end;
}

/** Returns the line after a formula that starts at the line: text between two lines of `$$`. */
function findEndOfMath(lines: Lines, start: number, offset: number, to: number): number | undefined {
  if (lines.text.slice(offset, to).trimEnd() !== '$$') return undefined;
  for (let line = start + 1; line < Math.min(lines.count, start + MAX_MATH_LINES); line += 1)
    if (lines.text.slice(getLineStart(lines, line), getLineEnd(lines, line)).trim() === '$$') return line + 1;
  return undefined;
}

function findEndOfTable(lines: Lines, from: number, maxIndent: number): number {
  const { text, count } = lines;
  let line = from;
  for (; line < count; line += 1) {
    const start = getLineStart(lines, line);
    const to = getLineEnd(lines, line);
    const offset = findFirstText(text, start, to);
    if (offset === to) break;
    const code = text.charCodeAt(offset);
    if (indentAt(text, start, offset) > maxIndent) break;
    if (code !== 0x7c && canOpen(code) && canInterrupt(text, offset, to, false)) break;
  }
  return line;
}

function findEndOfIndentedCode(lines: Lines, start: number): number {
  const { text, count } = lines;
  let end = start + 1;
  for (let line = end; line < count; line += 1) {
    const startOffset = getLineStart(lines, line);
    const to = getLineEnd(lines, line);
    const offset = findFirstText(text, startOffset, to);
    if (offset === to) continue;
    if (indentAt(text, startOffset, offset) <= 3) break;
    end = line + 1;
  }
  return end;
}
