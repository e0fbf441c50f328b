import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { crawlPortal } from './crawl-portal.ts';

const page = (text: string) =>
  `<html><head><link rel="stylesheet" href="/style.css"></head><body><main><article class="prose">${text}</article></main></body></html>`;
const PAGES: Readonly<Record<string, string>> = {
  '/p/x': page(
    '<h2 id="top-part">A</h2><a href="/p/x/a#part">a</a><a href="/p/x/a#none">b</a><a href="#top-part">c</a><a href="https://example.com/">d</a>',
  ),
  '/p/x/a': page(
    '<p id="part">{{ version }} <code>{{ code }}</code> &lt;Card /&gt;</p><img src="/p/x/gone.png" alt="">',
  ),
  '/p/x/late': page('<pre class="plain-text"># Title</pre>'),
  '/p/x/sitemap.xml':
    '<urlset><url><loc>https://docs.example.com/p/x</loc></url><url><loc>https://docs.example.com/p/x/late</loc></url></urlset>',
};

it('the crawler of a portal finds broken links, anchors and images, plain text, and syntax of generators', async () => {
  const server = createServer(({ url = '' }, response) => {
    const body = PAGES[url];
    const type = url.endsWith('.xml') ? 'application/xml' : 'text/html; charset=utf-8';
    response.writeHead(url === '/style.css' ? 200 : body === undefined ? 404 : 200, { 'content-type': type });
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const result = await crawlPortal(`http://127.0.0.1:${port}/p/x`);
  expect({ ...result, pages: [...result.pages].sort() }).toEqual({
    pages: ['a', 'index', 'late'],
    linkCount: 6,
    imageCount: 1,
    anchorCount: 3,
    externalCount: 1,
    broken: [
      { page: 'index', kind: 'link', target: '/p/x/a#none', isInText: true, cause: 'no such anchor' },
      { page: 'a', kind: 'image', target: '/p/x/gone.png', isInText: true, cause: '404' },
    ],
    plainTextPages: ['late'],
    leftovers: [
      { page: 'a', kind: 'template', text: '{{ version }}' },
      { page: 'a', kind: 'component', text: '<Card />' },
    ],
  });
});
