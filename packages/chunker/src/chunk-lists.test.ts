import { expect, it } from 'vitest';
import { chunk } from './chunk.ts';
import { getBody } from './item-problems.fixture.ts';

const WORDS = 'does something that is long enough to matter here, with some words to fill the line.';

/** Returns a list of numbered entries. `indent` is the number of columns by which the rest of an entry is indented. */
function createList(count: number, createBody: (entry: number, indent: string) => string, indent: number): string {
  const entries = Array.from(
    { length: count },
    (_, index) => `${index + 1}. Entry ${index + 1} ${WORDS}\n\n${createBody(index + 1, ' '.repeat(indent))}`,
  );
  return `# L\n\n## Steps\n\nIntroduction.\n\n${entries.join('\n\n')}\n`;
}

const getBodies = (text: string, targetSize = 2_500) =>
  chunk({ path: 'a.md', text }, { targetSize }).items.map(({ content }) => getBody(content));

it.each<[name: string, createBody: (entry: number, indent: string) => string]>([
  ['a paragraph', (entry, indent) => `${indent}Body ${entry} with more words to read.`],
  ['two paragraphs', (entry, indent) => `${indent}Body ${entry}.\n\n${indent}Body ${entry} again.`],
  [
    'code and a paragraph',
    (entry, indent) => `${indent}\`\`\`sh\n${indent}run ${entry}\n${indent}\`\`\`\n\n${indent}Body ${entry}.`,
  ],
  ['nested entries', (entry, indent) => `${indent}- Body ${entry}\n${indent}- Body ${entry} too`],
  ['a quote', (entry, indent) => `${indent}> Body ${entry}.`],
  ['a table', (entry, indent) => `${indent}| A | B |\n${indent}|---|---|\n${indent}| Body ${entry} | x |`],
])('splits a list between entries if each entry has %s, whatever the indentation', (_name, createBody) => {
  for (const indent of [2, 3, 4]) {
    for (const targetSize of [600, 2_500]) {
      const bodies = getBodies(createList(160, createBody, indent), targetSize);
      expect(bodies.length).toBeGreaterThan(1);
      for (const body of bodies) {
        const entries = new Set([...body.matchAll(/Entry (\d+) /g)].map(([, number]) => number));
        const othersArrays = [...body.matchAll(/Body (\d+)/g)].filter(([, number]) => !entries.has(number));
        expect(
          othersArrays.map(([text]) => text),
          `indentation ${indent}, target ${targetSize}: ${body.slice(0, 80)}`,
        ).toEqual([]);
      }
      expect(bodies.join('\n').match(/Body 160/g)).not.toBeNull();
    }
  }
});

it.each([
  ['paragraphs', (at: number) => `  Paragraph ${at} ${WORDS.repeat(5)}`],
  ['code', (at: number) => `  \`\`\`sh\n  run ${at}\n${`  # ${WORDS}\n`.repeat(5)}  \`\`\``],
])(
  'starts every part of an entry that is longer than an item with the first line of the entry: %s',
  (_name, createPart) => {
    const entry = Array.from({ length: 40 }, (_, at) => createPart(at + 1)).join('\n\n');
    const bodies = getBodies(`# L\n\n- First.\n- The long entry\n\n${entry}\n- Last.\n`);
    const parts = bodies.filter((body) => /Paragraph \d|run \d/.test(body));
    expect(parts.length).toBeGreaterThan(1);
    for (const part of parts) expect(part).toContain('- The long entry\n');
    for (const body of bodies) expect(body.length).toBeLessThanOrEqual(8_000);
  },
);

it('keeps the columns of a table row that is longer than an item', () => {
  const words = (from: number, count: number) =>
    Array.from({ length: count }, (_, index) => `w${from + index}`).join(' ');
  const row = `| alpha | ${words(0, 3_000)} | \`a \\| b\` | ${words(3_000, 2_000)} |`;
  const bodies = getBodies(`# T\n\n| A | B | C | D |\n|---|---|---|---|\n${row}\n| beta | x | y | z |\n`);
  const rows = bodies.flatMap((body) =>
    body.split('\n').filter((line) => line.startsWith('| ') && !/^\| (?:A|---)/.test(line)),
  );
  expect(rows.length).toBeGreaterThan(4);
  for (const each of rows) expect(each.split(/(?<!\\)\|/)).toHaveLength(6);
  for (const each of rows) expect(each).toMatch(/^\| (?:alpha|beta) \|/);
  expect([...rows.join(' ').matchAll(/w\d+/g)].map(([word]) => word).toSorted()).toEqual(
    words(0, 5_000).split(' ').toSorted(),
  );
});
