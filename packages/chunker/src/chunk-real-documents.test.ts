import { readdirSync, readFileSync } from 'node:fs';
import { sampleCases } from '@context-sync/test-tier';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { describe, expect, it } from 'vitest';
import { type ChunkOptions, chunk } from './chunk.ts';
import { brokenEnds, getBody, itemProblems } from './item-problems.fixture.ts';

const PATH = 'docs/page.md';
const ADDRESS: ChunkOptions = { address: { siteUrl: 'https://docs.example.com', root: 'docs' } };

const pagesIn = (folder: string) => {
  const url = new URL(folder, import.meta.url);
  return readdirSync(url, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md') && name !== 'LICENCES.md')
    .map((name) => [name, readFileSync(new URL(name, url), 'utf8')] as const);
};
const PAGES = [...pagesIn('fixtures/'), ...pagesIn('../../../docs/')];

const visibleWords = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

const CODE_OR_TAG = /^(`{3,}|~{3,})[\s\S]*?^\1|`[^`\n]*`|<a\s[^<>]*>[\s\S]*?<\/a\s*>|<\/?[a-z][\w-]*(?:\s[^<>]*)?>/gm;

/** Replaces HTML outside of code with its text: the label and the URL of links, and the alternative text and the URL of images. */
const removeHtml = (text: string): string =>
  text.replaceAll(CODE_OR_TAG, (match) => {
    if (!match.startsWith('<')) return match;
    const getAttribute = (name: string) => new RegExp(`^<[^<>]*\\s${name}="([^"]*)"`).exec(match)?.[1] ?? '';
    if (match.startsWith('<img')) return ` ${getAttribute('alt')} ${getAttribute('src')} `;
    const label = /^<a\s[^<>]*>([\s\S]*)<\/a\s*>$/.exec(match)?.[1];
    return label === undefined ? ' ' : ` ${removeHtml(label)} ${getAttribute('href')} `;
  });

/**
 * Returns the page without the syntax that the chunker removes: front matter, comments, scripts, link definitions, directives, anchors and component
 * tags.
 */
const getReadableText = (text: string) =>
  removeHtml(
    text
      .replace(/^---\n[\s\S]*?\n---\n/, '')
      .replaceAll(/<!--[\s\S]*?-->/g, '')
      .replaceAll(/^(?:<script[\s\S]*?<\/script>|\[[^\]]+\]: \S+)$/gm, '')
      .replaceAll(/^ *:::.*$/gm, '')
      .replaceAll(/<a (?:id|name)="[^"]*"><\/a>/g, '')
      .replaceAll(/<\/?[A-Z]\w*(?:\s+[\w-]+="[^"]*")*\s*\/?>/g, '')
      .replaceAll(/^@@(?:filename|switch)/gm, '')
      .replaceAll(/^> (?:info|warning|error|success) (?=\*\*)/gm, '> '),
  );

/** Returns the text with the padding of its tables removed. */
const removePadding = (text: string) =>
  text.replaceAll(/^\|.*\|$/gm, (row) =>
    row.replaceAll(/ +\|/g, ' |').replaceAll(/\| +/g, '| ').replaceAll(/-{4,}/g, '---'),
  );

/**
 * Returns the blocks that the chunker leaves unchanged except for table padding: blocks without site generator syntax and without links to resolve.
 */
function listWholeBlocks(text: string): string[] {
  const body = text.replace(/^---\n[\s\S]*?\n---\n/, (head) => head.replaceAll(/[^\n]/g, ''));
  const { children } = fromMarkdown(body, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
  const definitions = children.some(({ type }) => type === 'definition');
  return children
    .flatMap((node) => (node.type === 'list' ? node.children : [node]))
    .filter(({ type }) => ['paragraph', 'code', 'table', 'listItem'].includes(type))
    .map(({ type, position }) => {
      const block = body.slice(position?.start.offset, position?.end.offset);
      return type === 'table' ? removePadding(block) : block;
    })
    .filter((block) => removeHtml(block) === block)
    .filter(
      (block) =>
        !/^ *:::|^ *<<<|^@@|<!--|<a id=|\{\{|^<[A-Z]/m.test(block) &&
        !(definitions && block.includes('[')) &&
        block.length <= 5_000,
    );
}

const SAMPLE = sampleCases(PAGES, 4);

describe('fixture pages', () => {
  it('finds more than ten fixture pages with enough text', () => {
    expect(PAGES.length).toBeGreaterThan(10);
    expect(PAGES.map(([, text]) => text.length).reduce((sum, length) => sum + length)).toBeGreaterThan(80_000);
    expect(SAMPLE.flatMap(([, text]) => listWholeBlocks(text)).length).toBeGreaterThan(5 * SAMPLE.length);
  });
});

describe.each(SAMPLE)('fixture page %s', (_name, text) => {
  it.each([200, 1_000, 2_500, 8_000])(
    'respects all limits and loses no word of a real page for target size %i',
    (targetSize) => {
      const chunks = chunk({ path: PATH, text }, { targetSize, ...ADDRESS });
      expect(chunks.warnings).toEqual([]);
      expect(itemProblems(PATH, text, chunks, true)).toEqual([]);
      expect(brokenEnds(chunks)).toEqual([]);
      // The chunker adds words when it makes links absolute but removes no words.
      const itemWords = chunk({ path: PATH, text }, { targetSize }).items.flatMap(({ content }) =>
        visibleWords(content),
      );
      let at = 0;
      const missingWords = visibleWords(getReadableText(text)).filter((word) => {
        const found = itemWords.indexOf(word, at);
        if (found >= 0) at = found + 1;
        return found < 0;
      });
      expect(missingWords).toEqual([]);
    },
  );

  it('keeps every paragraph, fence, table and list item of a real page whole in one item', () => {
    const bodies = chunk({ path: PATH, text }).items.map(({ content }) => getBody(content));
    const wholes = listWholeBlocks(text);
    expect(wholes.length).toBeGreaterThan(0);
    expect(wholes.filter((block) => !bodies.some((body) => body.includes(block)))).toEqual([]);
  });

  it('keeps every lead-in of a real page in the same item as its block', () => {
    const lines = text.split('\n');
    const findNext = (line: number) => lines.slice(line).find((each) => each.trim() !== '') ?? '#';
    const left = chunk({ path: PATH, text }).items.filter((item) => {
      const last = lines[item.lines[1] - 1] ?? '';
      return /[^:]:$/.test(last) && !/^(?:#|:::)/.test(findNext(item.lines[1]));
    });
    expect(left.map(({ key }) => key)).toEqual([]);
  });
});

describe('real pages', () => {
  it('splits a real page along its headings', () => {
    const [, text] = PAGES.find(([name]) => name === 'vite-config.md') ?? [];
    expect(text).toBeDefined();
    const { items } = chunk({ path: PATH, text: text ?? '' });
    expect(items.map(({ key, title }) => `${key.slice(PATH.length)} ${title}`)).toEqual([
      '# Configuring Vite',
      '#config-intellisense Configuring Vite › Config Intellisense',
      '#conditional-config Configuring Vite › Conditional Config',
      '#async-config Configuring Vite › Async Config',
      '#using-environment-variables-in-config Configuring Vite › Using Environment Variables in Config',
      '#debugging-the-config-file-in-vs-code Configuring Vite › Debugging the Config File in VS Code',
    ]);
  });
});
