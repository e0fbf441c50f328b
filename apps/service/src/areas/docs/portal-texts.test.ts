import { describe, expect, it } from 'vitest';
import { createBrowser } from '../../testing/browser.fixture.ts';
import { OWN_PROJECT, openService, projectPath } from '../../testing/service.fixture.ts';
import { formatIndex, MAX_INDEX_CHARS } from './agent-texts.ts';
import { makeLinksAbsolute } from './portable-links.ts';

const PORTAL = `/p/${OWN_PROJECT}`;
const ORIGIN = 'http://127.0.0.1:8787';
const BASE = `${ORIGIN}${PORTAL}`;
const PAGES = [
  { path: 'index', title: 'Pets', markdown: 'Welcome.' },
  { path: 'guides/a', title: 'A [1]', markdown: 'See [b](b.md).', description: 'How to\nbegin' },
  { path: 'guides/b', title: 'B', markdown: '# Own title\n\nText' },
  { path: 'secret', title: 'Secret', markdown: 'Secret text', public: false },
];

async function open() {
  const { app, sendRequest } = await openService();
  const batch = (lines: readonly object[]) =>
    sendRequest('POST', projectPath('/docs/pages-batch'), {
      text: lines.map((line) => `${JSON.stringify(line)}\n`).join(''),
      headers: { 'content-type': 'application/x-ndjson' },
    });
  await batch(PAGES);
  await sendRequest('PUT', projectPath('/docs/settings'), {
    json: { title: 'Pets API', description: 'All about pets', published: true },
  });
  return { batch, browser: createBrowser(app) };
}

describe('texts for agents', () => {
  it('each portal page has a Markdown version at its URL with .md, and for clients that prefer Markdown', async () => {
    const { browser } = await open();
    const { status, text, headers } = await browser.open(`${PORTAL}/guides/a.md`);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/markdown; charset=utf-8']);
    expect(text).toBe(
      `# A [1]\n\n> All pages of these docs: ${BASE}/llms.txt\n\nHow to begin\n\nSee [b](${BASE}/guides/b.md).\n`,
    );
    expect((await browser.open(`${PORTAL}/guides/b.md`)).text).toMatch(/^# Own title\n\n> All .*\n\nText\n/);
    for (const accept of ['text/markdown', 'text/markdown, text/html;q=0.9']) {
      const other = await browser.open(`${PORTAL}/guides/a`, { accept });
      expect([other.text, other.headers.get('vary')]).toEqual([text, 'Accept, Cookie']);
    }
    expect((await browser.open(PORTAL, { accept: 'text/markdown' })).text).toMatch(/^# Pets\n\n> All .*\n\nWelcome\./);
    for (const accept of ['text/html, text/markdown;q=0.5', '*/*', 'text/html']) {
      expect((await browser.open(`${PORTAL}/guides/a`, { accept })).text).toMatch(/^<!doctype html>/);
    }
  });

  it('the Link header of a portal page contains its Markdown version and the indexes', async () => {
    const { browser } = await open();
    const { headers, text } = await browser.open(`${PORTAL}/guides/a`);
    expect(headers.get('link')).toBe(
      `<${PORTAL}/llms.txt>; rel="llms-txt"; type="text/plain", <${PORTAL}/llms-full.txt>; rel="llms-full-txt"; type="text/plain", <${PORTAL}/.well-known/agent-skills/index.json>; rel="agent-skills"; type="application/json", <${PORTAL}/guides/a.md>; rel="alternate"; type="text/markdown"`,
    );
    expect(text).toContain(`<link rel="alternate" type="text/markdown" href="${PORTAL}/guides/a.md"/>`);
    expect((await browser.open(`${PORTAL}/missing`)).headers.get('link')).not.toContain('alternate');
  });

  it('moved and deleted pages have the same status as Markdown as they have as HTML', async () => {
    const { browser, batch } = await open();
    await batch([
      { path: 'guides/c', title: 'C', markdown: 'c', movedFrom: 'guides/b' },
      { path: 'guides/a', delete: true },
    ]);
    expect(await browser.open(`${PORTAL}/guides/b.md`)).toMatchObject({
      status: 308,
      location: `${PORTAL}/guides/c.md`,
    });
    const gonePage = await browser.open(`${PORTAL}/guides/a.md`);
    expect([gonePage.status, gonePage.text]).toEqual([
      410,
      `# This page was deleted\n\nThese pages may help:\n\n- [C](${BASE}/guides/c.md)\n\nAll pages of these docs: ${BASE}/llms.txt\n`,
    ]);
    expect(await browser.open(`${PORTAL}/none.md`)).toMatchObject({ status: 404 });
  });

  it('llms.txt lists all pages, and the llms.txt of a folder lists only the pages in the folder', async () => {
    const { browser } = await open();
    const { text, headers } = await browser.open(`${PORTAL}/llms.txt`);
    expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(text).toBe(
      `# Pets API\n\n> All about pets\n\n## Pages\n\n- [Pets](${BASE}/index.md)\n- [A \\[1\\]](${BASE}/guides/a.md): How to begin\n- [B](${BASE}/guides/b.md)\n`,
    );
    const scopedPage = await browser.open(`${PORTAL}/guides/llms.txt`);
    expect(scopedPage.text).toContain(`# Pets API: guides\n\n## Pages\n\n- [A`);
    expect(scopedPage.text).not.toContain('index.md');
    expect((await browser.open(`${PORTAL}/none/llms.txt`)).status).toBe(404);
  });

  it('llms-full.txt and sitemap.xml contain what everyone can read', async () => {
    const { browser } = await open();
    const fullPage = await browser.open(`${PORTAL}/llms-full.txt`);
    for (const part of ['Welcome.', 'See [b](b.md).', 'Own title']) expect(fullPage.text).toContain(part);
    const sitemap = await browser.open(`${PORTAL}/sitemap.xml`);
    expect(
      [...sitemap.text.matchAll(/<loc>([^<]+)<\/loc><lastmod>[^<]+Z<\/lastmod>/g)].map(([, address]) => address),
    ).toEqual([`${BASE}/guides/a`, `${BASE}/guides/b`, BASE]);
    for (const { text } of [fullPage, sitemap, await browser.open(`${PORTAL}/llms.txt`)])
      expect(text).not.toMatch(/secret/i);
    expect(await browser.open(`${PORTAL}/secret.md`)).toMatchObject({ status: 404 });
  });
});

describe('makeLinksAbsolute', () => {
  const BASE_URL = 'https://docs.example.com/p/pets';
  it.each([
    ['[a](b.md#c)', `[a](${BASE_URL}/guides/b.md#c)`],
    ['[a](../b "title") ![c](img/d.png)', `[a](${BASE_URL}/b.md "title") ![c](${BASE_URL}/guides/img/d.png)`],
    ['[a](</b/index.md>)', `[a](<${BASE_URL}/b.md>)`],
    [
      '[a]: b.md\n[a](https://example.com) [b](#c) [d](mailto:e@example.com)',
      `[a]: ${BASE_URL}/guides/b.md\n[a](https://example.com) [b](#c) [d](mailto:e@example.com)`,
    ],
    ['`[a](b.md)` [a](b.md)', `\`[a](b.md)\` [a](${BASE_URL}/guides/b.md)`],
    ['```md\n[a](b.md)\n```\n[a](b.md)', `\`\`\`md\n[a](b.md)\n\`\`\`\n[a](${BASE_URL}/guides/b.md)`],
    ['~~~\n```\n[a](b.md)\n~~~~', '~~~\n```\n[a](b.md)\n~~~~'],
  ])('makeLinksAbsolute converts the links in %j', (markdown, expected) => {
    expect(makeLinksAbsolute(markdown, 'guides/a', BASE_URL)).toBe(expected);
  });
});

describe('an index that would be too long', () => {
  const list = (paths: readonly string[]) => {
    const pages = new Map(paths.map((path) => [path, { path, title: 'T'.repeat(60), description: 'd'.repeat(200) }]));
    return { title: 'Pets', description: '', base: 'https://docs.example.com/p/pets', pages, order: [] };
  };

  it('an llms.txt that would be too long lists its sections, each with its own index', () => {
    const paths = Array.from({ length: 600 }, (_, index) => `s${index % 6}/p${index}`);
    const contents = list([...paths, 'start']);
    const index = formatIndex(contents, '') ?? '';
    expect(index.length).toBeLessThanOrEqual(MAX_INDEX_CHARS);
    expect(index).toContain('- [s5](https://docs.example.com/p/pets/s5/llms.txt): 100 pages');
    expect(index).toContain('https://docs.example.com/p/pets/start.md');
    expect(formatIndex(contents, 's5')?.match(/^- /gm)).toHaveLength(100);
  });

  it('an llms.txt states how many entries it omits if the index of one folder is too long', () => {
    const contents = list(Array.from({ length: 2_000 }, (_, index) => `p${index}`));
    const index = formatIndex(contents, '') ?? '';
    expect(index.length).toBeLessThanOrEqual(MAX_INDEX_CHARS);
    const listed = (index.match(/\.md\)/g) ?? []).length;
    expect(index).toContain(`- ${2_000 - listed} more are in sitemap.xml`);
  });
});
