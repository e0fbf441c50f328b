import { getElementAt } from '@context-sync/base';
import { findFirstText } from '@context-sync/formats';
import type { ItemPart } from './item-group.ts';
import { splitText } from './split-text.ts';
import { hashText, splitUnits } from './split-units.ts';

/** Minimum number of characters that remain for text between the prefix and the suffix of a part. */
const MIN_LINE_CHARS = 16;

/**
 * Packs units of whole lines, starting at line `start`, into parts no longer than `limit`. Every part starts with `before` and ends with `after`.
 * `splitUnit` splits a unit that is too long; the default is to split it as prose.
 */
export function packLines(
  units: readonly string[],
  start: number,
  limit: number,
  ranks: readonly number[],
  before = '',
  after = '',
  splitUnit?: (unit: string, line: number) => ItemPart[],
): ItemPart[] {
  const availableChars = Math.max(limit - before.length - after.length, MIN_LINE_CHARS);
  const starts: number[] = [];
  const lineEnds: number[] = [];
  const lines: number[] = [];
  let offset = 0;
  let line = start;
  for (const unit of units) {
    starts.push(offset);
    offset += unit.length;
    lineEnds.push(offset);
    offset += 1;
    lines.push(line);
    line += countLines(unit);
  }
  lines.push(line);
  const partStarts = splitUnits({ starts, ends: lineEnds, ranks }, availableChars);
  return partStarts.flatMap((first, place) => {
    const nextStart = partStarts[place + 1] ?? units.length;
    const text = units.slice(first, nextStart).join('\n');
    const startLine = getElementAt(lines, first);
    const to = getElementAt(lines, nextStart);
    if (text.length <= availableChars)
      return text.trim() === '' ? [] : [{ text: before + text + after, start: startLine, end: to }];
    return (
      splitUnit?.(text, startLine) ??
      splitText(text, availableChars).map((part) => ({ text: before + part + after, start: startLine, end: to }))
    );
  });
}

function countLines(text: string): number {
  let count = 1;
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', end + 1)) count += 1;
  return count;
}

/** Maximum number of indentation columns that affect the rank of a boundary. */
const MAX_RANKED_INDENT = 12;

/** Returns the rank of the boundary before each line. A boundary before a less indented line is better, and a boundary after a blank line is best. */
export function rankByIndent(units: readonly string[]): number[] {
  const ranks: number[] = [];
  let isAfterBlank = false;
  for (const unit of units) {
    const indent = findFirstText(unit, 0, unit.length);
    const isBlank = indent === unit.length;
    // A part should not start with a blank line, or with a bracket or tag that closes a construct above it.
    const isGoodStart = !isBlank && !CLOSING_BRACKETS.has(unit.charCodeAt(indent)) && !unit.startsWith('</', indent);
    const indentScore = isAfterBlank && !isBlank ? 1 : 0;
    ranks.push(
      Math.min(indent, MAX_RANKED_INDENT) + (isGoodStart ? 0 : MAX_RANKED_INDENT + 2) - indentScore + hashText(unit),
    );
    isAfterBlank = isBlank;
  }
  return ranks;
}

const CLOSING_BRACKETS = new Set([0x29, 0x5d, 0x7d]);
