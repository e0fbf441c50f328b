import { describe, expect, it, vi } from 'vitest';
import { getAssetContent } from '../../platform/pages/assets.ts';
import { createBrowser, signInWithKey } from '../../testing/browser.fixture.ts';
import { OWN_PROJECT, openService, projectPath } from '../../testing/service.fixture.ts';
import { MAX_PREVIEWS, PREVIEW_TTL_MS } from './preview-store.ts';

const HASH = 'abcdef0123456789';
const PREVIEW = `/p/${OWN_PROJECT}/~${HASH}`;
const PAGES = [
  { path: 'index', title: 'New home', markdown: 'Read [the start](guides/start.md) <script>alert(1)</script>' },
  { path: 'guides/start', title: 'New start', markdown: 'Go [home](/)' },
  { path: 'internal', title: 'Secret plans', markdown: 'Secret', public: false },
];

async function open(settings: object = {}) {
  const service = await openService();
  const { sendRequest } = service;
  const put = (hash = HASH, pages: readonly object[] = PAGES) =>
    sendRequest<{ path: string; pages: number; expiresAt: string }>('PUT', projectPath(`/docs/previews/${hash}`), {
      text: pages.map((page) => `${JSON.stringify(page)}\n`).join(''),
      headers: { 'content-type': 'application/x-ndjson' },
    });
  await sendRequest('PUT', projectPath('/docs/settings'), { json: { title: 'Pets', published: true, ...settings } });
  return { ...service, put, browser: createBrowser(service.app) };
}

describe('previews of docs', () => {
  it('a docs preview has its own URL, links within the preview, and is visible to everyone who knows the URL', async () => {
    const { put, browser } = await open();
    const { status, body } = await put();
    expect([status, body.path, body.pages]).toEqual([201, PREVIEW, 3]);
    const home = await browser.open(PREVIEW);
    expect([home.status, home.text.includes('<h1>New home</h1>')]).toEqual([200, true]);
    expect(home.text).toContain(`<a href="${PREVIEW}/guides/start">the start</a>`);
    expect(home.text).toContain(`<a href="${PREVIEW}/guides/start">New start</a>`);
    expect(home.text).not.toContain('<script');
    expect((await browser.open(`${PREVIEW}/guides/start`)).text).toContain(`<a href="${PREVIEW}">home</a>`);
    expect((await browser.open(`${PREVIEW}/none`)).status).toBe(404);
  });

  it('the notice of a docs preview is a block of the page, which has space above it', async () => {
    const { put, browser } = await open();
    await put();
    const { text } = await browser.open(PREVIEW);
    expect(text).toMatch(/<h1>New home<\/h1><div class="notice[^"]*"/);
    expect(getAssetContent('portal')).toMatch(/\.portal-page ?> ?\.notice ?\{\s*margin-top: ?16px/);
  });

  it('a link of a docs preview to a page that the preview does not contain leads to the published page', async () => {
    const { put, browser, sendRequest } = await open();
    await sendRequest('PUT', projectPath('/docs/pages/limits'), { json: { title: 'Limits', markdown: 'a' } });
    await put();
    const location = `/p/${OWN_PROJECT}/limits`;
    expect(await browser.open(`${PREVIEW}/limits`)).toMatchObject({ status: 307, location });
  });

  it('the API returns a docs preview without its pages, and 404 for one that does not exist', async () => {
    const { put, sendRequest } = await open();
    const created = await put();
    expect(await sendRequest('GET', projectPath(`/docs/previews/${HASH}`))).toMatchObject({
      status: 200,
      body: created.body,
    });
    expect((await sendRequest('GET', projectPath(`/docs/previews/${'0'.repeat(16)}`))).status).toBe(404);
  });

  it('docs previews are in no list, no cache and no search engine', async () => {
    const { put, browser } = await open();
    await put();
    const { headers, text } = await browser.open(PREVIEW);
    expect([headers.get('x-robots-tag'), headers.get('cache-control')]).toEqual(['noindex', 'no-store']);
    expect(text).toContain('<meta name="robots" content="noindex"/>');
    for (const path of ['', '/llms.txt', '/llms-full.txt', '/sitemap.xml', '/search?q=start', '/none']) {
      expect((await browser.open(`/p/${OWN_PROJECT}${path}`)).text).not.toMatch(/New start|~abcdef/);
    }
  });

  it('docs previews show pages for members to members only', async () => {
    const { put, browser, app, keys } = await open();
    await put();
    expect((await browser.open(PREVIEW)).text).not.toContain('Secret plans');
    expect((await browser.open(`${PREVIEW}/internal`)).status).toBe(404);
    const member = await signInWithKey(app, keys.ann);
    expect((await member.open(`${PREVIEW}/internal`)).status).toBe(200);
  });

  it('docs previews return 404 if the portal is not published, and in other projects', async () => {
    const { put, browser } = await open({ published: false });
    await put();
    expect((await browser.open(PREVIEW)).status).toBe(404);
    expect((await browser.open(`/p/none/~${HASH}`)).status).toBe(404);
  });

  it('docs previews can be replaced, are limited in number, and expire after 14 days', async () => {
    const { put, browser, store, projectId: readProjectId } = await open();
    await put();
    const againResponse = await put(HASH, [{ path: 'index', title: 'Newer home', markdown: 'a' }]);
    expect([againResponse.status, againResponse.body.pages]).toEqual([200, 1]);
    expect((await browser.open(PREVIEW)).text).toContain('Newer home');
    const projectId = await readProjectId();
    const hashes = Array.from({ length: MAX_PREVIEWS }, (_, index) => `${'0'.repeat(14)}${String(index + 10)}`);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 1_000 });
    try {
      for (const hash of hashes) {
        vi.setSystemTime(Date.now() + 1_000);
        await store.transaction((operations) => operations.docsPreviews.put(projectId, hash, []));
      }
      const storedPreviews = await Promise.all(
        [HASH, ...hashes].map((hash) => store.docsPreviews.get(projectId, hash)),
      );
      expect(storedPreviews.map((preview) => preview !== undefined)).toEqual([false, ...hashes.map(() => true)]);
      const end = Date.now() + PREVIEW_TTL_MS;
      vi.setSystemTime(end - 1_500);
      expect(await store.docsPreviews.get(projectId, hashes.at(-1) ?? '')).toBeDefined();
      vi.setSystemTime(end + 1);
      expect(await store.docsPreviews.get(projectId, hashes.at(-1) ?? '')).toBeUndefined();
      const prune = (limit: number) => store.transaction((operations) => operations.docsPreviews.prune(end + 1, limit));
      expect([await prune(5), await prune(500), await prune(500)]).toEqual([5, MAX_PREVIEWS - 5, 0]);
    } finally {
      vi.useRealTimers();
    }
  });

  it.each(['~', '~ABCDEF0123456789', '~abc', `~${'a'.repeat(65)}`, `~${HASH}%2f..`, `~${HASH}/../../sign-in`])(
    '%s is not a preview',
    async (path) => {
      const { put, browser } = await open();
      await put();
      const { status, text } = await browser.open(`/p/${OWN_PROJECT}/${path}`);
      expect([status, text.includes('New home')]).toEqual([404, false]);
    },
  );

  it('the preview endpoint rejects invalid names, deletions of pages and other media types', async () => {
    const { put, sendRequest } = await open();
    expect((await put('short')).status).toBe(400);
    expect((await put(HASH, [{ path: 'a', delete: true }])).status).toBe(400);
    expect((await put(HASH, [])).status).toBe(400);
    const json = await sendRequest('PUT', projectPath(`/docs/previews/${HASH}`), { json: PAGES[0] });
    expect(json.status).toBe(415);
  });
});
