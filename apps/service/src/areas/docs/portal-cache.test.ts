import { describe, expect, it } from 'vitest';
import { createApp } from '../../app.ts';
import { createServices } from '../../services.ts';
import { createBrowser, signInWithKey } from '../../testing/browser.fixture.ts';
import { ANN, BOB, OWN_PROJECT, openService, projectPath } from '../../testing/service.fixture.ts';

const PORTAL = `/p/${OWN_PROJECT}`;
const PAGE = { title: 'Start', markdown: 'Old text', public: true };

/** Opens a service with a published page, and another process of the service with the same database and its own caches. */
async function open() {
  const service = await openService();
  const { store, parsers, sendRequest } = service;
  const putPage = (json: object) => sendRequest('PUT', projectPath('/docs/pages/start'), { json });
  const putSettings = (json: object) => sendRequest('PUT', projectPath('/docs/settings'), { json });
  await putPage(PAGE);
  await putSettings({ title: 'Pets', published: true });
  const app = createApp(store, () => undefined, { parsers, services: createServices(store, parsers, () => undefined) });
  const reader = createBrowser(app);
  const read = async (path = '/start', headers = {}) => {
    const { status, text } = await reader.open(`${PORTAL}${path}`, headers);
    return { status, text };
  };
  // The second request receives the page from the cache.
  for (let request = 0; request < 2; request += 1) expect((await read()).text).toContain('Old text');
  return { ...service, putPage, putSettings, app, reader, read };
}

describe('the cache of a portal', () => {
  it('the next request shows a page that another process has changed, and 304 is only sent for the current version', async () => {
    const { putPage, read, reader } = await open();
    const etag = (await reader.open(`${PORTAL}/start`)).headers.get('etag') ?? '';
    expect((await read('/start', { 'if-none-match': etag })).status).toBe(304);
    await putPage({ ...PAGE, markdown: 'New text' });
    const { status, text } = await read('/start', { 'if-none-match': etag });
    expect([status, text.includes('New text')]).toEqual([200, true]);
  });

  it('the next request gets 404 for docs that another process has unpublished, restricted to members, or whose project is deleted', async () => {
    const { putSettings, read, store } = await open();
    for (const hidden of [{ published: false }, { published: true, anonymousRead: false }]) {
      await putSettings(hidden);
      expect((await read()).status, JSON.stringify(hidden)).toBe(404);
      await putSettings({ published: true });
      expect((await read()).status).toBe(200);
    }
    await store.accounts.setClosed(OWN_PROJECT, true);
    expect((await read()).status).toBe(404);
    expect((await read('/start.md')).status).toBe(404);
  });

  it('a page that is not public any more is only shown to members, also after a member has read it', async () => {
    const { putPage, read, app, store, keys } = await open();
    await putPage({ ...PAGE, markdown: 'Secret text', public: false });
    const member = await signInWithKey(app, keys.ann);
    const own = await member.open(`${PORTAL}/start`);
    expect([own.status, own.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(own.text).toContain('Secret text');
    for (const path of ['/start', '/start.md']) {
      const { status, text } = await read(path);
      expect([path, status, text.includes('Secret text')]).toEqual([path, 404, false]);
    }
    expect((await read('/llms-full.txt')).text).not.toContain('Secret text');
    await store.accounts.addMember(OWN_PROJECT, BOB, 'owner');
    await store.accounts.removeMember(OWN_PROJECT, ANN);
    expect((await member.open(`${PORTAL}/start`)).status).toBe(404);
  });

  it('the next request shows the new name of a project, and its new accent color', async () => {
    const { putSettings, read, store, projectId } = await open();
    await putSettings({ published: true });
    expect((await read()).text).toContain('<title>Start · ');
    await store.accounts.setProjectName(await projectId(), 'Renamed');
    expect((await read()).text).toContain('<title>Start · Renamed</title>');
    await putSettings({ published: true, accentColor: { light: '#0a6b45', dark: '#5fd6a4' } });
    const [, styles] = /href="([^"]+\/assets\/portal\.\w+\.css)"/.exec((await read()).text) ?? [];
    expect((await read(styles?.slice(PORTAL.length))).text).toContain('#0a6b45');
  });

  it('requests that arrive at the same time share the reads of the settings', async () => {
    const { store, read } = await open();
    const { portal } = store.docs;
    let count = 0;
    Object.assign(store.docs, {
      portal: (slug: string) => {
        count += 1;
        return portal(slug);
      },
    });
    const responses = await Promise.all(Array.from({ length: 20 }, () => read()));
    expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
    expect(count).toBeLessThanOrEqual(2);
  });
});
