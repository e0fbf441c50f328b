import { getLines } from '@context-sync/formats';
import { scan } from './scan-blocks.ts';
import {
  CODE,
  DIRECTIVE,
  ESM,
  FENCE,
  getEnd,
  getHeadingLevel,
  getKind,
  getStart,
  HEADING,
  HTML,
  LIST,
  PARAGRAPH,
  QUOTE,
  TABLE,
  THEMATIC_BREAK,
} from './scanned-blocks.ts';

const NAMES: Readonly<Record<number, string>> = {
  [HEADING]: 'heading',
  [FENCE]: 'fence',
  [CODE]: 'code',
  [TABLE]: 'table',
  [LIST]: 'list',
  [QUOTE]: 'quote',
  [HTML]: 'html',
  [PARAGRAPH]: 'paragraph',
  [THEMATIC_BREAK]: 'break',
  [DIRECTIVE]: 'directive',
  [ESM]: 'esm',
};

/** A block in tests. Lines are counted from 1, and `end` is the last line. */
export interface Shape {
  readonly kind: string;
  readonly level: number;
  readonly start: number;
  readonly end: number;
}

/** Returns the blocks of the text. */
export function getShapes(text: string, mdx = false, from = 0): Shape[] {
  const blocks = scan(getLines(text), from, { mdx });
  return blocks.kinds.map((_, index) => {
    const kind = NAMES[getKind(blocks, index)] ?? 'unknown';
    return {
      kind,
      level: getHeadingLevel(blocks, index),
      start: getStart(blocks, index) + 1,
      end: getEnd(blocks, index),
    };
  });
}

/** Returns each block as a line with its kind (and the level of a heading), first line and last line. */
export function shape(text: string, mdx = false): string {
  return getShapes(text, mdx)
    .map(({ kind, level, start, end }) => `${kind}${kind === 'heading' ? level : ''} ${start}-${end}`)
    .join(', ');
}
