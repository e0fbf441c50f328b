import { isLineComment } from '../source/line.ts';
import { isRun } from './delimiters.ts';
import { listMarker } from './list-marker.ts';

/** A section title as written. Level 0 is the title of the document, or of a part. */
export interface SectionTitle {
  readonly level: number;
  readonly text: string;
  /** How many lines it takes. */
  readonly lines: 1 | 2;
}

const MARKS = /^(={1,6}|#{1,6})[ \t]+(?=\S)/;

/** The title that the line is: `== Title`, or `## Title` as in Markdown; the marks may be repeated at the end. */
export function oneLineTitle(line: string): SectionTitle | undefined {
  const marks = MARKS.exec(line);
  if (!marks?.[1]) return undefined;
  const text = line.slice(marks[0].length).trimEnd();
  const closed = text.endsWith(` ${marks[1]}`) ? text.slice(0, -marks[1].length).trimEnd() : text;
  return { level: marks[1].length - 1, text: closed, lines: 1 };
}

const UNDERLINES = '=-~^+';

/**
 * The title that the line is by the line below it. The same line could open a block instead, so the lengths decide: they differ by one
 * at the most, as Asciidoctor has it, or by two where no block can begin there.
 */
export function twoLineTitle(line: string, below: string, afterBelow: string | undefined): SectionTitle | undefined {
  const mark = below[0] ?? '';
  const level = UNDERLINES.indexOf(mark);
  if (below.length < 3 || level < 0 || line.length > 1_000 || !isRun(below, mark)) return undefined;
  if (!/[\p{L}\p{N}]/u.test(line) || /^(?:[.[|]|\s{2})/.test(line) || isLineComment(line) || listMarker(line))
    return undefined;
  const apart = Math.min(...lengths(line).map((length) => Math.abs(length - below.length)));
  if (apart > 2) return undefined;
  const opensNothing = mark === '~' || mark === '^' || (below.length > 4 && !afterBelow);
  return apart < 2 || opensNothing ? { level, text: line.trim(), lines: 2 } : undefined;
}

const WIDE = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/g;

/** In characters, and in columns, as people underline what they see. */
function lengths(line: string): [number, number] {
  const characters = [...line].length;
  return [characters, characters + (line.match(WIDE)?.length ?? 0)];
}
