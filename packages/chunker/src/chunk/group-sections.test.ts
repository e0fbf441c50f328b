import { describe, expect, it } from 'vitest';
import { createPage } from '../page/markdown-page.fixture.ts';
import { buildSectionTree } from '../section/section-tree.ts';
import { groupSections } from './group-sections.ts';
import type { SizeLimits } from './item-group.ts';

const SIZES: SizeLimits = { target: 100, cap: 300 };

function groups(text: string, sizes = SIZES, wholeLevel?: number) {
  const page = { ...createPage(text), wholeLevel };
  return groupSections(page, buildSectionTree(page), sizes);
}

/** Returns every group as its path, its merged sections, and its texts. */
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
    ['returns no groups for an empty page', '', []],
    ['returns no groups for a page with only headings', '# T\n\n## A\n\n### B', []],
    ['keeps a page that fits in one group', `# T\n\n${a40}\n\n## B\n\nb`, [['T', '', `# T\n\n${a40}\n\n## B\n\nb`]]],
    [
      'keeps a page that fits exactly in one group',
      `# T\n\n${prose('a', 86)}\n\n## B\n\nb`,
      [['T', '', `# T\n\n${prose('a', 86)}\n\n## B\n\nb`]],
    ],
    ['returns one group for a page without headings', a40, [['file name', '', a40]]],
    [
      'separates the text of a page from its sections',
      `# T\n\n${a40}\n\n## A\n\n${a80}\n\n## B\n\n${b80}`,
      [
        ['T', '', `# T\n\n${a40}`],
        ['T/A', '', `## A\n\n${a80}`],
        ['T/B', '', `## B\n\n${b80}`],
      ],
    ],
    [
      'merges a short text with the first section below it',
      `# T\n\nt\n\n## A\n\n${a80}\n\n## B\n\n${b80}`,
      [
        ['T/A', '', `# T\n\nt\n\n## A\n\n${a80}`],
        ['T/B', '', `## B\n\n${b80}`],
      ],
    ],
    [
      'merges short texts on all levels with the first section below them',
      `# T\n\nt\n\n## A\n\na\n\n### AA\n\n${a40}\n\n### AB\n\n${b80}`,
      [
        ['T/A/AA', '', `# T\n\nt\n\n## A\n\na\n\n### AA\n\n${a40}`],
        ['T/A/AB', '', `### AB\n\n${b80}`],
      ],
    ],
    [
      'merges a short text with a section that begins with headings only',
      `# T\n\nt\n\n## A\n\n### AA\n\n${a40}\n\n### AB\n\n${b80}`,
      [
        ['T/A/AA', '', `# T\n\nt\n\n## A\n\n### AA\n\n${a40}`],
        ['T/A/AB', '', `### AB\n\n${b80}`],
      ],
    ],
    [
      'merges a short text with short sections after it',
      `# T\n\nt\n\n## A\n\na aa\n\n## B\n\nb bb\n\n## C\n\n${b80}`,
      [
        ['T', 'A+B', '# T\n\nt\n\n## A\n\na aa\n\n## B\n\nb bb'],
        ['T/C', '', `## C\n\n${b80}`],
      ],
    ],
    [
      'does not merge a short text with a section that is split into parts',
      `# T\n\nt\n\n## A\n\n${a80}\n\n${b80}`,
      [
        ['T', '', '# T\n\nt'],
        ['T/A', '', `## A\n\n${a80}`, b80],
      ],
    ],
    [
      'makes no group for a heading without text of its own',
      `# T\n\n## A\n\n${a80}\n\n## B\n\n${b80}`,
      [
        ['T/A', '', `## A\n\n${a80}`],
        ['T/B', '', `## B\n\n${b80}`],
      ],
    ],
    [
      'merges small neighboring sections, including their headings',
      `# T\n\n## A\n\na aa\n\n## B\n\nb bb\n\n## C\n\n${prose('c', 80)}`,
      [
        ['T', 'A+B', '## A\n\na aa\n\n## B\n\nb bb'],
        ['T/C', '', `## C\n\n${prose('c', 80)}`],
      ],
    ],
    [
      'does not merge neighboring sections that are too large together',
      `# T\n\n## A\n\n${a40}\n\n## B\n\n${b10}\n\n## C\n\n${prose('c', 70)}`,
      [
        ['T/A', '', `## A\n\n${a40}`],
        ['T/B', '', `## B\n\n${b10}`],
        ['T/C', '', `## C\n\n${prose('c', 70)}`],
      ],
    ],
    [
      'keeps a section that fits together with its subsections',
      `# T\n\n## A\n\n${a40}\n\n### AA\n\naa\n\n## B\n\n${b80}`,
      [
        ['T/A', '', `## A\n\n${a40}\n\n### AA\n\naa`],
        ['T/B', '', `## B\n\n${b80}`],
      ],
    ],
    [
      'merges only neighbors with the same parent',
      `# T\n\n## A\n\n${a80}\n\n### AA\n\n${a10}\n\n## B\n\n${b10}`,
      [
        ['T/A', '', `## A\n\n${a80}`],
        ['T/A/AA', '', `### AA\n\n${a10}`],
        ['T/B', '', `## B\n\n${b10}`],
      ],
    ],
    [
      'drops headings without text at the end',
      `# T\n\n## A\n\n${a80}\n\n## X\n\n## B\n\n${b80}\n\n### Y\n\n## Z`,
      [
        ['T/A', '', `## A\n\n${a80}`],
        ['T/B', '', `## B\n\n${b80}`],
      ],
    ],
    [
      'keeps a heading without text in the group of its first subsection',
      `# T\n\n## X\n\n### A\n\n${a10}\n\n## B\n\n${b80}`,
      [
        ['T/X', '', `## X\n\n### A\n\n${a10}`],
        ['T/B', '', `## B\n\n${b80}`],
      ],
    ],
    [
      'names a heading without text only in the path if its subsections need several groups',
      `# T\n\n## X\n\n### A\n\n${a80}\n\n### B\n\n${b80}`,
      [
        ['T/X/A', '', `### A\n\n${a80}`],
        ['T/X/B', '', `### B\n\n${b80}`],
      ],
    ],
    ['splits a long section into parts', `# T\n\n## A\n\n${a80}\n\n${b80}`, [['T/A', '', `## A\n\n${a80}`, b80]]],
    [
      'keeps a long code block whole',
      `# T\n\nt\n\n## A\n\n\`\`\`\n${prose('c', 250)}\n\`\`\``,
      [
        ['T', '', '# T\n\nt'],
        ['T/A', '', `## A\n\n\`\`\`\n${prose('c', 250)}\n\`\`\``],
      ],
    ],
    [
      'makes a group for each heading of level 1',
      `# File\n\n${a80}\n\n# U\n\n${b80}`,
      [
        ['File', '', `# File\n\n${a80}`],
        ['File/U', '', `# U\n\n${b80}`],
      ],
    ],
    [
      'lists the section names that a lead-in introduces',
      `# T\n\nThere are two ways:\n\n## A\n\n${a80}\n\n## \`B\`\n\n${b80}`,
      [
        ['T', '', '# T\n\nThere are two ways:\n\n- A\n- B'],
        ['T/A', '', `## A\n\n${a80}`],
        ['T/B', '', `## \`B\`\n\n${b80}`],
      ],
    ],
  ])('groups sections: %s', (_name, text, expected) => {
    expect(shape(text)).toEqual(expected);
  });

  it('a group lists the subsections of the only section that a lead-in introduces', () => {
    const [own] = shape(`# T\n\nThese flags:\n\n## Flags\n\n### A\n\n${a80}\n\n### B\n\n${b80}`);
    expect(own).toEqual(['T', '', '# T\n\nThese flags:\n\n- A\n- B']);
  });

  it('a group lists at most twenty section names', () => {
    const sections = Array.from({ length: 25 }, (_, n) => `## S${n + 1}\n\n${a80}`).join('\n\n');
    const [[, , own = ''] = []] = shape(`# T\n\nThese:\n\n${sections}`, { target: 100, cap: 1_000 });
    expect(own.split('\n').slice(-2)).toEqual(['- S20', '- …']);
  });

  it('omits section names if they would exceed the size cap', () => {
    const sections = [...'ABCD'].map((name) => `## ${name.repeat(90)}\n\n${a80}`).join('\n\n');
    const [own] = shape(`# T\n\nThese:\n\n${sections}`);
    expect(own).toEqual(['T', '', '# T\n\nThese:']);
  });

  it('returns one group per heading of a level, up to the size cap', () => {
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
      // The sections have all sizes and levels, and every third section has no text.
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
  ])('includes the %s between sections in the size, so that no part exceeds the cap', (_name, gap) => {
    const text = `# T\n\n## A\n\na${gap}## B\n\nb`;
    const parts = groups(text).flatMap((group) => group.parts);
    expect(parts.flatMap((part) => part.text.match(/^[ab]$/gm) ?? [])).toEqual(['a', 'b']);
    expect(Math.max(...parts.map((part) => part.text.trim().length))).toBeLessThanOrEqual(SIZES.cap);
  });

  it('includes a long page heading after text in the size of its group', () => {
    const parts = groups(`a\n\n# ${'h'.repeat(1_000)}\n\nb`).flatMap((group) => group.parts);
    expect(Math.max(...parts.map(({ text }) => text.length))).toBeLessThanOrEqual(SIZES.cap);
  });

  const page = (sizes: readonly number[]) =>
    `# T\n\n${sizes.map((size, n) => `## S${n}\n\n${prose(`s${n}`, size)}`).join('\n\n')}`;

  it('keeps the groups of unrelated sections when one section grows or disappears', () => {
    const sizes = [70, 80, 90, 60, 75];
    const before = shape(page(sizes));
    expect(before).toHaveLength(5);
    const otherPaths = before.filter(([path]) => path !== 'T/S1');
    for (const grown of [95, 250, 1_000])
      expect(shape(page(sizes.with(1, grown))).filter(([path]) => path !== 'T/S1')).toEqual(otherPaths);
    expect(shape(page(sizes).replace(/## S1\n\n.*\n\n/, ''))).toEqual(otherPaths);
  });
});
