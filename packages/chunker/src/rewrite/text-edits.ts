import { findCodeSpans, findNext, getLineEnd, getLineStart, type Lines } from '@context-sync/formats';
import { type Blocks, CODE, ESM, FENCE, getEnd, getKind, getStart } from '../scan/scanned-blocks.ts';

const CODE_MARK_PATTERN = /[`~]/g;

/** A replacement of the text between two offsets. */
export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A text and its blocks between two rewriting steps. No step changes the number of lines. */
export interface ScannedText {
  readonly lines: Lines;
  readonly blocks: Blocks;
}

/**
 * Applies edits in the order of their offsets. Skips an edit that overlaps an earlier edit. Keeps the line ends of the replaced text after the new
 * text, so that the number of lines stays the same.
 */
export function applyEdits(lines: Lines, edits: TextEdit[]): Lines {
  if (edits.length === 0) return lines;
  // Insertions come before the replacement of the text after them.
  edits.sort((a, b) => a.start - b.start || Math.sign(a.end - a.start) - Math.sign(b.end - b.start));
  const { text, count } = lines;
  const parts: string[] = [];
  const starts: number[] = [];
  let shift = 0;
  let copiedEnd = 0;
  let line = 0;
  let nextEdit = 0;
  const add = (start: number) => {
    starts.push(start);
    line += 1;
    nextEdit = lines.starts[line] ?? Number.POSITIVE_INFINITY;
  };
  for (const { start, end, text: instead } of edits) {
    if (start < copiedEnd) continue;
    while (nextEdit <= start) add(nextEdit + shift);
    parts.push(text.slice(copiedEnd, start), instead);
    shift += instead.length - (end - start);
    while (nextEdit <= end) {
      parts.push('\n');
      shift += 1;
      add(end + shift);
    }
    copiedEnd = end;
  }
  while (line <= count) add(nextEdit + shift);
  parts.push(text.slice(copiedEnd));
  return { text: parts.join(''), starts, count };
}

/**
 * Calls `visit` with block index and offset for every occurrence of `mark` outside of code.
 * @param visit returns the offset to continue at; undefined for the end of the mark
 * @param isCandidate a fast check that runs before the search for code
 */
export function visitOutsideCode(
  draft: ScannedText,
  mark: string,
  visit: (block: number, offset: number) => number | undefined,
  isCandidate?: (offset: number) => boolean,
): void {
  const { lines, blocks } = draft;
  const { text } = lines;
  let knownEnd = -1;
  let spans: readonly (readonly [number, number])[] = [];
  let span = 0;
  /** Offset of the first code mark at or after the last examined block. */
  let code = -1;
  visitProse(draft, mark, (block, offset) => {
    if (isCandidate && !isCandidate(offset)) return undefined;
    const start = getLineStart(lines, getStart(blocks, block));
    if (code < start) {
      code = findNext(CODE_MARK_PATTERN, text, start);
      if (code < 0) code = text.length;
    }
    if (offset <= code) return visit(block, offset);
    if (block !== knownEnd) {
      spans = [...findCodeSpans(text.slice(start, getLineEnd(lines, getEnd(blocks, block) - 1)))];
      span = 0;
      knownEnd = block;
    }
    while ((spans[span]?.[1] ?? Number.POSITIVE_INFINITY) <= offset - start) span += 1;
    const [from, to] = spans[span] ?? [Number.POSITIVE_INFINITY, 0];
    return from <= offset - start ? start + to : visit(block, offset);
  });
}

/** Calls `visit` for every occurrence of `mark` outside of code blocks. Unlike `visitOutsideCode`, this function includes inline code. */
export function visitProse(
  { lines, blocks }: ScannedText,
  mark: string,
  visit: (block: number, offset: number) => number | undefined,
): void {
  const { text } = lines;
  const count = blocks.kinds.length;
  let block = 0;
  let offset = text.indexOf(mark);
  while (offset >= 0) {
    while (block < count && offset >= getLineEnd(lines, getEnd(blocks, block) - 1)) block += 1;
    if (block >= count) return;
    const kind = getKind(blocks, block);
    const start = getLineStart(lines, getStart(blocks, block));
    let nextEdit: number | undefined;
    if (kind === FENCE || kind === CODE || kind === ESM) nextEdit = getLineEnd(lines, getEnd(blocks, block) - 1);
    else nextEdit = offset < start ? start : visit(block, offset);
    offset = text.indexOf(mark, Math.max(nextEdit ?? offset + mark.length, offset + 1));
  }
}

/** Returns whether an odd number of backslashes precedes the offset. */
export function isEscaped(text: string, offset: number): boolean {
  let start = offset;
  while (text[start - 1] === '\\') start -= 1;
  return (offset - start) % 2 === 1;
}
