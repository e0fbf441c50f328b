import { createServer } from 'node:http';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import {
  COLOR_SCHEMES,
  findAccessibilityProblems,
  hasBrowser,
  measureOverflow,
  openPages,
  WIDTHS,
} from '../../testing/chromium.fixture.ts';
import { listen } from '../../testing/listen.fixture.ts';
import { OWN_PROJECT, projectPath } from '../../testing/service.fixture.ts';
import { PETS } from './openapi.fixture.ts';

const MARKDOWN = `
Text with \`code\`, a [link](start.md) and ${'averyverylongword'.repeat(8)}.

## Install

> [!NOTE]
> A note.

> [!WARNING]
> A warning.

\`\`\`ts
const aLongLine = await client.pets.list({ limit: 100, cursor: 'abc', status: 'available', owner: 'ann' }); // comment
\`\`\`

### A table

| Name | Meaning | Another column | One more column |
| --- | --- | ---: | --- |
| \`aLongNameOfAParameter\` | What it means in a few more words | 1,000 | https://example.com/a/very/long/address |

- [x] Done
- [ ] Open

Text[^1].

[^1]: A footnote.
`;
const PAGES = [
  { path: 'index', title: 'Pets', markdown: 'Welcome.', description: 'All about pets' },
  {
    path: 'start',
    title: 'Start',
    markdown: MARKDOWN,
    source: { commit: 'abcdef0', editUrl: 'https://example.com/a' },
  },
  ...['errors', 'retries', 'limits'].map((name) => ({
    path: `guides/${name}`,
    title: `About ${name}`,
    markdown: '## A\n\n## B',
  })),
  { path: 'old', title: 'Old', markdown: 'old' },
];

async function open(options: Parameters<typeof openPages>[0] = {}) {
  const openedPages = await openPages(options);
  const { sendRequest, url } = openedPages;
  const send = (lines: readonly object[]) =>
    sendRequest('POST', projectPath('/docs/pages-batch'), {
      text: lines.map((line) => `${JSON.stringify(line)}\n`).join(''),
      headers: { 'content-type': 'application/x-ndjson' },
    });
  await send(PAGES);
  await send([{ path: 'old', delete: true }]);
  await sendRequest('PUT', projectPath('/docs/settings'), { json: { title: 'Pets API', published: true } });
  return { ...openedPages, portal: `${url}/p/${OWN_PROJECT}` };
}

/** Starts the server of an API. @param origin value of Access-Control-Allow-Origin; undefined if the server allows no requests from other sites */
async function startApi(origin: string | undefined) {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url} ${request.headers.authorization ?? ''}`.trim());
    const headers = { 'access-control-allow-origin': origin, 'access-control-allow-headers': 'authorization' };
    response.writeHead(request.method === 'OPTIONS' ? 204 : 404, origin === undefined ? {} : headers);
    response.end(
      request.method === 'OPTIONS' ? undefined : `<img src=x onerror=alert(1)>${'{"code":"not_found"}'.repeat(99)}`,
    );
  });
  return { requests, url: `http://127.0.0.1:${await listen(server)}` };
}

/** Checks a page in both color schemes and in every width. */
async function checkPage(page: Page): Promise<void> {
  for (const colorScheme of COLOR_SCHEMES) {
    await page.emulateMedia({ colorScheme });
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      expect([colorScheme, width, await measureOverflow(page)]).toEqual([colorScheme, width, 0]);
      expect([colorScheme, width, await findAccessibilityProblems(page)]).toEqual([colorScheme, width, []]);
    }
  }
}

describe.skipIf(!hasBrowser)('pages of the portal', () => {
  it.each([
    [
      'the response of a server that allows the request',
      '*',
      /^404 Not Found\s+<img src=x onerror=alert\(1\)>\{"code"/,
    ],
    [
      'the reason for a server that does not allow the request',
      undefined,
      /does not allow requests from other sites \(CORS\)/,
    ],
  ])(
    '"Try it" shows %s as text, and the page stays accessible',
    async (_name, origin, expectedText) => {
      const { page, portal, sendRequest } = await open({ expected: /CORS policy|net::ERR_FAILED/ });
      const api = await startApi(origin);
      const json = { ...PETS, servers: [{ url: `${api.url}/v1` }] };
      await sendRequest('PUT', projectPath('/api-description'), { json });
      await sendRequest('PUT', projectPath('/docs/settings'), { json: { published: true, publicReference: true } });
      await page.goto(`${portal}/reference/list-pets`);
      await page.getByLabel('token').fill('secret');
      await page.getByRole('button', { name: 'Send request' }).focus();
      await page.keyboard.press('Enter');
      const response = page.getByRole('status', { name: 'Response' });
      await expect.poll(() => response.textContent()).toMatch(expectedText);
      expect(await response.locator('*').count()).toBe(0);
      expect(api.requests).toEqual(
        origin === undefined ? ['OPTIONS /v1/pets'] : ['OPTIONS /v1/pets', 'GET /v1/pets Bearer secret'],
      );
      await checkPage(page);
    },
    300_000,
  );

  it('the search page has one search field, which contains the query', async () => {
    const { page, portal } = await open({ javaScript: false });
    await page.goto(`${portal}/start`);
    await page.getByRole('searchbox').fill('install');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/search\?q=install$/);
    expect(await page.getByRole('searchbox').count()).toBe(1);
    expect(await page.getByRole('searchbox').inputValue()).toBe('install');
  });

  it.each(COLOR_SCHEMES)(
    'pages of the portal have no accessibility problem and no horizontal scroll bar in the %s color scheme',
    async (colorScheme) => {
      const { page, portal } = await open();
      await page.emulateMedia({ colorScheme });
      for (const path of ['', '/start', '/guides/errors', '/missing', '/old']) {
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 800 });
          await page.goto(`${portal}${path}`);
          expect([path, width, await measureOverflow(page)]).toEqual([path, width, 0]);
          expect([path, width, await findAccessibilityProblems(page)]).toEqual([path, width, []]);
        }
      }
    },
    60_000,
  );

  it('the navigation, the outline, the anchors and the menu of narrow pages of the portal work without scripts', async () => {
    const { page, portal } = await open({ javaScript: false });
    await page.setViewportSize({ width: 1_280, height: 800 });
    await page.goto(portal);
    await page.getByRole('navigation', { name: 'Docs' }).getByRole('link', { name: 'Start' }).click();
    await page.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name: 'A table' }).click();
    expect(new URL(page.url()).hash).toBe('#a-table');
    await page.getByRole('link', { name: 'Next About errors' }).click();
    expect(await page.locator('h1').textContent()).toBe('About errors');
    await page.setViewportSize({ width: 320, height: 800 });
    const menu = page.getByRole('navigation', { name: 'Docs' });
    expect(await menu.isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Menu' }).click();
    await menu.getByRole('link', { name: 'Start' }).click();
    expect(new URL(page.url()).pathname).toBe(`/p/${OWN_PROJECT}/start`);
    await page.getByText('On this page').click();
    expect(await page.getByRole('link', { name: 'Install', exact: true }).isVisible()).toBe(true);
  });

  it('pages of the portal can be used with the keyboard, and the first link skips to the content', async () => {
    const { page, portal } = await open();
    await page.goto(`${portal}/start`);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    const focused = await page.evaluate('document.activeElement.closest("main") !== null');
    expect(focused).toBe(true);
  });

  it('pages of the portal need at most four requests and 60 kB without images', async () => {
    const { page, portal } = await open();
    let requests = 0;
    let bytes = 0;
    page.on('response', async (response) => {
      requests += 1;
      bytes += (await response.body()).length;
    });
    await page.goto(`${portal}/start`, { waitUntil: 'networkidle' });
    expect(requests).toBeLessThanOrEqual(4);
    expect(bytes).toBeLessThan(60_000);
  });
});
