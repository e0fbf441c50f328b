import { findGraphemeBoundary, getElementAt } from '@context-sync/base';
import { sliceLines } from '@context-sync/formats';
import type { ParsedPage } from '../page/markdown-page.ts';
import { closesFence, listMarker, measureFenceMark } from '../scan/line-patterns.ts';
import { FENCE, getEnd, getKind, getStart, LIST, PARAGRAPH, TABLE } from '../scan/scanned-blocks.ts';
import type { ItemPart } from './item-group.ts';
import { addParents, MAX_PARENTS_LENGTH } from './list-parents.ts';
import { packLines, rankByIndent } from './pack-lines.ts';
import { splitTable } from './split-table.ts';
import { splitSentences, splitText } from './split-text.ts';
import { hashText } from './split-units.ts';

/**
 * Matches the marks of an opening or closing fence line. No repetition in the pattern spans lines, because many blank lines would otherwise take
 * quadratic time.
 */
const FENCE_LINE = /^[ \t>]*(?:[*+-][ \t]+|\d{1,9}[.)][ \t]+)?(?:`{3,}|~{3,})/m;
/** Maximum length of a list item's first line, which the second and all further parts of the item repeat. */
const MAX_NAME_LENGTH = 200;
/** Minimum number of fence lines in a block with two fences. */
const MIN_FENCE_LINES = 4;

/**
 * Splits a block that is longer than `limit` so that every part is valid on its own: fences are closed and reopened, tables repeat their header, list
 * items stay whole if they fit, and prose is split after sentences.
 */
export function splitBlock(page: ParsedPage, index: number, limit: number): ItemPart[] {
  const start = getStart(page.blocks, index);
  const end = getEnd(page.blocks, index);
  const text = sliceLines(page.lines, start, end);
  switch (getKind(page.blocks, index)) {
    case FENCE:
      return splitFence(text.split('\n'), start, limit);
    case TABLE:
      return splitTable(text.split('\n'), start, limit);
    case LIST:
      if (page.wholeLevel === undefined) return splitList(text.split('\n'), start, limit, limit, true);
      return addParents(splitList(text.split('\n'), start, limit - MAX_PARENTS_LENGTH), text.split('\n'), start);
    case PARAGRAPH:
      return splitText(text, limit).map((part) => ({ text: part, start, end }));
    default:
      return splitMixed(text, start, limit);
  }
}

/**
 * Splits a block that fits an item into parts of about the target size if the parts remain readable: a paragraph after sentences, and a list, quote
 * or element with several fences between the fences. Otherwise returns one part, or none. Parts may be as long as the cap.
 */
export function divideBlock(page: ParsedPage, index: number, target: number, cap: number): ItemPart[] {
  const start = getStart(page.blocks, index);
  const end = getEnd(page.blocks, index);
  const kind = getKind(page.blocks, index);
  if (kind === FENCE || kind === TABLE) return [];
  const text = sliceLines(page.lines, start, end);
  if (kind === PARAGRAPH) {
    const parts = splitSentences(text, target);
    return parts.some((part) => part.length > cap) ? [] : parts.map((part) => ({ text: part, start, end }));
  }
  if (countFenceLines(text) < MIN_FENCE_LINES) return [];
  const parts =
    kind === LIST ? splitList(text.split('\n'), start, target, cap, true) : splitMixed(text, start, target, cap);
  // A split could divide a fence that starts on the line of a nested item. In that case, the block stays whole.
  const isBroken = ({ text: part }: ItemPart) => part.length > cap || countFenceLines(part) % 2 === 1;
  return parts.some(isBroken) ? [] : parts;
}

function countFenceLines(text: string): number {
  return text.split(FENCE_LINE).length - 1;
}

/** Returns the offset of a line's text after white space and quote marks. */
function findTextColumn(line: string): number {
  let column = 0;
  while (column < line.length && isContainerMark(line.charCodeAt(column))) column += 1;
  return column;
}

function isContainerMark(code: number): boolean {
  return code === 0x20 || code === 0x09 || code === 0x3e;
}

/** Splits a fence that has a closing line. Earlier steps close all fences of a page. */
function splitFence(own: readonly string[], start: number, limit: number): ItemPart[] {
  const openingLine = getElementAt(own, 0);
  const column = findTextColumn(openingLine);
  const openingPrefix = openingLine.slice(0, column);
  const length = measureFenceMark(openingLine, column, openingLine.length);
  const code = own.slice(1, -1);
  const innerFence = shortenFenceMark(openingLine.slice(column, column + length), code, limit);
  // An info string that leaves too little space for code is removed.
  const fenceOpening = openingLine.length > limit / 4 ? openingPrefix + innerFence : openingLine;
  return packLines(code, start + 1, limit, rankByIndent(code), `${fenceOpening}\n`, `\n${openingPrefix}${innerFence}`);
}

/** Returns the mark of the fence, or a shorter mark if that mark is very long. */
function shortenFenceMark(mark: string, code: readonly string[], limit: number): string {
  if (mark.length <= limit / 8) return mark;
  let longestRun = 2;
  for (const line of code)
    for (const [run] of line.matchAll(/`+|~+/g))
      if (run.length < limit / 8) longestRun = Math.max(longestRun, run.length);
  return mark.charAt(0).repeat(longestRun + 1);
}

/**
 * Splits a list between its items if the items fit.
 * @param hasNames whether every part of a longer item starts with the first line of the item
 */
function splitList(own: readonly string[], start: number, limit: number, cap = limit, hasNames = false): ItemPart[] {
  const firstLine = getElementAt(own, 0);
  const outerColumn = findTextColumn(firstLine) + 1;
  const starts: number[] = [];
  own.forEach((line, index) => {
    const column = findTextColumn(line);
    if (index === 0 || (column <= outerColumn && listMarker(line, column, line.length) > 0)) starts.push(index);
  });
  const items = starts.map((from, index) => own.slice(from, starts[index + 1]).join('\n'));
  const ranks = items.map((item) => hashText(item));
  return packLines(items, start, limit, ranks, '', '', (item, line) => {
    const isWhole = item.length <= cap && countFenceLines(item) < MIN_FENCE_LINES;
    return isWhole
      ? [{ text: item, start: line, end: line + item.split('\n').length }]
      : splitItem(item, line, limit, cap, hasNames);
  });
}

/**
 * Splits an item of a list. If `hasName` is true, every part starts with the first line of the item, because readers of a later part would otherwise not know
 * to which item it belongs.
 */
function splitItem(item: string, line: number, limit: number, cap: number, hasName: boolean): ItemPart[] {
  const name = hasName ? getItemName(item) : '';
  if (name === '' || name.length > limit / 4) return splitMixed(item, line, limit, cap);
  const parts = splitMixed(item, line, limit - name.length - 1, cap - name.length - 1);
  return parts.map((part, place) => (place === 0 ? part : { ...part, text: `${name}\n${part.text}` }));
}

/** Returns the shortened first line of an item; empty if the line is code or opens a code block. */
function getItemName(item: string): string {
  const newlineAt = item.indexOf('\n');
  const line = (newlineAt < 0 ? item : item.slice(0, newlineAt)).trimEnd();
  if (/`{3}|~{3}/.test(line)) return '';
  return line.length <= MAX_NAME_LENGTH ? line : `${line.slice(0, findGraphemeBoundary(line, MAX_NAME_LENGTH))}…`;
}

/** Splits a block of arbitrary lines. Fences in it stay whole if they fit, and are split as fences otherwise. */
function splitMixed(text: string, start: number, limit: number, cap = limit): ItemPart[] {
  const blockLines = text.split('\n');
  const units = text.includes('```') || text.includes('~~~') ? groupFences(blockLines) : blockLines;
  return packLines(units, start, limit, rankByIndent(units), '', '', (unit, line) => {
    const unitLines = unit.split('\n');
    if (unit.length <= cap) return [{ text: unit, start: line, end: line + unitLines.length }];
    return unitLines.length > 1 ? splitFence(unitLines, line, cap) : splitLine(unit, line, cap);
  });
}

/** Groups lines, so that each fence is one unit. */
function groupFences(own: readonly string[]): string[] {
  const units: string[] = [];
  for (let index = 0; index < own.length; ) {
    const end = findEndOfFence(own, index);
    units.push(end === index + 1 ? getElementAt(own, index) : own.slice(index, end).join('\n'));
    index = end;
  }
  return units;
}

/** Returns the line after the fence that starts at a line; the next line if no fence starts there. */
function findEndOfFence(own: readonly string[], index: number): number {
  const line = getElementAt(own, index);
  if (!line.includes('```') && !line.includes('~~~')) return index + 1;
  const marker = listMarkerLength(line);
  const column = marker + findTextColumn(line.slice(marker));
  const length = column < line.length ? measureFenceMark(line, column, line.length) : 0;
  if (length === 0 || marker > 0) return index + 1;
  for (let lineIndex = index + 1; lineIndex < own.length; lineIndex += 1) {
    const otherLine = getElementAt(own, lineIndex);
    if (closesFence(otherLine, findTextColumn(otherLine), otherLine.length, line.charCodeAt(column), length))
      return lineIndex + 1;
  }
  return index + 1;
}

function listMarkerLength(line: string): number {
  const column = findTextColumn(line);
  const length = listMarker(line, column, line.length);
  return length > 0 ? column + length : 0;
}

/** Splits a line. Every part repeats the line's quote marks and indentation. */
function splitLine(line: string, start: number, limit: number): ItemPart[] {
  const linePrefix = line.slice(0, Math.min(findTextColumn(line), limit / 4));
  return splitText(line, limit - linePrefix.length).map((part, index) => ({
    text: index === 0 ? part : linePrefix + part,
    start,
    end: start + 1,
  }));
}
