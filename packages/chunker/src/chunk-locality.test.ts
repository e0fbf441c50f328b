import { createSeededRandom } from '@context-sync/reading/seeded';
import { selectByTier } from '@context-sync/test-tier';
import { describe, expect, it } from 'vitest';
import { chunk } from './chunk.ts';
import type { Item } from './item/make-items.ts';
import { prose } from './prose.fixture.ts';

const PATH = 'docs/page.md';

interface Part {
  readonly level: number;
  readonly name: string;
  readonly text: string;
}

const makeItems = (text: string) => chunk({ path: PATH, text }).items;
const itemsIn = (parts: readonly Part[]) =>
  makeItems(parts.map(({ level, name, text }) => `${'#'.repeat(level)} ${name}\n\n${text}`).join('\n\n'));
/** Returns the item's key, title and content as one string. */
const getIdentity = ({ key, title, content }: Item) => `${key}\n${title}\n${content}`;
/** Returns the items that are missing from `others` or have changed. */
function excludeItems(items: readonly Item[], others: readonly Item[]): Item[] {
  const known = new Set(others.map(getIdentity));
  return items.filter((item) => !known.has(getIdentity(item)));
}
const mean = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length;

/** Generates a page with sections of all sizes and levels. */
function createPage(random: () => number): Part[] {
  const sizes = [60, 150, 300, 600, 1_200, 2_500, 5_000, 9_000];
  const parts: Part[] = [{ level: 1, name: 'Page', text: prose(random, 300) }];
  let level = 2;
  for (let count = 8 + Math.floor(random() * 16); count > 0; count -= 1) {
    const length = (sizes[Math.floor(random() * sizes.length)] ?? 0) * (0.6 + random() * 0.8);
    parts.push({ level, name: `Part ${count} ${prose(random, 40).slice(0, 20).trim()}`, text: prose(random, length) });
    level = Math.min(4, Math.max(2, level + Math.floor(random() * 3) - 1));
  }
  return parts;
}

describe('items of other sections', () => {
  /** Pages, each with the index of the section that is edited. */
  const TRIALS = Array.from({ length: selectByTier(14, 200) }, (_, seed) => {
    const random = createSeededRandom(seed + 1);
    const parts = createPage(random);
    return { random, parts, at: 1 + Math.floor(random() * (parts.length - 1)), before: itemsIn(parts) };
  });
  const EDITS: readonly (readonly [name: string, edit: (text: string, random: () => number) => string])[] = [
    ['a word of a section is changed', (text) => text.replace(/\w+/, 'Changed')],
    ['a sentence is added at the top of a section', (text, random) => `${prose(random, 100)} ${text}`],
    ['a paragraph is added at the top of a section', (text, random) => `${prose(random, 100)}\n\n${text}`],
    ['the text of a section is rewritten', (text, random) => prose(random, text.length)],
    ['a section grows by a tenth', (text, random) => `${text}\n\n${prose(random, text.length / 10)}`],
    ['a section doubles in length', (text, random) => `${text}\n\n${prose(random, text.length)}`],
    ['a section becomes ten times as long', (text, random) => `${text}\n\n${prose(random, text.length * 9)}`],
    ['a section shrinks to its first paragraph', (text) => text.split('\n\n')[0] ?? ''],
    ['the text of a section is removed', () => ''],
  ];

  it.each(EDITS)('keeps the items of other sections when %s, except for an occasional neighbor', (_name, edit) => {
    const changedValues = TRIALS.map(({ random, parts, at, before }) => {
      const { name = '', text = '' } = parts[at] ?? {};
      const after = itemsIn(parts.with(at, { level: 2, name, ...parts[at], text: edit(text, random) }));
      // If an edit removes the text below a heading, the heading becomes a line of the previous item, so the previous item changes as well.
      const takers = after.filter(({ content }) => content.split('\n').slice(1).includes(name)).map(({ key }) => key);
      expect(takers.length).toBeLessThanOrEqual(1);
      // Items that contain text of the edited section are excluded, because they must change.
      const paragraphs = text.split('\n\n');
      const isOther = ({ key, content }: Item) =>
        !takers.includes(key) &&
        !content.includes(`# ${name}\n`) &&
        !paragraphs.some((paragraph) => content.includes(paragraph));
      return excludeItems(before.filter(isOther), after).length;
    });
    expect(mean(changedValues)).toBeLessThanOrEqual(0.5);
    expect(Math.max(...changedValues)).toBeLessThanOrEqual(3);
  });

  it('keeps the items of other sections when a section is removed', () => {
    const changedValues: number[] = [];
    for (const { parts, at, before } of TRIALS) {
      // If this heading were removed, its subsections would belong to another section.
      if ((parts[at + 1]?.level ?? 0) > (parts[at]?.level ?? 0)) continue;
      const paragraphs = (parts[at]?.text ?? '').split('\n\n');
      const others = before.filter(({ content }) => !paragraphs.some((paragraph) => content.includes(paragraph)));
      changedValues.push(excludeItems(others, itemsIn(parts.toSpliced(at, 1))).length);
    }
    expect(changedValues.length).toBeGreaterThan(selectByTier(4, 100));
    expect(mean(changedValues)).toBeLessThanOrEqual(0.5);
    expect(Math.max(...changedValues)).toBeLessThanOrEqual(3);
  });

  it('keeps the items of other sections when a heading is renamed, except for its subsections', () => {
    let below = 0;
    for (const { parts, at, before } of TRIALS) {
      const { level = 2, name = '', text = '' } = parts[at] ?? {};
      const after = itemsIn(parts.with(at, { level, name: `${name} renamed`, text }));
      const gone = excludeItems(before, after);
      expect(gone.filter(({ content }) => !content.includes(name)).length).toBeLessThanOrEqual(2);
      below += gone.length;
    }
    expect(below).toBeGreaterThan(selectByTier(8, 200));
  });
});

describe('long sections', () => {
  const pick = <T>(random: () => number, list: readonly T[]) => list[Math.floor(random() * list.length)] as T;
  const line = (random: () => number) => prose(random, 40 + random() * 60).replaceAll('\n', ' ');
  const repeatMany = (count: number, unit: () => string) => Array.from({ length: count }, unit);
  const codeLine = (random: () => number) =>
    random() < 0.1
      ? ''
      : pick(random, ['', '  ', '    ']) +
        line(random).slice(0, 50).replaceAll(' ', '_') +
        pick(random, [';', ' {', '}']);
  const row = (random: () => number) =>
    `| \`${line(random).slice(0, 12)}\` | ${line(random)} | ${line(random).slice(0, 40)} |`;

  interface Kind {
    readonly units: (random: () => number) => string[];
    readonly unit: (random: () => number) => string;
    readonly written: (units: readonly string[]) => string;
  }
  const paragraph = (random: () => number) => prose(random, 300).replaceAll('\n\n', ' ');
  const blocks = (units: readonly string[]) => units.join('\n\n');
  const KINDS: readonly (readonly [name: string, kind: Kind])[] = [
    [
      'of 20 to 60 KB of prose',
      { units: (random) => prose(random, 20_000 + random() * 40_000).split('\n\n'), unit: paragraph, written: blocks },
    ],
    [
      'of prose, code and lead-ins',
      {
        units: (random) =>
          repeatMany(100, () =>
            pick(random, [
              () => paragraph(random),
              () => `${line(random)}:`,
              () => `\`\`\`js\n${line(random)}\n${line(random)}\n\`\`\``,
            ])(),
          ),
        unit: paragraph,
        written: blocks,
      },
    ],
    [
      'that is a fence of 60 KB',
      {
        units: (random) => repeatMany(1_300, () => codeLine(random)),
        unit: (random) => `  ${line(random)}`,
        written: (units) => `\`\`\`js\n${units.join('\n')}\n\`\`\``,
      },
    ],
    [
      'that is a table of 200 rows',
      {
        units: (random) => repeatMany(200, () => row(random)),
        unit: row,
        written: (units) => `| a | b | c |\n| --- | --- | --- |\n${units.join('\n')}`,
      },
    ],
    [
      'that is a list of 300 items',
      {
        units: (random) => repeatMany(300, () => `- ${line(random)}`),
        unit: (random) => `- ${line(random)}`,
        written: (units) => units.join('\n'),
      },
    ],
  ];
  const PLACES: readonly (readonly [name: string, share: number])[] = [
    ['at the top', 0],
    ['in the middle', 0.5],
    ['at the end', 1],
  ];

  describe.each(KINDS)('long section %s', (_kind, { units, unit, written }) => {
    const page = (parts: readonly string[]) =>
      makeItems(
        `# Page\n\n${prose(createSeededRandom(1), 3_000)}\n\n## Long\n\n${written(parts)}\n\n## After\n\n${prose(createSeededRandom(2), 1_500)}`,
      );
    const pages = Array.from({ length: selectByTier(20, 30) }, (_, seed) => {
      const random = createSeededRandom(seed + 1);
      const parts = units(random);
      return { random, parts, before: page(parts) };
    });
    /** Returns for each page the number of items that must be created after an edit, in ascending order. */
    const countCreated = (edit: (units: string[], random: () => number) => string[]) =>
      pages
        .map(({ random, parts, before }) => excludeItems(page(edit(parts, random)), before).length)
        .toSorted((a, b) => a - b);
    const expectFew = (counts: readonly number[]) => {
      expect(mean(counts)).toBeLessThanOrEqual(2);
      expect(counts[Math.floor(counts.length * 0.9)]).toBeLessThanOrEqual(4);
      expect(counts.at(-1)).toBeLessThanOrEqual(10);
    };

    it('splits a long section into many items', () => {
      expect(Math.min(...pages.map(({ before }) => before.length))).toBeGreaterThan(5);
    });

    it.each(PLACES)('changes only the items of a long section near a unit that is inserted %s', (_name, share) => {
      expectFew(countCreated((parts, random) => parts.toSpliced(Math.floor(parts.length * share), 0, unit(random))));
    });

    it('changes only the items of a long section near a unit that is edited or removed', () => {
      expectFew(countCreated((parts, random) => parts.with(parts.length >> 1, unit(random))));
      expectFew(countCreated((parts) => parts.toSpliced(parts.length >> 1, 1)));
    });
  });
});

describe('blank lines between sections', () => {
  it('blank lines that are added between sections change only the line numbers of the items below', () => {
    const random = createSeededRandom(1);
    const text = `# Page\n\n## A\n\n${prose(random, 2_000)}\n\n## B\n\n${prose(random, 2_000)}`;
    const belowItem = makeItems(text).at(-1);
    const moved = makeItems(text.replace('\n\n## B', '\n\n\n\n## B')).at(-1);
    expect(belowItem?.lines.map((line) => line + 2)).toEqual(moved?.lines);
    expect({ ...moved, lines: belowItem?.lines }).toEqual(belowItem);
  });
});
