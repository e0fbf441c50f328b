import { describe, expect, it } from 'vitest';
import { chunk } from './chunk.ts';

const getItems = (text: string, path = 'docs/a.md') => chunk({ path, text }).items;

it.each([
  ['YAML', '---\ntitle: Keys\n---\n'],
  ['YAML with its name', '---yaml\ntitle: Keys\n---\n'],
  ['TOML', '+++\ntitle = "Keys"\n+++\n'],
  ['TOML with its name', '---toml\ntitle = "Keys"\n---\n'],
  ['JSON of Hugo', '{\n  "title": "Keys",\n  "params": { "a": 1 }\n}\n'],
  ['JSON between semicolons', ';;;\n{ "title": "Keys" }\n;;;\n'],
  ['JSON with its name', '---json\n{ "title": "Keys" }\n---\n'],
])('reads front matter in %s', (_name, head) => {
  const [item] = getItems(`${head}\nText.\n`);
  expect(item?.content).toBe('Keys\n\nText.');
});

it.each(['{\n  "title": broken\n}\n\nText.', '{ "title": "a" } is an object.', '{\nText in braces.\n}\n'])(
  'does not treat %j as front matter',
  (text) => {
    expect(getItems(text)[0]?.content).toContain(text.trim().split('\n').at(-1));
  },
);

it('does not treat lines of a formula as headings', () => {
  const [item] = getItems('# Doc\n\nBefore.\n\n$$\na = b\n# not a heading\n$$\n\nAfter.\n');
  expect(item?.title).toBe('Doc');
  expect(item?.content).toContain('$$\na = b\n# not a heading\n$$\n\nAfter.');
});

describe('headings with marks of Fumadocs', () => {
  it.each([
    ['## Set up [#setup]', 'Set up', 'setup'],
    ['## Set up [step]', 'Set up', 'set-up'],
    ['## Set up [#setup] [step]', 'Set up', 'setup'],
    ['## Set up [!toc]', 'Set up', 'set-up'],
    ['## The array [1, 2]', 'The array [1, 2]', 'the-array-1-2'],
  ])('reads the title and anchor of %j', (heading, title, anchor) => {
    const text = `---\ntitle: A\n---\n\n${heading}\n\n${'Text. '.repeat(500)}\n\n## Other\n\n${'Text. '.repeat(500)}\n`;
    const { items } = chunk({ path: 'a.mdx', text }, { address: { siteUrl: 'https://x.y' } });
    expect(items[0]?.title).toBe(`A › ${title}`);
    expect(items[0]?.content).toContain(`Source: https://x.y/a#${anchor}`);
  });
});

it('the breadcrumb of merged sections contains the name of each section once', () => {
  const sections = ['Example', 'Example', 'Example']
    .map((name) => `## ${name}\n\n${'Text of it with many words. '.repeat(5)}\n`)
    .join('\n');
  const titles = getItems(`# P\n\n${'Words of the page. '.repeat(400)}\n\n${sections}`).map(({ title }) => title);
  expect(titles).toContain('P › Example');
});

describe('inline components', () => {
  it.each([
    [
      'icons by their names in table cells',
      '| A | B |\n| --- | --- |\n| a | <Check size={18} /> |\n| b | <Icon name="lucide:x-circle" /> |',
      '| a | check |\n| b | x circle |',
    ],
    ['numbers of steps', 'Show a <CodeStep step={1}>debug value</CodeStep> here.', 'Show a debug value here.'],
    [
      'numbers of steps at the start of a line',
      '<CodeStep step={2}>the hook</CodeStep> is called.',
      'the hook is called.',
    ],
    ['versions', '<Since v="1.2" /> Use it.', 'Since (v: 1.2) Use it.'],
    ['the label of a pitfall', '<Pitfall>\n\nText.\n\n</Pitfall>', '**Pitfall**\n\nText.'],
    ['the label of a deep dive', '<DeepDive>\n\nText.\n\n</DeepDive>', '**Deep dive**\n\nText.'],
  ])('keeps the content of inline components: %s', (_name, text, expected) => {
    expect(getItems(`# P\n\n${text}\n`, 'a.mdx')[0]?.content).toContain(
      `# P\n\n${expected.replaceAll('| --- | --- |\n', '')}`.split('# P\n\n')[1] ?? '',
    );
  });

  it('icons of Material for MkDocs are replaced with their names only in table cells', () => {
    const text =
      '# P\n\n:material-home: Home\n\n| A | B |\n|---|---|\n| a | :material-check: |\n| b | :octicons-x-16:{ .red } |\n';
    const content = getItems(text)[0]?.content;
    expect(content).toContain('\nHome\n');
    expect(content).toContain('| a | check |');
    expect(content).toContain('| b | x 16 |');
  });
});

it('link definitions after a definition whose URL contains a template are read', () => {
  const text =
    '# P\n\nSee [d] and [buffers][pb].\n\n[d]: https://x.example/{{< param v >}}.zip\n[pb]: https://pb.example\n';
  const [item] = chunk({ path: 'a.md', text }, { address: { siteUrl: 'https://x.y' } }).items;
  expect(item?.content).toContain('[buffers](https://pb.example)');
  expect(item?.content).not.toContain('[pb]');
});
