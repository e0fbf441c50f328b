import { createSeededRandom, pickOne } from '@context-sync/reading/seeded';
import type { RootContent } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import type { Shape } from './block-shape.fixture.ts';

const KINDS: Readonly<Record<string, string>> = {
  blockquote: 'quote',
  thematicBreak: 'break',
  // The scanner treats definitions as paragraphs.
  definition: 'paragraph',
  footnoteDefinition: 'paragraph',
};

/** Returns the top-level blocks that mdast finds. */
export function mdastShapes(text: string): Shape[] {
  const lines = text.split('\n');
  const { children } = fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
  return children.map((node) => {
    const { start, end } = getPosition(node);
    const first = (lines[start.line - 1] ?? '').slice(start.column - 1);
    const isFence = node.type === 'code' && /^(?:```|~~~)/.test(first);
    return {
      kind: isFence ? 'fence' : (KINDS[node.type] ?? node.type),
      level: node.type === 'heading' ? node.depth : 0,
      start: start.line,
      end: end.line,
    };
  });
}

function getPosition({ position }: RootContent) {
  if (!position) throw new Error('mdast gives every node a position');
  return position;
}

/** Returns the headings and fences as lines of text. An unclosed fence ends at the end of the text. */
export function outline(shapes: readonly Shape[], text: string): string[] {
  const last = text.trimEnd().split('\n').length;
  return shapes
    .filter(({ kind }) => kind === 'heading' || kind === 'fence')
    .map(
      ({ kind, level, start, end }) =>
        `${kind === 'heading' ? level : kind} ${start}-${Math.min(end, Math.max(start, last))}`,
    );
}

/**
 * Returns the line on which each block starts, with the kind of the block. Consecutive lists, code blocks and definitions are merged, as in the
 * scanner.
 */
export function beginnings(shapes: readonly Shape[]): string[] {
  return shapes
    .filter(({ kind, start }, index) => {
      const above = shapes[index - 1];
      const goesOn = kind === 'list' || kind === 'code' || (kind === 'paragraph' && above?.end === start - 1);
      return !goesOn || above?.kind !== kind;
    })
    .map(({ kind, start }) => `${kind} ${start}`);
}

const BEFORE = [
  '',
  '',
  '',
  '',
  ' ',
  '   ',
  '    ',
  '      ',
  '\t',
  '> ',
  '>',
  '- ',
  '- - ',
  '1. ',
  '2. ',
  '*   ',
  '>\t',
  '> - ',
  '- > ',
];
const TEXTS = [
  ...['', '', ' ', '\t', 'a', 'a b', 'c  ', 'd\\', '# a', '## a ##', '#a', '#', '####### a', '\\# a'],
  ...['===', '=', '---', '--', '-', '* * *', '___', '+++'],
  ...['```', '```js', '````', '`````md', '~~~', '~~~~ a', '``` a`b', '``', '`a`'],
  ...['- a', '*', '1. a', '7) a', '10.  a', '1234567890. a', '-     a', '- # a', '- ```', '- [ ] a', '- ---'],
  ...['> a', '>', '> # a', '> ```', '> - a', '> > a'],
  ...['| a | b |', '|---|---|', 'a | b', ':-|-:', '| a \\| b |', '| --- |', '|---|'],
  ...['<!-- a', '-->', '<!-- a -->', '<div>', '</div>', '<div', '<pre>', '</pre>', '<script>', '</style>', '<?a', '?>'],
  ...['<!A', '<![CDATA[', ']]>', '<b>', '</b>', '<b>a</b>', '<a href="b">', '<https://a.b>', '<hr/>', '<1>'],
  ...['[a]', '[a]: b c d', ':', '{', '!', '&amp;', '**a**', '\u00a0', '\u3000# a'],
];

/**
 * Generates a text from a few kinds of lines, so that the lines interact. The text contains no definitions, because in mdast a heading can start at
 * the definition above it.
 */
export function generate(seed: number): string {
  const random = createSeededRandom(seed);
  const pick = (values: readonly string[], most: number) =>
    Array.from({ length: 1 + Math.floor(random() * most) }, () => pickOne(random, values));
  const [before, texts] = [pick(BEFORE, 4), pick(TEXTS, 8)];
  const lines = Array.from({ length: 1 + Math.floor(random() * 14) }, () =>
    random() < 0.15 ? '' : pickOne(random, before) + pickOne(random, texts),
  );
  return lines.join('\n');
}
