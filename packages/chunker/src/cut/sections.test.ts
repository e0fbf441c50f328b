import { describe, expect, it } from 'vitest';
import { scan } from '../document/scan.ts';
import { sectionTree } from '../document/section.ts';
import type { Sizes } from './pack.ts';
import { groups } from './sections.ts';

const SIZES: Sizes = { target: 100, cap: 300 };

function groupsOf(text: string, sizes = SIZES) {
  const lines = text.split('\n');
  return groups(lines, sectionTree(scan(lines), undefined, 'Page'), sizes);
}

/** Every group as its path, the sections side by side in it, and its texts. */
function shape(text: string) {
  return groupsOf(text).map(({ path, members, pieces }) => [
    path.map(({ title }) => title).join('/'),
    members.map(({ title }) => title).join('+'),
    ...pieces.map((piece) => piece.text),
  ]);
}

const prose = (mark: string, length: number) => `${mark} ${'w'.repeat(length - mark.length - 1)}`;
const [a40, b40, c40, a80, b80] = [prose('a', 40), prose('b', 40), prose('c', 40), prose('a', 80), prose('b', 80)];

describe('groups', () => {
  it.each([
    ['nothing', '', []],
    ['headings only', '# T\n\n## A\n\n### B', []],
    ['a page that fits, with everything in it', `# T\n\n${a40}\n\n## B\n\nb`, [['T', '', `${a40}\n\n## B\n\nb`]]],
    ['a page that just fits', `# T\n\n${prose('a', 91)}\n\n## B\n\nb`, [['T', '', `${prose('a', 91)}\n\n## B\n\nb`]]],
    ['a page without heading', a40, [['Page', '', a40]]],
    [
      'its own text, then its children',
      `# T\n\nt\n\n## A\n\n${a80}\n\n## B\n\n${b80}`,
      [
        ['T', '', 't'],
        ['T/A', '', a80],
        ['T/B', '', b80],
      ],
    ],
    [
      'only its children',
      `# T\n\n## A\n\n${a80}\n\n## B\n\n${b80}`,
      [
        ['T/A', '', a80],
        ['T/B', '', b80],
      ],
    ],
    [
      'small neighbours together, with their headings',
      `# T\n\n## A\n\n${a40}\n\n## B\n\n${b40}\n\n## C\n\n${c40}`,
      [
        ['T', 'A+B', `## A\n\n${a40}\n\n## B\n\n${b40}`],
        ['T/C', '', c40],
      ],
    ],
    [
      'a child that fits with what is below it',
      `# T\n\n## A\n\n${a40}\n\n### AA\n\naa\n\n## B\n\n${b80}`,
      [
        ['T/A', '', `${a40}\n\n### AA\n\naa`],
        ['T/B', '', b80],
      ],
    ],
    [
      'neighbours of one parent only',
      `# T\n\n## A\n\n${a80}\n\n### AA\n\n${a40}\n\n## B\n\n${b40}`,
      [
        ['T/A', '', a80],
        ['T/A/AA', '', a40],
        ['T/B', '', b40],
      ],
    ],
    [
      'nothing of headings without text at the end',
      `# T\n\n## A\n\n${a80}\n\n## X\n\n## B\n\n${b80}\n\n### Y\n\n## Z`,
      [
        ['T/A', '', a80],
        ['T/B', '', b80],
      ],
    ],
    [
      'headings without text inside',
      `# T\n\n## X\n\n### A\n\na\n\n## B\n\n${b80}\n\n## C\n\n${a80}`,
      [
        ['T/X', '', '### A\n\na'],
        ['T/B', '', b80],
        ['T/C', '', a80],
      ],
    ],
    ['a long section in pieces', `# T\n\n## A\n\n${a80}\n\n${b80}`, [['T/A', '', a80, b80]]],
    [
      'code that is long but whole',
      `# T\n\nt\n\n## A\n\n\`\`\`\n${prose('c', 250)}\n\`\`\``,
      [
        ['T', '', 't'],
        ['T/A', '', `\`\`\`\n${prose('c', 250)}\n\`\`\``],
      ],
    ],
    [
      'several pages in one',
      `# T\n\n${a80}\n\n# U\n\n${b80}`,
      [
        ['T', '', a80],
        ['T/U', '', b80],
      ],
    ],
  ])('are %s', (_name, text, expected) => {
    expect(shape(text)).toEqual(expected);
  });

  it('end with text, never with a heading', () => {
    for (let count = 1; count < 40; count += 1) {
      // Sections of all sizes and levels, every third without text.
      const sections = Array.from({ length: count }, (_, n) => {
        const heading = `${'#'.repeat(1 + ((n * 7) % 5))} S${n}`;
        return n % 3 === 2 ? heading : `${heading}\n\n${prose(`s${n}`, 10 + ((n * 37) % 120))}`;
      });
      for (const { pieces } of groupsOf(sections.join('\n\n'))) {
        expect(pieces.length).toBeGreaterThan(0);
        for (const { text } of pieces) expect(text.split('\n').at(-1)).toMatch(/^(?:s\d+ )?w+$/);
      }
    }
  });

  it.each([
    ['headings without text', `\n\n${'## Empty\n\n'.repeat(200)}`],
    ['blank lines', '\n'.repeat(1_000)],
  ])('count the %s between neighbours, so that no piece is over the cap', (_name, gap) => {
    const text = `# T\n\n## A\n\na${gap}## B\n\nb`;
    const pieces = groupsOf(text).flatMap((group) => group.pieces);
    expect(pieces.flatMap((piece) => piece.text.match(/^[ab]$/gm) ?? [])).toEqual(['a', 'b']);
    expect(Math.max(...pieces.map((piece) => piece.text.trim().length))).toBeLessThanOrEqual(SIZES.cap);
  });

  it('count a long heading of the page that has text before it', () => {
    const pieces = groupsOf(`a\n\n# ${'h'.repeat(1_000)}\n\nb`).flatMap((group) => group.pieces);
    expect(Math.max(...pieces.map(({ text }) => text.length))).toBeLessThanOrEqual(SIZES.cap);
  });

  const page = (sizes: readonly number[]) =>
    `# T\n\n${sizes.map((size, n) => `## S${n}\n\n${prose(`s${n}`, size)}`).join('\n\n')}`;

  it('of sections that stand for themselves stay as they are when one of them grows or goes', () => {
    const sizes = [70, 80, 90, 60, 75];
    const before = shape(page(sizes));
    expect(before).toHaveLength(5);
    for (const grown of [95, 250, 1_000]) {
      const after = shape(page(sizes.with(1, grown)));
      expect(after.filter(([path]) => path !== 'T/S1')).toEqual(before.filter(([path]) => path !== 'T/S1'));
    }
    const without = page(sizes).replace(/## S1\n\n.*\n\n/, '');
    expect(shape(without)).toEqual(before.filter(([path]) => path !== 'T/S1'));
  });
});
