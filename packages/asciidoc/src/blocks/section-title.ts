import { isLineComment } from '../source/source-line.ts';
import { isRun } from './block-delimiters.ts';
import { parseListMarker } from './list-marker.ts';

/** A section title. Level 0 is the title of the document or of a part. */
export interface SectionTitle {
  readonly level: number;
  readonly text: string;
  /** Number of lines of the title, including its underline. */
  readonly lines: 1 | 2;
}

const TITLE_MARKS = /^(={1,6}|#{1,6})[ \t]+(?=\S)/;

/** Parses `== Title`, or `## Title` as in Markdown. The marks may be repeated at the end. */
export function parseOneLineTitle(line: string): SectionTitle | undefined {
  const titleMatch = TITLE_MARKS.exec(line);
  if (!titleMatch?.[1]) return undefined;
  const text = line.slice(titleMatch[0].length).trimEnd();
  const titleText = text.endsWith(` ${titleMatch[1]}`) ? text.slice(0, -titleMatch[1].length).trimEnd() : text;
  return { level: titleMatch[1].length - 1, text: titleText, lines: 1 };
}

const UNDERLINE_MARKS = '=-~^+';

/**
 * Parses a title with an underline. The underline could also be a delimiter, so the lengths decide: they may differ by one, as in Asciidoctor, or by
 * two if no block can begin there.
 */
export function parseTwoLineTitle(
  line: string,
  lineBelow: string,
  afterBelow: string | undefined,
): SectionTitle | undefined {
  const underlineChar = lineBelow.charAt(0);
  const level = UNDERLINE_MARKS.indexOf(underlineChar);
  if (lineBelow.length < 3 || level < 0 || line.length > 1_000 || !isRun(lineBelow, underlineChar)) return undefined;
  if (!/[\p{L}\p{N}]/u.test(line) || /^(?:[.[|]|\s{2})/.test(line) || isLineComment(line) || parseListMarker(line))
    return undefined;
  const difference = Math.min(...measureLengthRange(line).map((length) => Math.abs(length - lineBelow.length)));
  if (difference > 2) return undefined;
  const isUnambiguous = underlineChar === '~' || underlineChar === '^' || (lineBelow.length > 4 && !afterBelow);
  return difference < 2 || isUnambiguous ? { level, text: line.trim(), lines: 2 } : undefined;
}

const WIDE_CHARS = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/g;

/** Returns the length of a title in characters and in columns, because authors match the underline to the displayed width. */
function measureLengthRange(line: string): [number, number] {
  const characters = [...line].length;
  return [characters, characters + (line.match(WIDE_CHARS)?.length ?? 0)];
}
