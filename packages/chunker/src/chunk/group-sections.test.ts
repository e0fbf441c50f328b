import { describe, expect, it } from 'vitest';
import { pageOf } from '../page/page.fixture.ts';
import { buildSectionTree } from '../section/section-tree.ts';
import type { SizeLimits } from './group.ts';
import { groupSections } from './group-sections.ts';

const SIZES: SizeLimits = { target: 100, cap: 300 };

function groups(text: string, sizes = SIZES, wholeLevel?: number) {
  const page = { ...pageOf(text), wholeLevel };
  return groupSections(page, buildSectionTree(page), sizes);
}

/** Every group as its path, its merged sections, and its texts. */
function shape(text: string, sizes = SIZES, wholeLevel?: number) {
  return groups(text, sizes, wholeLevel).map(({ path, members, parts }) => [
    path.map(({ title }) => title).join('/'),
    members.map(({ title }) => title).join('+'),
    ...parts.map((part) => part.text),
  ]);
}

const prose = (mark: string, length: number) => `${mark} ${'w'.repeat(length - mark.length - 1)}`;
const [a10, b10, c10, a40, a80, b80] = [
  prose('a', 10),
  prose('b', 10),
  prose('c', 10),
  prose('a', 40),
  prose('a', 80),
  prose('b', 80),
];

describe('groupSections', () => {
  it.each([
    ['nothing', '', []],
    ['headings only', '# T\n\n## A\n\n### B', []],
    [
      'a page that fits, with everything in it',
      `# T\n\n${a40}\n\n## B\n\nb`,
      [['T', '', `# T\n\n${a40}\n\n## B\n\nb`]],
    ],
    [
      'a page that just fits',
      `# T\n\n${prose('a', 86)}\n\n## B\n\nb`,
      [['T', '', `# T\n\n${prose('a', 86)}\n\n## B\n\nb`]],
    ],
    ['a page without heading', a40, [['file name', '', a40]]],
    [
      'its own text, then its children',
      `# T\n\n${a40}\n\n## A\n\n${a80}\n\n## B\n\n${b80}`,
      [
        ['T', '', `# T\n\n${a40}`],
        ['T/A', '', `## A\n\n${a80}`],
        ['T/B', '', `## B\n\n${b80}`],
      ],
    ],
    [
      'a short text of its own with the first of its children',
      `# T\n\nt\n\n## A\n\n${a80}\n\n## B\n\n${b80}`,
      [
        ['T/A', '', `# T\n\nt\n\n## A\n\n${a80}`],
        ['T/B', '', `## B\n\n${b80}`],
      ],
    ],
    [
      'short texts of its own through all levels',
      `# T\n\nt\n\n## A\n\na\n\n### AA\n\n${a40}\n\n### AB\n\n${b80}`,
      [
        ['T/A/AA', '', `# T\n\nt\n\n## A\n\na\n\n### AA\n\n${a40}`],
        ['T/A/AB', '', `### AB\n\n${b80}`],
      ],
    ],
    [
      'a short text with the headings that follow it alone',
      `# T\n\nt\n\n## A\n\n### AA\n\n${a40}\n\n### AB\n\n${b80}`,
      [
        ['T/A/AA', '', `# T\n\nt\n\n## A\n\n### AA\n\n${a40}`],
        ['T/A/AB', '', `### AB\n\n${b80}`],
      ],
    ],
    [
      'a short text with neighbours that are short as well',
      `# T\n\nt\n\n## A\n\na aa\n\n## B\n\nb bb\n\n## C\n\n${b80}`,
      [
        ['T', 'A+B', '# T\n\nt\n\n## A\n\na aa\n\n## B\n\nb bb'],
        ['T/C', '', `## C\n\n${b80}`],
      ],
    ],
    [
      'no short text with what is cut into pieces',
      `# T\n\nt\n\n## A\n\n${a80}\n\n${b80}`,
      [
        ['T', '', '# T\n\nt'],
        ['T/A', '', `## A\n\n${a80}`, b80],
      ],
    ],
    [
      'only its children',
      `# T\n\n## A\n\n${a80}\n\n## B\n\n${b80}`,
      [
        ['T/A', '', `## A\n\n${a80}`],
        ['T/B', '', `## B\n\n${b80}`],
      ],
    ],
    [
      'small neighbours together, with their headings',
      `# T\n\n## A\n\na aa\n\n## B\n\nb bb\n\n## C\n\n${prose('c', 80)}`,
      [
        ['T', 'A+B', '## A\n\na aa\n\n## B\n\nb bb'],
        ['T/C', '', `## C\n\n${prose('c', 80)}`],
      ],
    ],
    [
      'no neighbours that are not small together',
      `# T\n\n## A\n\n${a40}\n\n## B\n\n${b10}\n\n## C\n\n${prose('c', 70)}`,
      [
        ['T/A', '', `## A\n\n${a40}`],
        ['T/B', '', `## B\n\n${b10}`],
        ['T/C', '', `## C\n\n${prose('c', 70)}`],
      ],
    ],
    [
      'a child that fits with what is below it',
      `# T\n\n## A\n\n${a40}\n\n### AA\n\naa\n\n## B\n\n${b80}`,
      [
        ['T/A', '', `## A\n\n${a40}\n\n### AA\n\naa`],
        ['T/B', '', `## B\n\n${b80}`],
      ],
    ],
    [
      'neighbours of one parent only',
      `# T\n\n## A\n\n${a80}\n\n### AA\n\n${a10}\n\n## B\n\n${b10}`,
      [
        ['T/A', '', `## A\n\n${a80}`],
        ['T/A/AA', '', `### AA\n\n${a10}`],
        ['T/B', '', `## B\n\n${b10}`],
      ],
    ],
    [
      'nothing of headings without text at the end',
      `# T\n\n## A\n\n${a80}\n\n## X\n\n## B\n\n${b80}\n\n### Y\n\n## Z`,
      [
        ['T/A', '', `## A\n\n${a80}`],
        ['T/B', '', `## B\n\n${b80}`],
      ],
    ],
    [
      'headings without text inside',
      `# T\n\n## X\n\n### A\n\n${a10}\n\n## B\n\n${b80}`,
      [
        ['T/X', '', `## X\n\n### A\n\n${a10}`],
        ['T/B', '', `## B\n\n${b80}`],
      ],
    ],
    [
      'a heading in the path only, where its own text is none and its children do not fit together',
      `# T\n\n## X\n\n### A\n\n${a80}\n\n### B\n\n${b80}`,
      [
        ['T/X/A', '', `### A\n\n${a80}`],
        ['T/X/B', '', `### B\n\n${b80}`],
      ],
    ],
    ['a long section in pieces', `# T\n\n## A\n\n${a80}\n\n${b80}`, [['T/A', '', `## A\n\n${a80}`, b80]]],
    [
      'code that is long but whole',
      `# T\n\nt\n\n## A\n\n\`\`\`\n${prose('c', 250)}\n\`\`\``,
      [
        ['T', '', '# T\n\nt'],
        ['T/A', '', `## A\n\n\`\`\`\n${prose('c', 250)}\n\`\`\``],
      ],
    ],
    [
      'several pages in one',
      `# File\n\n${a80}\n\n# U\n\n${b80}`,
      [
        ['File', '', `# File\n\n${a80}`],
        ['File/U', '', `# U\n\n${b80}`],
      ],
    ],
    [
      'the names of the sections that a text leads in to',
      `# T\n\nThere are two ways:\n\n## A\n\n${a80}\n\n## \`B\`\n\n${b80}`,
      [
        ['T', '', '# T\n\nThere are two ways:\n\n- A\n- B'],
        ['T/A', '', `## A\n\n${a80}`],
        ['T/B', '', `## \`B\`\n\n${b80}`],
      ],
    ],
  ])('makes groups that are %s', (_name, text, expected) => {
    expect(shape(text)).toEqual(expected);
  });

  it('lists at most twenty section names', () => {
    const sections = Array.from({ length: 25 }, (_, n) => `## S${n + 1}\n\n${a80}`).join('\n\n');
    const [[, , own = ''] = []] = shape(`# T\n\nThese:\n\n${sections}`, { target: 100, cap: 1_000 });
    expect(own.split('\n').slice(-2)).toEqual(['- S20', '- …']);
  });

  it('lists no section names if they would exceed the cap', () => {
    const sections = [...'ABCD'].map((name) => `## ${name.repeat(90)}\n\n${a80}`).join('\n\n');
    const [own] = shape(`# T\n\nThese:\n\n${sections}`);
    expect(own).toEqual(['T', '', '# T\n\nThese:']);
  });

  it('makes one group per heading of the whole level, up to the cap', () => {
    const operation = (name: string, length: number) => `## ${name}\n\n${prose('x', length)}\n\n### Body\n\n${c10}`;
    const text = ['# T', operation('A', 10), operation('B', 10), operation('C', 200)].join('\n\n');
    expect(shape(text, SIZES, 2)).toEqual([
      ['T/A', '', operation('A', 10)],
      ['T/B', '', operation('B', 10)],
      ['T/C', '', operation('C', 200)],
    ]);
    expect(shape(text).map(([path]) => path)).not.toEqual(['T/A', 'T/B', 'T/C']);
  });

  it('ends groups with text, never with a heading', () => {
    for (let count = 1; count < 40; count += 1) {
      // Sections of all sizes and levels, every third without text.
      const sections = Array.from({ length: count }, (_, n) => {
        const heading = `${'#'.repeat(1 + ((n * 7) % 5))} S${n}`;
        return n % 3 === 2 ? heading : `${heading}\n\n${prose(`s${n}`, 10 + ((n * 37) % 120))}`;
      });
      for (const { parts } of groups(sections.join('\n\n'))) {
        expect(parts.length).toBeGreaterThan(0);
        for (const { text } of parts) expect(text.split('\n').at(-1)).toMatch(/^(?:s\d+ )?w+$/);
      }
    }
  });

  it.each([
    ['headings without text', `\n\n${'## Empty\n\n'.repeat(200)}`],
    ['blank lines', '\n'.repeat(1_000)],
  ])('counts the %s between sections, so that no part exceeds the cap', (_name, gap) => {
    const text = `# T\n\n## A\n\na${gap}## B\n\nb`;
    const parts = groups(text).flatMap((group) => group.parts);
    expect(parts.flatMap((part) => part.text.match(/^[ab]$/gm) ?? [])).toEqual(['a', 'b']);
    expect(Math.max(...parts.map((part) => part.text.trim().length))).toBeLessThanOrEqual(SIZES.cap);
  });

  it('counts a long page heading that has text before it', () => {
    const parts = groups(`a\n\n# ${'h'.repeat(1_000)}\n\nb`).flatMap((group) => group.parts);
    expect(Math.max(...parts.map(({ text }) => text.length))).toBeLessThanOrEqual(SIZES.cap);
  });

  const page = (sizes: readonly number[]) =>
    `# T\n\n${sizes.map((size, n) => `## S${n}\n\n${prose(`s${n}`, size)}`).join('\n\n')}`;

  it('keeps groups of independent sections when one of them grows or disappears', () => {
    const sizes = [70, 80, 90, 60, 75];
    const before = shape(page(sizes));
    expect(before).toHaveLength(5);
    const others = before.filter(([path]) => path !== 'T/S1');
    for (const grown of [95, 250, 1_000])
      expect(shape(page(sizes.with(1, grown))).filter(([path]) => path !== 'T/S1')).toEqual(others);
    expect(shape(page(sizes).replace(/## S1\n\n.*\n\n/, ''))).toEqual(others);
  });
});
