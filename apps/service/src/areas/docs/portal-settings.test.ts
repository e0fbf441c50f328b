import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createApp } from '../../app.ts';
import { createServices } from '../../services.ts';
import { createBrowser, signInWithKey } from '../../testing/browser.fixture.ts';
import { OWN_PROJECT, openService, projectPath } from '../../testing/service.fixture.ts';
import { ACCENT_BACKGROUNDS, computeContrast, findContrastProblem, formatAccentStyles } from './accent-color.ts';

const SETTINGS = projectPath('/docs/settings');
const PORTAL = `/p/${OWN_PROJECT}`;
const ACCENT = { light: '#0a6b45', dark: '#5fd6a4' };

async function open(settings: object = {}) {
  const service = await openService();
  const { sendRequest } = service;
  const set = (json: object) => sendRequest('PUT', SETTINGS, { json: { published: true, ...json } });
  await sendRequest('PUT', projectPath('/docs/pages/guides%2Fstart'), { json: { title: 'Start', markdown: 'Text' } });
  await set(settings);
  return { ...service, set, browser: createBrowser(service.app) };
}

describe('the accent color', () => {
  it.each([
    ['#000000', '#ffffff', 21],
    ['#777777', '#ffffff', 4.48],
    ['#0000ff', '#ffffff', 8.59],
    ['#ffffff', '#ffffff', 1],
  ])('the colors %s and %s have a contrast of %d', (one, other, contrast) => {
    expect(computeContrast(one, other)).toBeCloseTo(contrast, 2);
    expect(computeContrast(other, one)).toBeCloseTo(contrast, 2);
  });

  it('the accent color is compared with the background color with which it has the least contrast', () => {
    const styles = readFileSync(new URL('../../../assets/styles.css', import.meta.url), 'utf8');
    const [, light = '', dark = ''] =
      /--gray-2: light-dark\(oklch\(([\d.]+)% [\d.]+ 260\), oklch\(([\d.]+)% [\d.]+ 260\)\)/.exec(styles) ?? [];
    // The lightness in OKLCH of a color that is almost gray is the cube root of its luminance.
    const lightness = (color: string) => 100 * Math.cbrt(1.05 / computeContrast(color, '#ffffff') - 0.05);
    expect(lightness(ACCENT_BACKGROUNDS.light)).toBeCloseTo(Number(light), 0);
    expect(lightness(ACCENT_BACKGROUNDS.dark)).toBeCloseTo(Number(dark), 0);
    expect([...styles.matchAll(/--gray-[012]: /g)]).toHaveLength(3);
  });

  it.each([
    ['light', '#0a8a5a', 3.9],
    ['dark', '#2559bf', 2.56],
  ] as const)(
    'an accent color with too little contrast in the %s color scheme is rejected, and the error states the contrast',
    async (scheme, color, contrast) => {
      const { set, sendRequest } = await open();
      const { status, body } = await set({ accentColor: { ...ACCENT, [scheme]: color } });
      expect(status).toBe(400);
      expect(JSON.stringify(body)).toContain(`body.accentColor.${scheme}`);
      expect(JSON.stringify(body)).toContain(`${color} has ${contrast.toFixed(2)}:1`);
      expect((await sendRequest('GET', SETTINGS)).body).toMatchObject({ accentColor: null });
      expect(findContrastProblem(ACCENT[scheme], scheme)).toBeUndefined();
    },
  );

  it.each(['red', '#fff', '#12345', '#1234567', '#0a6b45;} *{display:none', 'var(--x)'])(
    'the portal settings reject the accent color %s',
    async (light) => {
      const { set } = await open();
      expect((await set({ accentColor: { ...ACCENT, light } })).status).toBe(400);
    },
  );

  it('the style sheet of the portal contains the accent color, and its URL changes with the color', async () => {
    const { browser, set } = await open({ accentColor: ACCENT });
    const find = (text: string) => /<link rel="stylesheet" href="([^"]*portal[^"]*)"/.exec(text)?.[1] ?? '';
    const first = find((await browser.open(PORTAL)).text);
    const { status, text, headers } = await browser.open(first);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/css; charset=utf-8']);
    expect(headers.get('cache-control')).toContain('immutable');
    expect(text.endsWith(formatAccentStyles(ACCENT))).toBe(true);
    await set({ accentColor: { ...ACCENT, dark: '#ffffff' } });
    expect(find((await browser.open(PORTAL)).text)).not.toBe(first);
    expect((await browser.open(first)).status).toBe(404);
    await set({});
    expect(find((await browser.open(PORTAL)).text)).toMatch(/^\/assets\/portal\./);
  });
});

describe('the header of the portal', () => {
  it('the header of the portal shows the logo if the file exists', async () => {
    const { browser, sendRequest } = await open({ logo: 'img/logo.svg' });
    expect((await browser.open(PORTAL)).text).not.toContain('<img');
    await sendRequest('PUT', projectPath('/docs/assets/img%2Flogo.svg'), {
      text: '<svg xmlns="http://www.w3.org/2000/svg"/>',
      headers: { 'content-type': 'application/octet-stream' },
    });
    const [, address = ''] = /<img src="([^"]+)" alt=""/.exec((await browser.open(PORTAL)).text) ?? [];
    expect((await browser.open(address)).headers.get('content-type')).toBe('image/svg+xml');
  });

  it('the header of the portal shows the links of the settings, and rejects links that are not HTTP URLs without credentials', async () => {
    const { browser, set } = await open({
      headerLinks: [{ title: '<Status>', url: 'https://status.example.com/?a=1&b' }],
    });
    expect((await browser.open(PORTAL)).text).toContain(
      '<a href="https://status.example.com/?a=1&amp;b" rel="noopener noreferrer">&lt;Status&gt;</a>',
    );
    for (const url of ['javascript:alert(1)', 'data:text/html,a', '/own', 'https://user:password@example.com']) {
      expect([url, (await set({ headerLinks: [{ title: 'A', url }] })).status]).toEqual([url, 400]);
    }
  });

  it('the header of the portal contains the URL of the MCP server, and links to assistants that can read the page', async () => {
    const { store, parsers } = await open();
    const publicUrl = 'https://sync.example.com';
    const services = createServices(store, parsers, () => undefined, { publicUrl });
    const app = createApp(store, () => undefined, { parsers, services, publicUrl });
    const { text } = await createBrowser(app).open(`${PORTAL}/guides/start`);
    expect(text).toContain('<code>https://sync.example.com/mcp</code>');
    expect(text).toContain('<a href="/mcp/setup#claude">');
    expect(text).toContain(`<a href="${PORTAL}/guides/start.md">View as Markdown</a>`);
    expect(text).toContain(
      `https://claude.ai/new?q=Read%20${encodeURIComponent(`https://sync.example.com${PORTAL}/guides/start.md`)}`,
    );
  });

  it('the header of the portal has no links to assistants if assistants cannot read the page', async () => {
    const { app, keys, set } = await open();
    await set({ anonymousRead: false });
    const member = await signInWithKey(app, keys.ann);
    expect((await member.open(`${PORTAL}/guides/start`)).text).not.toContain('claude.ai');
  });
});

describe('the color scheme', () => {
  it('the color scheme is the one of the system, or the one selected in the form in this browser', async () => {
    const { app, browser } = await open();
    const page = await browser.open(`${PORTAL}/guides/start`);
    expect(page.text).toContain('<html lang="en">');
    const sentPage = await browser.send(page, { action: `${PORTAL}/-/scheme`, fields: { scheme: 'dark' } });
    expect(sentPage).toMatchObject({ status: 303, location: `${PORTAL}/guides/start` });
    const dark = await browser.open(`${PORTAL}/guides/start`, { 'if-none-match': page.headers.get('etag') ?? '' });
    expect([dark.status, dark.text.includes('data-scheme="dark"')]).toEqual([200, true]);
    expect(dark.headers.get('vary')).toContain('Cookie');
    const other = await createBrowser(app).open(`${PORTAL}/guides/start`);
    expect(other.text).toBe(page.text);
    await browser.send(dark, { action: `${PORTAL}/-/scheme`, fields: { scheme: '' } });
    expect((await browser.open(`${PORTAL}/guides/start`)).text).toBe(page.text);
  });

  it.each([
    '//evil.example',
    'https://evil.example',
    '/\\evil.example',
    '../../sign-out',
    'a/../../../sign-out',
    'a//b',
    'a?next=//b',
    '\tguides',
  ])('a color scheme form with the return page %j redirects to the portal', async (page) => {
    const { browser } = await open();
    const openedPage = await browser.open(PORTAL);
    const { location = '' } = await browser.send(openedPage, { action: `${PORTAL}/-/scheme`, fields: { page } });
    expect(new URL(location, 'http://127.0.0.1:8787').href).toMatch(
      new RegExp(`^http://127.0.0.1:8787${PORTAL}(?:/a|$)`),
    );
  });

  it('a color scheme form is rejected unless the browser sends the origin of this service', async () => {
    const { browser } = await open();
    const openedPage = await browser.open(PORTAL);
    const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    const sent = await browser.send(openedPage, { action: `${PORTAL}/-/scheme`, fields: { scheme: 'dark' }, headers });
    expect([sent.status, browser.cookies.size]).toEqual([403, 0]);
  });
});
