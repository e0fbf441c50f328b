import { readFileSync } from 'node:fs';
import { CONTENT_LIMIT, TITLE_LIMIT } from '@context-sync/core';
import { describe, expect, it } from 'vitest';
import { type ChunkOptions, type Chunks, chunk } from './chunk.ts';
import type { Block } from './document/block.ts';
import { frontMatter } from './document/front-matter.ts';
import { normalize } from './document/lines.ts';
import { resolveLinks } from './document/links.ts';
import { scan } from './document/scan.ts';
import { linkTarget } from './item/link-target.ts';

const PATH = 'docs/page.md';
const OPTIONS: ChunkOptions = { address: { siteUrl: 'https://docs.example.com', root: 'docs' } };
const SOURCE = '\n\nSource: https://docs.example.com/page';

/** What is wrong with the items of a document, whatever stands in it; nothing that is wrong is an empty list. */
function faults(text: string, { items, skipped }: Chunks): string[] {
  const lines = normalize(text).split('\n');
  const headings = new Set(linesOf(scan(lines, frontMatter(lines).end).filter(({ kind }) => kind === 'heading')));
  const found: string[] = [];
  const fault = (what: string, key: string) => found.push(`${what}: ${key}`);
  let above = 0;
  for (const {
    key,
    title,
    content,
    lines: [first, last],
  } of items) {
    const [path = '', blank, start = ''] = content.split('\n', 3);
    if (title === '' || title.length > TITLE_LIMIT || /[\n\r]/.test(title)) fault('title', key);
    if (content.length > CONTENT_LIMIT) fault(`content of ${content.length}`, key);
    if (!title.isWellFormed() || !content.isWellFormed() || !key.isWellFormed()) fault('not well formed', key);
    if (!/^docs\/page\.md#[^#~\s]*(?:~[1-9]\d*)?$/.test(key)) fault('key', key);
    if (path.trim() === '' || path.length > 400 || blank !== '' || start.trim() === '') fault('beginning', key);
    if (!content.split('\n').at(-1)?.startsWith(SOURCE.trim())) fault('no address', key);
    if (first < above || last < first || last > lines.length) fault(`lines ${first} to ${last}`, key);
    if (headings.has(last)) fault('ends with a heading', key);
    above = first;
  }
  if (new Set(items.map(({ key }) => key)).size < items.length) fault('keys', 'twice');
  if (new Set(items.map(({ title }) => title)).size < items.length) fault('titles', 'twice');
  if ((skipped === undefined) !== items.length > 0) fault('reason', `${skipped}`);
  return found;
}

/** The lines of blocks, counted from 1. */
function linesOf(blocks: readonly Block[]): number[] {
  return blocks.flatMap(({ start, end }) => Array.from({ length: end - start }, (_, at) => start + at + 1));
}

/** What an item says of its own: without path and address. */
const bodyOf = (content: string) => content.slice(content.indexOf('\n\n') + 2, content.lastIndexOf('\n\nSource: '));

/** Checks that every line of text is in one item and as it was; for documents of which nothing is over its bound. */
function expectAllText(text: string, { items }: Chunks): void {
  const lines = normalize(text).split('\n');
  const blocks = scan(lines, frontMatter(lines).end);
  const wanted = linesOf(blocks.filter(({ kind }) => kind !== 'heading')).filter(
    (line) => lines[line - 1]?.trim() !== '',
  );
  const given = items.flatMap((item) =>
    Array.from({ length: item.lines[1] - item.lines[0] + 1 }, (_, at) => item.lines[0] + at),
  );
  expect(new Set(given).size).toBe(given.length);
  const missing = wanted.filter((line) => !given.includes(line));
  expect(missing.map((line) => `${line}: ${lines[line - 1]}`)).toEqual([]);
  for (const {
    content,
    lines: [first, last],
  } of items) {
    expect(bodyOf(content)).toBe(
      lines
        .slice(first - 1, last)
        .join('\n')
        .trimEnd(),
    );
  }
}

const seeded = (seed: number) => () => {
  let state = Math.imul(seed, 0x9e37_79b1) >>> 0;
  seed += 1;
  state = Math.imul(state ^ (state >>> 15), 0x85eb_ca6b);
  return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32;
};

/** Markdown of all kinds of blocks, none of which is long enough to be cut. */
function documentOf(seed: number): string {
  const random = seeded(seed * 100_000);
  const upTo = (max: number) => 1 + Math.floor(random() * max);
  let count = 0;
  const words = (max: number) =>
    Array.from({ length: upTo(max) }, () => {
      count += 1;
      return `w${count}${['', ',', '.', ':', ' 漢字。', ' 👩‍👩‍👧‍👦', ' `a | b`', ' *x*'][Math.floor(random() * 8)]}`;
    }).join(' ');
  const several = (max: number, line: () => string) => Array.from({ length: upTo(max) }, line).join('\n');
  const kinds = [
    () => `${'#'.repeat(upTo(6))} ${words(random() < 0.1 ? 40 : 4)}`,
    () => `${'#'.repeat(upTo(6))} Same`,
    () => `${words(3)}\n${random() < 0.5 ? '---' : '==='}`,
    () => several(4, () => words(20)),
    () => words(200),
    () => `${words(5)}:`,
    () => `\`\`\`sh\n${several(60, () => `# ${words(4)}`)}\n\n${words(3)}\n\`\`\``,
    () => `| a | b |\n|---|---|\n${several(20, () => `| c${words(1).replaceAll('|', '')} | ${upTo(9)} |`)}`,
    () => several(20, () => `- ${words(10)}\n  - ${words(4)}\n\n    ${words(4)}`),
    () => several(6, () => `> ${words(10)}`),
    () => `<div>\n${several(5, () => words(10))}\n</div>`,
    () => '* * *',
  ];
  const gap = () => (random() < 0.1 ? '\n\n\n\n' : '\n\n');
  return Array.from({ length: upTo(40) }, () => `${kinds[Math.floor(random() * kinds.length)]?.()}${gap()}`).join('');
}

describe('documents of all kinds of blocks', () => {
  const SEEDS = Array.from({ length: 300 }, (_, index) => index + 1);

  it('give items within all bounds, with every line of the text, the same each time', () => {
    let items = 0;
    for (const seed of SEEDS) {
      const text = documentOf(seed);
      const chunks = chunk({ path: PATH, text }, OPTIONS);
      expect(faults(text, chunks), `seed ${seed}`).toEqual([]);
      expectAllText(text, chunks);
      expect(chunk({ path: PATH, text }, OPTIONS)).toEqual(chunks);
      items += chunks.items.length;
    }
    expect(items).toBeGreaterThan(3 * SEEDS.length);
  });

  it.each([200, 1_000, 8_000])('give items within all bounds for a target of %i', (targetSize) => {
    for (const seed of SEEDS) {
      const text = documentOf(seed);
      const chunks = chunk({ path: PATH, text }, { ...OPTIONS, targetSize });
      expect(faults(text, chunks), `seed ${seed}`).toEqual([]);
      const words = (of: string) => of.match(/\bw\d+/g) ?? [];
      const headings = scan(text.split('\n'))
        .filter(({ kind }) => kind === 'heading')
        .map((heading) => heading.text);
      const named = new Set(words(headings.join(' ')));
      const said = chunks.items.flatMap(({ content }) => words(bodyOf(content))).filter((word) => !named.has(word));
      expect(said, `seed ${seed}`).toEqual(words(text).filter((word) => !named.has(word)));
    }
  });
});

describe('real documents', () => {
  const PAGES = ['vite-config', 'vite-static-deploy', 'nest-cli-usages', 'nest-kafka', 'rust-book-publishing'];
  const read = (name: string) => readFileSync(new URL(`fixtures/${name}.md`, import.meta.url), 'utf8');
  const chunksOf = (name: string, options = OPTIONS) => chunk({ path: PATH, text: read(name) }, options);

  /** The page as its items show it: the same lines, with links that lead somewhere. */
  const withLinksResolved = (text: string) => {
    const lines = text.split('\n');
    const target = (url: string) => linkTarget(url, PATH, OPTIONS.address ?? {});
    resolveLinks(lines, scan(lines, frontMatter(lines).end), target);
    return lines.join('\n');
  };

  it.each(PAGES)('%s loses no line and keeps all bounds', (name) => {
    const chunks = chunksOf(name);
    expect(chunks.items.length).toBeGreaterThan(3);
    expect(chunks.warnings).toEqual([]);
    expect(faults(read(name), chunks)).toEqual([]);
    expectAllText(withLinksResolved(read(name)), chunks);
  });

  it.each(PAGES)('%s has no fence that is open at the end of an item', (name) => {
    for (const targetSize of [200, 2_500, 8_000]) {
      for (const { content } of chunksOf(name, { ...OPTIONS, targetSize }).items) {
        const lines = bodyOf(content).split('\n');
        const open = scan(lines).filter(
          ({ kind, end }) => kind === 'fence' && !/^ *(?:`{3,}|~{3,})$/.test(lines[end - 1] ?? ''),
        );
        expect(open.map(({ start }) => lines[start])).toEqual([]);
      }
    }
  });

  it.each(PAGES)('%s has no lead-in without the block that it leads in to', (name) => {
    const lines = read(name).split('\n');
    const next = (line: number) => lines.slice(line).find((each) => each.trim() !== '') ?? '#';
    const left = chunksOf(name).items.filter((item) => {
      const last = lines[item.lines[1] - 1] ?? '';
      return /[^:]:$/.test(last) && !next(item.lines[1]).startsWith('#');
    });
    expect(left.map(({ key }) => key)).toEqual([]);
  });

  it('are cut along their headings', () => {
    expect(chunksOf('vite-config').items.map(({ key, title }) => `${key.slice(PATH.length)} ${title}`)).toEqual([
      '# Configuring Vite',
      '#config-intellisense Configuring Vite › Config Intellisense, Conditional Config, Async Config',
      '#using-environment-variables-in-config Configuring Vite › Using Environment Variables in Config',
      '#debugging-the-config-file-in-vs-code Configuring Vite › Debugging the Config File in VS Code',
    ]);
  });
});

describe('hostile documents', () => {
  const many = (count: number, text: (n: number) => string) =>
    Array.from({ length: count }, (_, n) => text(n)).join('');
  const MARKS = ['[', '*', '_', '`', '~', '#', '>', '|', '<', '-', '&', '\\', '!['];

  const CASES: readonly (readonly [name: string, text: () => string])[] = [
    ['10,000 nested quotes', () => `${'>'.repeat(10_000)} a`],
    ['2,000 lines of quotes, each in the one above', () => many(2_000, (n) => `${'>'.repeat(n + 1)} a\n`)],
    ['2,000 nested list levels', () => many(2_000, (n) => `${'  '.repeat(n)}- a\n`)],
    ['50,000 list markers on a line', () => '- '.repeat(50_000)],
    ...MARKS.map((mark) => [`100,000 of ${mark}`, () => mark.repeat(100_000)] as const),
    ...MARKS.map((mark) => [`100,000 of ${mark} in a heading`, () => `# ${mark.repeat(100_000)}\n\na`] as const),
    ...MARKS.map((mark) => [`100,000 of ${mark} before text`, () => `${mark.repeat(100_000)} a\n\nb`] as const),
    ['a fence of 10,000 marks', () => `${'`'.repeat(10_000)}\n${'code\n'.repeat(2_000)}`],
    ['a fence with an info string of 100,000', () => `\`\`\`${'i'.repeat(100_000)}\n${'code\n'.repeat(2_000)}`],
    ['2 MB of words on one line', () => 'word '.repeat(400_000)],
    ['2 MB of CJK on one line', () => '漢'.repeat(2_000_000)],
    ['2 MB of joined emoji on one line', () => '👩‍👩‍👧‍👦'.repeat(180_000)],
    ['2 MB of one grapheme', () => `a${'\u0301'.repeat(2_000_000)}`],
    ['2 MB on one line of code', () => `\`\`\`\n${'x'.repeat(2_000_000)}\n\`\`\``],
    ['2 MB of sentence ends', () => '.'.repeat(2_000_000)],
    ['a data URI of 2 MB', () => `# T\n\n![a](data:image/png;base64,${'A'.repeat(2_000_000)})\n\nb`],
    ['a data URI of 2 MB in a heading', () => `# ![a](data:image/png;base64,${'A'.repeat(2_000_000)})\n\nb`],
    ['200,000 tabs', () => '\t'.repeat(200_000)],
    [
      '200,000 tabs around text',
      () => `a${'\t'.repeat(200_000)}b\n\n${'\t'.repeat(200_000)}c\n\n#${'\t'.repeat(200_000)}d`,
    ],
    ['1,000,000 newlines', () => '\n'.repeat(1_000_000)],
    ['1,000,000 newlines in a fence', () => `\`\`\`\n${'\n'.repeat(1_000_000)}a`],
    ['1,000,000 newlines between two paragraphs', () => `a${'\n'.repeat(1_000_000)}b`],
    ['1,000,000 newlines between two sections', () => `# T\n\n## A\n\na${'\n'.repeat(1_000_000)}## B\n\nb`],
    ['200,000 returns and newlines', () => '\r\n\r'.repeat(200_000)],
    ['20,000 headings', () => many(20_000, (n) => `## Heading ${n}\n\n`)],
    ['20,000 headings with text', () => many(20_000, (n) => `${'#'.repeat(1 + (n % 6))} Heading ${n}\n\ntext\n\n`)],
    ['20,000 headings of one name', () => '## Same\n\ntext\n\n'.repeat(20_000)],
    ['4,000 headings of one name, each with an item', () => `## Same\n\n${'a '.repeat(110)}\n\n`.repeat(4_000)],
    [
      '20,000 headings without text between two with text',
      () => `# T\n\n## A\n\na\n\n${'## E\n\n'.repeat(20_000)}## B\n\nb`,
    ],
    ['a heading of 2 MB between text', () => `a\n\n# ${'h'.repeat(2_000_000)}\n\nb`],
    ['1,000 headings of 2,000 spaces', () => `## a${' '.repeat(1_990)}b\n\nx\n\n`.repeat(1_000)],
    ['1,000 headings of 2,000 brackets', () => `## ${'['.repeat(1_990)}\n\nx\n\n`.repeat(1_000)],
    ['60,000 tabs before a Unicode line separator', () => `#${'\t'.repeat(60_000)}\u2028`],
    ['40,000 backticks before a Unicode line separator', () => `${'`'.repeat(40_000)}\u2028`],
    ['a table of 30,000 rows', () => `| a | b |\n|---|---|\n${'| c | d |\n'.repeat(30_000)}`],
    ['a table of 20,000 columns', () => `${'|a'.repeat(20_000)}|\n${'|-'.repeat(20_000)}|\n${'|b'.repeat(20_000)}|`],
    ['a paragraph of 50,000 lines with pipes', () => 'a | b\n'.repeat(50_000)],
    ['100,000 elements that are never closed', () => '<div>\n'.repeat(100_000)],
    ['50,000 comments that are never closed', () => '<!--\n\n'.repeat(50_000)],
    ['50,000 fences', () => '```\na\n```\n\n'.repeat(50_000)],
    ['front matter of 20,000 brackets', () => `---\ntitle: ${'['.repeat(20_000)}\n---\n\na`],
    ['front matter with a title of 2 MB', () => `---\ntitle: ${'t'.repeat(2_000_000)}\n---\n\na`],
    ['lone surrogates', () => '\ud83d \ude00'.repeat(50_000)],
  ];

  let spent = 0;

  it.each(CASES)('%s', (_name, text) => {
    const document = { path: PATH, text: text() };
    const start = performance.now();
    const chunks = chunk(document, { ...OPTIONS, targetSize: 200 });
    spent += performance.now() - start;
    expect(faults(document.text, chunks)).toEqual([]);
  });

  it('take no more than ten seconds together', () => {
    expect(spent).toBeGreaterThan(0);
    expect(spent).toBeLessThan(10_000);
  });
});
