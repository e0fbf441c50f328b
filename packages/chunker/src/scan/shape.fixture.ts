import { linesOf } from '@context-sync/formats';
import {
  BREAK,
  CODE,
  DIRECTIVE,
  ESM,
  endOf,
  FENCE,
  HEADING,
  HTML,
  headingLevel,
  kindOf,
  LIST,
  PARAGRAPH,
  QUOTE,
  startOf,
  TABLE,
} from './blocks.ts';
import { scan } from './scan.ts';

const NAMES: Readonly<Record<number, string>> = {
  [HEADING]: 'heading',
  [FENCE]: 'fence',
  [CODE]: 'code',
  [TABLE]: 'table',
  [LIST]: 'list',
  [QUOTE]: 'quote',
  [HTML]: 'html',
  [PARAGRAPH]: 'paragraph',
  [BREAK]: 'break',
  [DIRECTIVE]: 'directive',
  [ESM]: 'esm',
};

/** A block as a test reads it: lines are counted from 1, `end` is its last. */
export interface Shape {
  readonly kind: string;
  readonly level: number;
  readonly start: number;
  readonly end: number;
}

/** The blocks that the text is read as. */
export function shapesOf(text: string, mdx = false, from = 0): Shape[] {
  const blocks = scan(linesOf(text), from, { mdx });
  return blocks.kinds.map((_, index) => {
    const kind = NAMES[kindOf(blocks, index)] ?? 'unknown';
    return {
      kind,
      level: headingLevel(blocks, index),
      start: startOf(blocks, index) + 1,
      end: endOf(blocks, index),
    };
  });
}

/** Every block as its kind, of a heading with its level, and its first and last line. */
export function shape(text: string, mdx = false): string {
  return shapesOf(text, mdx)
    .map(({ kind, level, start, end }) => `${kind}${kind === 'heading' ? level : ''} ${start}-${end}`)
    .join(', ');
}
