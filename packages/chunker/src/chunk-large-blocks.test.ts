import { createSeededRandom } from '@context-sync/reading/seeded';
import { describe, expect, it } from 'vitest';
import { chunk } from './chunk.ts';
import { brokenEnds, getBody } from './item-problems.fixture.ts';
import { prose } from './prose.fixture.ts';

const repeatMany = (count: number, line: (n: number) => string) => Array.from({ length: count }, (_, n) => line(n + 1));

/** Chunks the text and returns the bodies of the items. Fails if a fence stays open or an item ends with a heading. */
function getBodies(text: string, path = 'docs/page.md'): string[] {
  const chunks = chunk({ path, text });
  expect(brokenEnds(chunks, path.endsWith('x'))).toEqual([]);
  expect(chunks.items.filter(({ content }) => content.length > 8_000)).toEqual([]);
  return chunks.items.map(({ content }) => getBody(content));
}
const words = (bodies: readonly string[], pattern: RegExp) => bodies.flatMap((body) => body.match(pattern) ?? []);

describe('chunk on a long fence', () => {
  const code = repeatMany(400, (n) => `  call(${n}); // # of many`);

  it('splits 10 KB of code into closed fences', () => {
    const bodies = getBodies(
      ['# T', '', 'Like this:', '', '```ts {1,3} [a.ts]', ...code, '```', '', 'After.'].join('\n'),
    );
    const fences = bodies.slice(0, -1);
    expect(bodies.at(-1)).toBe('After.');
    expect(fences.length).toBeGreaterThan(1);
    expect(fences[0]).toMatch(/^# T\n\nLike this:\n\n```ts \{1,3\} \[a\.ts\]\n {2}call\(1\)/);
    expect(fences.every((body) => /```ts \{1,3\} \[a\.ts\]\n[^`]+\n```$/.test(body))).toBe(true);
    expect(words(bodies, /call\(\d+\)/g)).toHaveLength(400);
  });

  it.each([
    ['a fence that has no closing marks', ['```sh', 'run', '', '# comment'], '```sh\nrun\n\n# comment\n```'],
    ['a fence whose closing marks are longer', ['```sh', 'run', '`````'], '```sh\nrun\n`````'],
    [
      'a fence of three marks inside a fence of four',
      ['````md', '```sh', '# a', '```', '````'],
      '````md\n```sh\n# a\n```\n````',
    ],
    ['a fence in a list', ['- a', '', '    ```sh', '    # b', '    ```'], '- a\n\n    ```sh\n    # b\n    ```'],
    ['a fence in a quote', ['> ```sh', '> # b', '> ```'], '> ```sh\n> # b\n> ```'],
  ])('keeps or adds the closing marks of %s', (_name, lines, expected) => {
    expect(getBodies(['text', '', ...lines].join('\n'))).toEqual([`text\n\n${expected}`]);
  });

  it('does not treat statements at the start of code lines as MDX', () => {
    const text = "text\n\n```js\nimport a from 'b';\n\nexport default a;\n```";
    expect(getBodies(text, 'docs/page.mdx')).toEqual([text]);
  });
});

describe('chunk on a long table', () => {
  it('splits an 18 KB padded table between rows, repeats its header and drops the padding', () => {
    const createWideRow = (cells: readonly string[]) => `| ${cells.map((cell) => cell.padEnd(70)).join(' | ')} |`;
    const rows = repeatMany(80, (n) => createWideRow([`option-${n}`, `what option ${n} is for`, 'string']));
    const text = [
      createWideRow(['Name', 'What it is for', 'Type']),
      `| ${repeatMany(3, () => '-'.repeat(70)).join(' | ')} |`,
      ...rows,
    ].join('\n');
    expect(text.length).toBeGreaterThan(17_000);
    const bodies = getBodies(`# T\n\nAll options:\n\n${text}`);
    expect(bodies.length).toBeGreaterThanOrEqual(1);
    expect(bodies[0]).toMatch(
      /^# T\n\nAll options:\n\n\| Name \| What it is for \| Type \|\n\| --- \| --- \| --- \|\n/,
    );
    expect(words(bodies, /\| option-\d+ \| what option \d+ is for \| string \|/g)).toHaveLength(80);
  });

  it('keeps an HTML table with merged cells whole up to the size cap, and splits longer ones between rows', () => {
    const rows = (count: number) =>
      repeatMany(count, (n) => `  <tr><td colspan="2">row ${n}</td><td>${'v'.repeat(60)}</td></tr>`);
    const wholeTable = ['<table>', ...rows(60), '</table>'].join('\n');
    expect(getBodies(`text\n\n${wholeTable}`).at(-1)).toContain(wholeTable);
    const bodies = getBodies(['<table>', ...rows(300), '</table>'].join('\n'));
    expect(bodies.length).toBeGreaterThan(2);
    expect(words(bodies, /^ {2}<tr>.*<\/tr>$/gm)).toHaveLength(300);
  });
});

describe('chunk on long JSX', () => {
  it('keeps every line of a JSX element of 84 KB without blank lines', () => {
    const lines = repeatMany(1_500, (n) => `    { name: "option${n}", type: "string", text: "what <it> is {for}" },`);
    const text = [
      '# API',
      '',
      '<PropertiesTable',
      '  content={[',
      ...lines,
      '  ]}',
      '/>',
      '',
      '## After',
      '',
      'A text that is long enough to be an item of its own, with some more words in it than that.',
    ].join('\n');
    expect(text.length).toBeGreaterThan(84_000);
    const bodies = getBodies(text, 'docs/api.mdx');
    expect(bodies[0]).toMatch(/^# API\n\n<PropertiesTable\n/);
    expect(words(bodies, /^ {4}\{ name: "option\d+",.*\},$/gm)).toEqual(lines);
    expect(bodies.at(-1)).toMatch(/^## After\n\nA text/);
    expect(bodies.length).toBeLessThan(40);
  });

  const sandpack = (count: number, lines: number) =>
    [
      '<Sandpack template="vite">',
      ...repeatMany(
        count,
        (n) =>
          `\`\`\`js src/File${n}.js\n${repeatMany(lines, (line) => `export const a${n}b${line} = <p />;`).join('\n')}\n\`\`\``,
      ),
      '</Sandpack>',
    ].join('\n\n');

  it('splits a JSX element with several fences between the fences, at the target size', () => {
    const text = sandpack(5, 40);
    expect(text.length).toBeGreaterThan(5_000);
    const bodies = getBodies(
      `# T\n\n${prose(createSeededRandom(1), 2_000)}\n\n${text}\n\n${prose(createSeededRandom(2), 2_000)}`,
      'docs/a.mdx',
    );
    const fences = text.match(/```js[\s\S]*?\n```/g) ?? [];
    expect(fences.filter((fence) => !bodies.some((body) => body.includes(fence)))).toEqual([]);
    expect(bodies.some((body) => body.includes('```js src/File1.js') && body.includes('```js src/File5.js'))).toBe(
      false,
    );
    expect(bodies.join('\n')).not.toContain('Sandpack');
  });

  it('splits a JSX element of 25 KB with ten fences between the fences', () => {
    const text = sandpack(10, 85);
    expect(text.length).toBeGreaterThan(22_000);
    const bodies = getBodies(`# T\n\ntext\n\n${text}`, 'docs/a.mdx');
    const fences = text.match(/```js[\s\S]*?\n```/g) ?? [];
    expect(fences).toHaveLength(10);
    expect(fences.filter((fence) => !bodies.some((body) => body.includes(fence)))).toEqual([]);
    expect(bodies[0]).toMatch(/^# T\n\ntext\n\n```js src\/File1\.js\n/);
    expect(bodies.at(-1)).toMatch(/^```js src\/File10\.js\n[^`]+```$/);
  });

  it('treats a JSX template with blank lines as one element', () => {
    const text = '<Code\n  text={`\nfirst\n\n# second\n\n`}\n/>';
    expect(getBodies(`# T\n\n${text}\n\nAfter.`, 'docs/a.mdx')).toEqual([`# T\n\n${text}\n\nAfter.`]);
  });

  it('removes import statements and comments around long JSX', () => {
    const text = 'import A from "a";\nexport const b = {\n  c: 1,\n};\n\n# T\n\n{/* no\n\nreader */}\n\ntext';
    expect(getBodies(text, 'docs/a.mdx')).toEqual(['# T\n\ntext']);
  });
});

describe('chunk on a long paragraph', () => {
  it('splits CJK text without spaces after sentences', () => {
    const sentences = repeatMany(600, (n) => `これは${n}番目の文であり、とても長い段落の一部である。`);
    const bodies = getBodies(sentences.join(''));
    expect(bodies.length).toBeGreaterThan(1);
    expect(bodies.join('')).toBe(sentences.join(''));
    expect(bodies.every((body) => body.startsWith('これは') && body.endsWith('。'))).toBe(true);
  });

  it('keeps each line of a long page in one item', () => {
    const paragraphs = prose(createSeededRandom(3), 40_000).split('\n\n');
    const bodies = getBodies(paragraphs.join('\n\n'));
    expect(bodies.join('\n\n')).toBe(paragraphs.join('\n\n'));
    expect(bodies.length).toBeGreaterThan(15);
    expect(Math.max(...bodies.map(({ length }) => length))).toBeLessThanOrEqual(2_500);
  });
});
