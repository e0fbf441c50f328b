import { describe, expect, it } from 'vitest';
import { getAssetContent } from '../../platform/pages/assets.ts';
import { createBrowser } from '../../testing/browser.fixture.ts';
import { call, ERAS, openMcp } from '../../testing/mcp.fixture.ts';
import { OWN_PROJECT, openService, projectPath, SECOND_PROJECT } from '../../testing/service.fixture.ts';
import { DocsRenderer, RENDERER_VERSION } from './docs-renderer.ts';
import { renderPages } from './render-pages.ts';
import type { DocsSearchResults } from './search-result.ts';

const PORTAL = `/p/${OWN_PROJECT}`;
const LONG = 'Words that fill the section. '.repeat(120);
const PAGES = [
  { path: 'index', title: 'Pets', markdown: 'Welcome to the docs.' },
  {
    path: 'guides/webhooks',
    title: 'Webhooks',
    description: 'Receive deliveries',
    markdown: `Each event is a *delivery*.\n\n## Verify \`signatures\`\n\n${LONG}\n\nThe header contains a [signature](x.md) of the body.\n\n## Retry\n\n${LONG}\n\nA failed delivery is sent again with a growing delay.\n`,
  },
  { path: 'secret', title: 'Roadmap', markdown: 'The unreleased flamingo.', public: false },
];
const WORKFLOW = {
  workflowId: 'adopt-a-pet',
  summary: 'Adopt a pet',
  description: 'How a flamingo finds a home',
  steps: [{ stepId: 'find', description: 'Look for pets that are free', operationId: 'listPets' }],
};

type Send = Awaited<ReturnType<typeof openService>>['sendRequest'];

async function fill(sendRequest: Send) {
  const send = (lines: readonly object[]) =>
    sendRequest('POST', projectPath('/docs/pages-batch'), {
      text: lines.map((line) => `${JSON.stringify(line)}\n`).join(''),
      headers: { 'content-type': 'application/x-ndjson' },
    });
  await send(PAGES);
  await sendRequest('POST', projectPath('/use-cases'), { json: { workflow: WORKFLOW, public: true } });
  await sendRequest('POST', projectPath('/context'), {
    json: { title: 'Keys', content: 'A key rotates.\n\nSource: https://docs.example.com/keys', public: true },
  });
  await sendRequest('POST', projectPath('/context'), { json: { title: 'Internal', content: 'A narwhal.' } });
  await sendRequest('PUT', projectPath('/docs/settings'), { json: { title: 'Pets API', published: true } });
  return send;
}

async function open() {
  const service = await openService();
  const send = await fill(service.sendRequest);
  const search = async (q: string) =>
    (await service.sendRequest<DocsSearchResults>('GET', projectPath(`/docs/search?q=${encodeURIComponent(q)}`))).body;
  return { ...service, send, search, browser: createBrowser(service.app) };
}

describe('GET /docs/search', () => {
  it.each([
    ['a section of a page, with its anchor', 'signature header', 'page', `${PORTAL}/guides/webhooks#verify-signatures`],
    ['a page by its description', 'receive deliveries', 'page', `${PORTAL}/guides/webhooks`],
    ['a use case by its step', 'look for free pets', 'use-case', `${PORTAL}/use-cases/adopt-a-pet`],
    ['a context item with its source', 'rotates', 'item', 'https://docs.example.com/keys'],
    ['an internal page for members', 'unreleased', 'page', `${PORTAL}/secret`],
    ['an internal item for members', 'narwhal', 'item', null],
  ])('docs search finds %s', async (_name, q, kind, address) => {
    const { search } = await open();
    const { results } = await search(q);
    expect(results[0]).toMatchObject({ kind, address });
  });

  it('docs search marks the words of the query in a plain-text excerpt', async () => {
    const { search } = await open();
    const { results } = await search('signature of the body');
    const { excerpt, highlights } = results[0] ?? { excerpt: '', highlights: [] };
    expect(excerpt).toContain('header contains a signature of the body.');
    expect(highlights.map(({ start, end }) => excerpt.slice(start, end))).toContain('signature');
  });

  it('docs search ranks pages, use cases and items in one list', async () => {
    const { search } = await open();
    expect((await search('flamingo')).results.map(({ kind }) => kind).toSorted()).toEqual(['page', 'use-case']);
  });

  it('docs search suggests similar words if no document contains the words of the query', async () => {
    const { search } = await open();
    expect(await search('webhoks')).toEqual({ matched: 'none', results: [], suggestion: 'webhooks' });
    expect(await search('qqqqqq')).toEqual({ matched: 'none', results: [], suggestion: null });
  });

  it('the docs search index changes in the same transaction as the pages and use cases', async () => {
    const { search, send, sendRequest } = await open();
    await send([
      { path: 'guides/events', title: 'Events', markdown: 'An event is signed.', movedFrom: 'guides/webhooks' },
      { path: 'secret', delete: true },
    ]);
    expect((await search('delay')).results).toEqual([]);
    expect((await search('unreleased')).results).toEqual([]);
    expect((await search('signed')).results.map(({ address }) => address)).toEqual([`${PORTAL}/guides/events`]);
    await sendRequest('PUT', projectPath('/docs/pages/guides%2Fevents'), {
      json: { title: 'Events', markdown: 'Now about a walrus.' },
    });
    expect((await search('signed')).results).toEqual([]);
    expect((await search('walrus')).results).toHaveLength(1);
    const { body } = await sendRequest<{ useCases: { id: string }[] }>('GET', projectPath('/use-cases'));
    await sendRequest('DELETE', projectPath(`/use-cases/${body.useCases[0]?.id}`));
    expect((await search('flamingo')).results).toEqual([]);
  });

  it('docs search shows a file once if it is both a page and a context item', async () => {
    const { search, send, sendRequest } = await open();
    await send([{ path: 'zoo', title: 'Zoo', markdown: 'An ocelot.', source: { file: 'docs/zoo.md' } }]);
    await sendRequest('POST', projectPath('/context'), {
      json: { title: 'Zoo', content: 'An ocelot.\n\nSource: https://git.example.com/r/blob/main/docs/zoo.md#zoo' },
    });
    expect((await search('ocelot')).results.map(({ kind }) => kind)).toEqual(['page']);
  });

  it('docs search finds nothing of another project', async () => {
    const { search, sendRequest } = await open();
    await sendRequest('PUT', `/api/v1/projects/${SECOND_PROJECT}/docs/pages/other`, {
      json: { title: 'Other', markdown: 'An axolotl.' },
    });
    expect((await search('axolotl')).results).toEqual([]);
  });

  it('docs search indexes pages whose HTML is not stored, for example after a restore', async () => {
    const { search, store } = await open();
    const project = await store.accounts.projectBySlug(OWN_PROJECT);
    const page = await store.docs.page(project?.id ?? '', 'guides/webhooks');
    if (!page) throw new Error('there is no page');
    await store.docs.storeRendering(project?.id ?? '', page, { version: 0, html: '', outline: [], sections: [] });
    expect((await search('signature')).results).toEqual([]);
    const docsRenderer = new DocsRenderer();
    try {
      await renderPages({ store, docsRenderer }, new AbortController().signal);
    } finally {
      await docsRenderer.close();
    }
    expect((await search('signature')).results).toHaveLength(1);
  });

  it('the job does not store the plain text of a page as its final rendering after a timeout', async () => {
    const { store, send } = await open();
    const projectId = (await store.accounts.projectBySlug(OWN_PROJECT))?.id ?? '';
    await send([{ path: 'long', title: 'Long', markdown: `<b>${'*a **b '.repeat(20_000)}` }]);
    const page = await store.docs.page(projectId, 'long');
    if (!page) throw new Error('there is no page');
    await store.docs.storeRendering(projectId, page, { version: 0, html: '', outline: [], sections: [] });
    const runJob = async (docsRenderer: DocsRenderer) => {
      await renderPages({ store, docsRenderer }, new AbortController().signal).finally(() => docsRenderer.close());
      return (await store.docs.rendered(projectId, 'long'))?.rendering;
    };
    const plainText = await runJob(new DocsRenderer({ bounds: { deadlineMs: 1 } }));
    expect(plainText).toMatchObject({ version: 0, html: expect.stringContaining('<pre class="plain-text"') });
    const rendering = await runJob(new DocsRenderer({ bounds: { deadlineMs: 60_000 } }));
    expect(rendering).toMatchObject({ version: RENDERER_VERSION, html: expect.stringContaining('<p>') });
  });
});

describe('the search page', () => {
  it('the search page is a form without scripts, and lists results with their kind, link and marked words', async () => {
    const { browser } = await open();
    const emptyPage = await browser.open(`${PORTAL}/search`);
    expect([emptyPage.status, emptyPage.text.match(/<h1>[^<]*<\/h1>/g)]).toEqual([200, ['<h1>Search these docs</h1>']]);
    expect(emptyPage.text).toContain(`<form action="${PORTAL}/search">`);
    expect(emptyPage.text).not.toContain('<script');
    const { text, headers } = await browser.open(`${PORTAL}/search?q=signature+header`);
    expect(text).toContain(`<a href="${PORTAL}/guides/webhooks#verify-signatures">`);
    expect(text).toContain('<mark>signature</mark>');
    expect(text).toContain('>Page<');
    expect(text).toContain('<meta name="robots" content="noindex"/>');
    expect(headers.get('content-security-policy')).not.toContain('script-src');
    expect((await browser.open(`${PORTAL}/guides/webhooks`)).text).toContain(`<form action="${PORTAL}/search">`);
  });

  it('the search page shows only public results', async () => {
    const { browser } = await open();
    for (const q of ['unreleased', 'narwhal']) {
      const { text } = await browser.open(`${PORTAL}/search?q=${q}`);
      expect(text).toContain(`</search><p class="lead">Nothing contains a word of “${q}”`);
      expect(text).not.toContain('Roadmap');
    }
    expect(getAssetContent('portal')).toMatch(/\.portal-page ?> ?\.portal-search ?~ ?p ?\{\s*margin-top: ?16px/);
    expect((await browser.open(`${PORTAL}/search?q=flamingo`)).text).toContain('1 result');
  });

  it('the search page does not suggest words of texts that the reader cannot see', async () => {
    const { browser } = await open();
    expect((await browser.open(`${PORTAL}/search?q=roadmop`)).text).not.toMatch(/roadmap/i);
    expect((await browser.open(`${PORTAL}/search?q=webhoks`)).text).toContain(`href="${PORTAL}/search?q=webhooks"`);
  });

  it.each([
    ['with a script', '<script>alert(1)</script>'],
    ['with an attribute', '"><img src=x onerror=alert(1)>'],
    ['with SQL', "' OR 1=1 --"],
    ['with control characters', '\u0000\uD800 %00'],
    ['that is too long', 'a'.repeat(5_000)],
    ['in other scripts', '🦩 鍵 ключ'],
  ])('the search page shows a query %s as text', async (_name, q) => {
    const { browser } = await open();
    const { status, text } = await browser.open(`${PORTAL}/search?q=${encodeURIComponent(q.toWellFormed())}`);
    expect(status).toBe(200);
    expect(text).not.toMatch(/<script|<img/);
  });

  it('the search page responds with Markdown to clients that prefer Markdown', async () => {
    const { browser } = await open();
    const { text, headers } = await browser.open(`${PORTAL}/search?q=signature`, { accept: 'text/markdown' });
    expect(headers.get('content-type')).toBe('text/markdown; charset=utf-8');
    expect(text).toMatch(/^# Search: signature\n\n## Webhooks[^\n]*\n\nPage: http/);
  });
});

describe.each(ERAS)('search_docs and read_page with a %s client', (era) => {
  it('the tools search_docs and read_page return only pages that the user can read', async () => {
    const { sendRequest, connect, store } = await openMcp();
    await fill(sendRequest as Send);
    const client = await connect(era);
    const foundResult = await call<DocsSearchResults>(client, 'search_docs', {
      project: OWN_PROJECT,
      query: 'signature',
    });
    expect(foundResult.data.results[0]).toMatchObject({ kind: 'page', id: 'guides/webhooks' });
    expect(foundResult.text).toContain('page guides/webhooks');
    const page = await call<{ markdown: string }>(client, 'read_page', {
      project: OWN_PROJECT,
      path: 'guides/webhooks',
    });
    expect(page.data.markdown).toContain('## Retry');
    const missingResult = await call(client, 'read_page', { project: OWN_PROJECT, path: 'guides/webhook' });
    expect([missingResult.isError, missingResult.text]).toEqual([
      true,
      expect.stringContaining('similar: guides/webhooks'),
    ]);
    expect((await call(client, 'read_page', { project: OWN_PROJECT, path: 'secret' })).isError).toBe(false);

    await store.accounts.setAnonymousMcp(OWN_PROJECT, true);
    const anonymous = await connect(era, null);
    const open = await call<DocsSearchResults>(anonymous, 'search_docs', { query: 'flamingo' });
    expect(open.data.results.map(({ kind }) => kind)).toEqual(['use-case']);
    expect((await call(anonymous, 'read_page', { path: 'secret' })).isError).toBe(true);
    await sendRequest('PUT', projectPath('/docs/settings'), { json: { published: true, anonymousRead: false } });
    for (const [tool, args] of [
      ['search_docs', { query: 'signature' }],
      ['read_page', { path: 'guides/webhooks' }],
    ] as const)
      expect((await call(anonymous, tool, args)).text).toContain('not published');
  });
});
