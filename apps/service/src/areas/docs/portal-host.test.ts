import { describe, expect, it } from 'vitest';
import { createApp } from '../../app.ts';
import { PortalHosts } from '../../platform/http/portal-hosts.ts';
import { getAssetPath, isAssetPath } from '../../platform/pages/assets.ts';
import { createServices } from '../../services.ts';
import { createBrowser, signInWithKey } from '../../testing/browser.fixture.ts';
import { OWN_PROJECT, openService, projectPath } from '../../testing/service.fixture.ts';

const HOST = 'docs.example.com';
const ORIGIN = `https://${HOST}`;
const MAIN = 'https://sync.example.com';
const PAGES = [
  { path: 'index', title: 'Pets', markdown: 'Read [the start](start.md) and ![a logo](logo.png).' },
  { path: 'start', title: 'Start', markdown: '## Install' },
  { path: 'internal', title: 'Secret plans', markdown: 'Secret', public: false },
];

async function open(settings: object = {}) {
  const service = await openService();
  const { sendRequest, store, parsers } = service;
  for (const { path, ...page } of PAGES) await sendRequest('PUT', projectPath(`/docs/pages/${path}`), { json: page });
  await sendRequest('PUT', projectPath('/docs/assets/logo.png'), {
    text: 'Text',
    headers: { 'content-type': 'application/octet-stream' },
  });
  await sendRequest('PUT', projectPath('/docs/settings'), { json: { title: 'Pets', published: true, ...settings } });
  const portalHosts = new PortalHosts([{ host: HOST, slug: OWN_PROJECT }], isAssetPath);
  const reach = { publicUrl: MAIN, portalHosts };
  const app = createApp(store, () => undefined, {
    parsers,
    services: createServices(store, parsers, () => undefined, reach),
    publicUrl: MAIN,
  });
  return { ...service, app, browser: createBrowser(app, ORIGIN), main: createBrowser(app, MAIN) };
}

describe('a host of a portal', () => {
  it('the API returns the URL of the portal and of its previews on the host of the portal, if everyone can read it', async () => {
    const { app, keys } = await open();
    const send = async (method: string, path: string, body?: string, mediaType = 'application/json') => {
      const headers = { authorization: `Bearer ${keys.ann}`, 'content-type': mediaType };
      const response = await app.request(projectPath(path), { method, headers, ...(body ? { body } : {}) });
      return (await response.json()) as Record<string, unknown>;
    };
    const preview = `/docs/previews/${'a'.repeat(16)}`;
    await send('PUT', preview, JSON.stringify({ path: 'index', title: 'A', markdown: 'a' }), 'application/x-ndjson');
    expect((await send('GET', '/docs/settings')).url).toBe(ORIGIN);
    expect((await send('GET', preview)).url).toBe(`${ORIGIN}/~${'a'.repeat(16)}`);
    const internal = await send('PUT', '/docs/settings', '{"published":true,"anonymousRead":false}');
    expect(internal.url).toBe(`${MAIN}/p/${OWN_PROJECT}`);
    expect((await send('GET', preview)).url).toBe(`${MAIN}/p/${OWN_PROJECT}/~${'a'.repeat(16)}`);
  });

  it('the host of a portal serves its pages, Markdown versions and files at /, with links on the same host', async () => {
    const { browser } = await open({ accentColor: { light: '#0a6b45', dark: '#5fd6a4' } });
    const home = await browser.open('/');
    expect([home.status, home.location]).toEqual([200, undefined]);
    expect(home.text).toContain(`<link rel="canonical" href="${ORIGIN}"/>`);
    expect(home.text).toContain(`href="${MAIN}/mcp/setup#claude"`);
    const addresses = [...home.text.matchAll(/(?:href|src|action)="(\/[^"]*)"/g)].map(([, address = '']) => address);
    expect(addresses.filter((address) => /^\/(?:p|projects|sign-in|api)\b/.test(address))).toEqual([]);
    for (const address of new Set(addresses)) {
      if (!address.startsWith('/-/')) expect([address, (await browser.open(address)).status]).toEqual([address, 200]);
    }
    expect(addresses).toContain(getAssetPath('styles'));
    for (const path of ['/start', '/start.md', '/llms.txt', '/sitemap.xml', '/.well-known/agent-skills/index.json']) {
      expect([path, (await browser.open(path)).status]).toEqual([path, 200]);
    }
    expect((await browser.open('/llms.txt')).text).toContain(`](${ORIGIN}/start.md)`);
    expect((await browser.open('/sitemap.xml')).text).toContain(`<loc>${ORIGIN}/start</loc>`);
    expect(await browser.open('/index')).toMatchObject({ status: 308, location: '/' });
  });

  it('the host of a portal serves neither the API nor MCP nor pages for members', async () => {
    const { browser, keys, app } = await open();
    const paths = [
      projectPath(''),
      '/api/v1/projects',
      '/mcp',
      '/mcp/setup',
      '/sign-in',
      '/projects',
      '/account',
      `/projects/${OWN_PROJECT}`,
      `/p/${OWN_PROJECT}`,
      '/p/other',
      '/openapi.json',
      '/health',
      '/ready',
      '/oauth/authorize',
      '/.well-known/oauth-authorization-server',
      '/.well-known/oauth-protected-resource/mcp',
      '/..%2fsign-in',
      '/%2e%2e/sign-in',
      '/x//sign-in',
      '/assets/../sign-in',
    ];
    for (const path of paths) {
      const { status, text, location } = await browser.open(path, { authorization: `Bearer ${keys.ann}` });
      expect([path, status, location]).toEqual([path, 404, undefined]);
      expect(text).not.toMatch(/"(?:\/projects|\/sign-in|\/account)/);
    }
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      for (const path of [projectPath('/docs/settings'), '/sign-in/key', '/mcp', '/']) {
        const response = await app.request(`${ORIGIN}${path}`, {
          method,
          headers: { host: HOST, authorization: `Bearer ${keys.ann}`, 'content-type': 'application/json' },
          body: '{}',
        });
        expect([method, path, [404, 405].includes(response.status)]).toEqual([method, path, true]);
      }
    }
  });

  it('the host of a portal treats no one as a member, even with a session cookie', async () => {
    const service = await open();
    const member = await signInWithKey(service.app, service.keys.ann);
    for (const [name, value] of member.cookies) service.browser.cookies.set(`__Host-${name}`, value).set(name, value);
    expect((await service.browser.open('/internal')).status).toBe(404);
    expect((await service.browser.open('/llms.txt')).text).not.toContain('Secret');
  });

  it('the form for the color scheme stores the scheme and redirects to the page that contains the form', async () => {
    const { browser } = await open();
    const sentPage = await browser.send(await browser.open('/start'), {
      action: '/-/scheme',
      fields: { scheme: 'dark' },
    });
    expect(sentPage).toMatchObject({ status: 303, location: '/start' });
    expect((await browser.open('/start')).text).toContain('data-scheme="dark"');
    for (const page of ['//evil.example', '/evil.example', 'https://evil.example', '\\evil']) {
      const opened = await browser.open('/');
      expect((await browser.send(opened, { action: '/-/scheme', fields: { page } })).location).toBe('/');
    }
    const headers = { origin: MAIN, 'sec-fetch-site': 'same-site' };
    expect((await browser.send(await browser.open('/'), { action: '/-/scheme', headers })).status).toBe(403);
  });

  it('the host of a portal returns 404 before the docs are published, and does not reveal that a service exists', async () => {
    const { browser } = await open({ published: false });
    const { status, text } = await browser.open('/');
    expect([status, text.includes('Sign in'), text.includes('Context Sync</a>')]).toEqual([404, false, false]);
  });

  it.each(['DOCS.example.com', 'docs.example.com:443', 'docs.example.com.evil.example', 'evil.example', ''])(
    'a request with the Host header %j gets the portal only if the header equals the host of the portal',
    async (host) => {
      const { app } = await open();
      const response = await app.request('https://sync.example.com/start', { headers: { host } });
      expect(response.status).toBe(/^docs\.example\.com(?::\d+)?$/i.test(host) ? 200 : 404);
      expect(await response.text()).not.toContain('evil');
    },
  );

  it('a cacheable page contains no value of a request header', async () => {
    const { browser, main } = await open();
    const hostileHeaders = {
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'evil',
      'x-original-url': '/evil',
      'x-rewrite-url': '/evil',
      forwarded: 'host=evil.example',
      'x-forwarded-prefix': '/evil',
    };
    for (const [visit, paths] of [
      [browser, ['/', '/start', '/llms.txt', '/missing']],
      [main, [`/p/${OWN_PROJECT}`, `/p/${OWN_PROJECT}/start`, `/p/${OWN_PROJECT}/llms.txt`]],
    ] as const) {
      for (const path of paths) {
        const plainPage = await visit.open(path);
        const attackedPage = await visit.open(`${path}?evil=1`, hostileHeaders);
        expect([path, attackedPage.text.includes('evil'), attackedPage.text === plainPage.text]).toEqual([
          path,
          false,
          true,
        ]);
        for (const name of ['content-security-policy', 'x-frame-options']) {
          expect(attackedPage.headers.get(name)).toMatch(/frame-ancestors 'none'|DENY/);
        }
      }
    }
  });

  it('the main host serves the same pages, and their canonical URL is on the host of the portal', async () => {
    const { main } = await open();
    const { status, text } = await main.open(`/p/${OWN_PROJECT}/start`);
    expect([status, (await main.open('/sign-in')).status]).toEqual([200, 200]);
    expect(text).toContain(`<link rel="canonical" href="${ORIGIN}/start"/>`);
    expect(text).toContain(`href="/p/${OWN_PROJECT}/llms.txt"`);
  });
});
