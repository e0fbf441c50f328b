import { describe, expect, it } from 'vitest';
import { createBrowser, signInWithKey } from '../../testing/browser.fixture.ts';
import { OWN_PROJECT, openService, projectPath, SOURCE } from '../../testing/service.fixture.ts';

const SETTINGS = projectPath('/docs/settings');
const PORTAL = `/p/${OWN_PROJECT}`;

const PAGES = [
  { path: 'index', title: 'Pets', markdown: 'Welcome. Read [the start](start.md).' },
  {
    path: 'start',
    title: 'Start',
    markdown: '## Install\n\nText\n\n## Call\n\nText',
    order: 1,
    description: 'In a minute',
  },
  { path: 'guides/errors', title: 'Errors', markdown: 'Go [home](/) or [on](retries.md#times).', order: 2 },
  { path: 'guides/retries', title: 'Retries', markdown: '## Times', order: 3 },
  { path: 'internal/plans', title: 'Secret plans', markdown: 'Secret text', public: false },
];

async function open({ settings = {}, pages = PAGES }: { settings?: object; pages?: readonly object[] } = {}) {
  const service = await openService();
  const { sendRequest } = service;
  const batch = async (lines: readonly object[]) => {
    const { status, body } = await sendRequest('POST', projectPath('/docs/pages-batch'), {
      text: lines.map((line) => `${JSON.stringify(line)}\n`).join(''),
      headers: { 'content-type': 'application/x-ndjson' },
    });
    expect(status, JSON.stringify(body)).toBe(201);
  };
  await batch(pages);
  const set = (json: object) => sendRequest('PUT', SETTINGS, { json });
  await set({ title: 'Pets API', description: 'All about pets', published: true, ...settings });
  return { ...service, batch, set, browser: createBrowser(service.app) };
}

/** Returns the links in a part of a page. */
const getLinks = (text: string, start: string, end: string) => {
  const from = text.indexOf(start);
  const part = text.slice(from, text.indexOf(end, from));
  return [...part.matchAll(/<a [^>]*href="([^"]+)"[^>]*>/g)].map(([, href]) => href);
};

describe('the portal', () => {
  it('the portal shows a page with its navigation, outline, adjacent pages and the URL for assistants', async () => {
    const { browser } = await open();
    const { status, text, headers } = await browser.open(`${PORTAL}/guides/errors`);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(text).toContain('<title>Errors · Pets API</title>');
    expect(text.match(/<h1/g)).toHaveLength(1);
    expect(getLinks(text, '<nav id="portal.navigation"', '</nav>')).toEqual(
      ['start', 'guides/errors', 'guides/retries'].map((path) => `${PORTAL}/${path}`),
    );
    expect(text).toContain(`<a href="${PORTAL}/guides/errors" aria-current="page">`);
    expect(getLinks(text, '<article', '</article>')).toEqual([PORTAL, `${PORTAL}/guides/retries#times`]);
    expect(getLinks(text, '<nav class="portal-neighbors"', '</nav>')).toEqual([
      `${PORTAL}/start`,
      `${PORTAL}/guides/retries`,
    ]);
    expect(text).toContain('<a href="/mcp/setup">');
    const start = await browser.open(`${PORTAL}/start`);
    expect(getLinks(start.text, '<details class="portal-outline"', '</details>')).toEqual(['#install', '#call']);
  });

  it('the portal sets no cookie, loads no script, and lets caches revalidate its pages', async () => {
    const { browser } = await open();
    const { text, headers } = await browser.open(PORTAL);
    expect(browser.cookies.size).toBe(0);
    expect(text).not.toContain('<script');
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'self'; img-src 'self' data: https:;/,
    );
    expect(headers.get('content-security-policy')).not.toContain('script-src');
    expect(headers.get('cache-control')).toBe('public, no-cache');
    const again = await browser.open(PORTAL, { 'if-none-match': headers.get('etag') ?? '' });
    expect([again.status, again.text]).toEqual([304, '']);
  });

  it('the portal shows a changed page with the next request', async () => {
    const { browser, batch, set } = await open();
    const before = await browser.open(`${PORTAL}/start`);
    await batch([{ path: 'start', title: 'Begin', markdown: 'New text' }]);
    const after = await browser.open(`${PORTAL}/start`, { 'if-none-match': before.headers.get('etag') ?? '' });
    expect([after.status, after.text.includes('New text')]).toEqual([200, true]);
    await set({ published: false });
    expect((await browser.open(`${PORTAL}/start`)).status).toBe(404);
  });

  it('the portal shows the source of a page and the time of its last change', async () => {
    const source = { file: 'a.md', commit: 'abcdef0123', editUrl: 'https://git.example.com/edit/a.md' };
    const { browser } = await open({ pages: [{ path: 'a', title: 'A', markdown: 'a', source }] });
    const { text } = await browser.open(`${PORTAL}/a`);
    expect(text).toContain('docs as of commit <code>abcdef0</code>');
    expect(text).toContain('<a href="https://git.example.com/edit/a.md" rel="noopener noreferrer">Edit this page</a>');
    expect(text).toMatch(/Updated <time datetime="[^"]+" title="[^"]+">just now<\/time>/);
  });

  it('the portal renders a page again if another version of the renderer rendered it, and stores the result', async () => {
    const { browser, store, projectId: readProjectId } = await open();
    const projectId = await readProjectId();
    const before = await store.docs.rendered(projectId, 'start');
    if (!before?.rendering) throw new Error('the page was not rendered');
    await store.docs.storeRendering(projectId, before.page, { version: 0, html: 'old', outline: [], sections: [] });
    const { text } = await browser.open(`${PORTAL}/start`);
    expect([text.includes('<h2 id="install">'), text.includes('>old<')]).toEqual([true, false]);
    expect((await store.docs.rendered(projectId, 'start'))?.rendering).toEqual(before.rendering);
  });

  it('the home page of the portal lists the nearest pages if no page has the path "index"', async () => {
    const { browser } = await open({ pages: PAGES.slice(1) });
    const { status, text } = await browser.open(PORTAL);
    expect(status).toBe(200);
    expect(getLinks(text, '<ul class="portal-overview"', '</main>')).toContain(`${PORTAL}/guides/errors`);
    const empty = await open({ pages: [{ path: 'a', delete: true }] });
    expect((await empty.browser.open(PORTAL)).text).toContain('There are no pages yet.');
  });

  it('the portal shows the navigation of the settings without pages that the reader cannot see', async () => {
    const navigation = [
      { title: 'Begin', path: 'start' },
      {
        title: 'More',
        items: [
          { title: 'Plans', path: 'internal/plans' },
          { title: 'Oops', path: 'guides/errors' },
        ],
      },
      { title: 'Empty', items: [{ title: 'Missing', path: 'missing' }] },
    ];
    const { browser } = await open({ settings: { navigation } });
    const { text } = await browser.open(PORTAL);
    const shownText = text.slice(text.indexOf('<nav id="portal.navigation"'), text.lastIndexOf('</nav>'));
    expect(
      shownText
        .replaceAll(/<[^>]+>/g, ' ')
        .split(/\s+/)
        .filter(Boolean),
    ).toEqual(['Begin', 'More', 'Oops']);
  });

  it('the portal links to the sites of the data sources', async () => {
    const service = await open();
    await service.sendRequest('POST', projectPath('/data-sources'), {
      json: { ...SOURCE, siteUrl: 'https://docs.example.com/pets' },
    });
    const { text } = await service.browser.open(PORTAL);
    expect(getLinks(text, '<ul class="portal-sites"', '</ul>')).toEqual(['https://docs.example.com/pets']);
  });

  it.each([`${PORTAL}/`, `${PORTAL}/index`, `${PORTAL}/index/`])(
    'the path %s redirects to the only URL of the home page',
    async (path) => {
      const { browser } = await open();
      expect(await browser.open(path)).toMatchObject({ status: 308, location: PORTAL });
    },
  );

  it.each(['/p/none', '/p/none/start', '/p/%2e%2e/start', '/p/a%2Fb'])(
    'the portal path %s returns 404',
    async (path) => {
      const { browser } = await open();
      expect((await browser.open(path)).status).toBe(404);
    },
  );
});

describe('pages that were moved or deleted', () => {
  it('the URL of a moved page redirects to its current URL after any number of moves', async () => {
    const { browser, batch } = await open();
    await batch([{ path: 'a', title: 'Start', markdown: 'a', movedFrom: 'start' }]);
    await batch([{ path: 'b/c', title: 'Start', markdown: 'a', movedFrom: 'a' }]);
    for (const path of ['start', 'a']) {
      expect(await browser.open(`${PORTAL}/${path}`)).toMatchObject({ status: 308, location: `${PORTAL}/b/c` });
    }
  });

  it('a deleted page returns 410, and the response lists the nearest pages', async () => {
    const { browser, batch } = await open();
    await batch([{ path: 'guides/errors', delete: true }]);
    const { status, text } = await browser.open(`${PORTAL}/guides/errors`);
    expect([status, text.includes('This page was deleted')]).toEqual([410, true]);
    expect(getLinks(text, '<ul class="portal-overview"', '</ul>')).toEqual([`${PORTAL}/guides/retries`]);
    await batch([{ path: 'guides/errors', title: 'Again', markdown: 'a' }]);
    expect((await browser.open(`${PORTAL}/guides/errors`)).status).toBe(200);
  });

  it('an unknown page returns 404, and the listed pages include none that the reader cannot see', async () => {
    const { browser, batch } = await open();
    await batch([{ path: 'internal/old', title: 'Old', markdown: 'a', public: false }]);
    await batch([{ path: 'internal/old', delete: true }]);
    await batch([
      { path: 'internal/new', title: 'Secret plans', markdown: 'a', public: false, movedFrom: 'internal/plans' },
    ]);
    for (const path of ['guides/missing', 'internal/new', 'internal/old', 'internal/plans', 'secret']) {
      const { status, text } = await browser.open(`${PORTAL}/${path}`);
      expect([path, status, /Secret plans|internal\/new/.test(text)]).toEqual([path, 404, false]);
    }
  });
});

describe('who can read a portal', () => {
  const readAll = async (browser: ReturnType<typeof createBrowser>) => {
    const statuses: number[] = [];
    for (const path of ['', '/start', '/internal/plans'])
      statuses.push((await browser.open(`${PORTAL}${path}`)).status);
    return statuses;
  };

  it.each([
    [{ published: false }, [404, 404, 404], [404, 404, 404]],
    [{ published: true }, [200, 200, 404], [200, 200, 200]],
    [{ published: true, anonymousRead: false }, [404, 404, 404], [200, 200, 200]],
  ])(
    'with the portal settings %j, everyone gets the statuses %j and members get the statuses %j',
    async (settings, everyone, members) => {
      const service = await open({ settings });
      expect(await readAll(service.browser)).toEqual(everyone);
      const member = await signInWithKey(service.app, service.keys.ann);
      // The pages for members are requested first. If they were cached incorrectly, other readers would get them.
      expect(await readAll(member)).toEqual(members);
      expect(await readAll(service.browser)).toEqual(everyone);
      const response = await member.open(PORTAL);
      if (response.status === 200) expect(response.headers.get('cache-control')).toContain('no-store');
    },
  );

  it('a portal that is not published looks like one that does not exist', async () => {
    const { browser } = await open({ settings: { published: false } });
    const listShown = async (path: string) => {
      const { status, text } = await browser.open(path, { accept: 'application/json', 'x-request-id': 'r' });
      return [status, text];
    };
    expect(await listShown(`${PORTAL}/start`)).toEqual(await listShown('/p/none/start'));
  });

  it('access to a portal does not depend on the Host header', async () => {
    const { app, browser } = await open();
    const { text } = await browser.open(PORTAL);
    const response = await app.request(PORTAL, {
      headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example' },
    });
    const other = await response.text();
    expect(other).not.toContain('evil');
    expect(other).toBe(text);
  });
});
