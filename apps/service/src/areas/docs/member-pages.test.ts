import { describe, expect, it } from 'vitest';
import { createKey, hashKey } from '../../platform/access/api-keys.ts';
import { ORIGIN, signInWithKey } from '../../testing/browser.fixture.ts';
import { OWN_PROJECT, openService, projectPath } from '../../testing/service.fixture.ts';
import { MAX_ASSET_BYTES } from './asset-store.ts';
import { MAX_FILE_FORM_BYTES } from './files-page.tsx';
import type { DocsSettingsInput } from './store.ts';

const DOCS = `/projects/${OWN_PROJECT}/docs`;
const EDIT = `${DOCS}/page?path=guides%2Fstart`;

async function open() {
  const service = await openService();
  const { sendRequest, app, keys } = service;
  const source = { file: 'docs/start.md', commit: 'abcdef0' };
  const write = (markdown: string) =>
    sendRequest('PUT', projectPath('/docs/pages/guides%2Fstart'), { json: { title: 'Start', markdown, source } });
  const read = async (path = 'guides%2Fstart') => sendRequest('GET', projectPath(`/docs/pages/${path}`));
  await write('First text');
  return { ...service, write, read, ann: await signInWithKey(app, keys.ann) };
}

describe('the editor of docs', () => {
  it('if two people edit a page, the editor shows both versions to the second person and keeps the typed text', async () => {
    const { ann, write, read } = await open();
    const page = await ann.open(EDIT);
    await write('Text of someone else');
    const ownPage = { title: 'My title', markdown: 'My <b>text</b>\r\nwith two lines' };
    const refusedPage = await ann.send(page, { action: `${DOCS}/page`, fields: ownPage });
    expect(refusedPage.status).toBe(412);
    for (const text of ['value="My title"', 'My &lt;b&gt;text&lt;/b&gt;', 'Text of someone else', 'Save my version'])
      expect(refusedPage.text).toContain(text);
    expect((await read()).body).toMatchObject({ markdown: 'Text of someone else' });
    const saved = await ann.send(refusedPage, { action: `${DOCS}/page`, fields: ownPage });
    expect(saved).toMatchObject({ status: 303, location: `${EDIT}&done=saved` });
    expect((await read()).body).toMatchObject({ title: 'My title', markdown: 'My <b>text</b>\nwith two lines' });
  });

  it('the editor keeps the typed text if someone deletes the page in the meantime', async () => {
    const { ann, sendRequest } = await open();
    const page = await ann.open(EDIT);
    await sendRequest('DELETE', projectPath('/docs/pages/guides%2Fstart'));
    const refused = await ann.send(page, { action: `${DOCS}/page`, fields: { markdown: 'Kept text' } });
    expect([refused.status, refused.text.includes('Kept text')]).toEqual([412, true]);
    expect(refused.text).toContain('Someone has deleted this page');
  });

  it('the preview in the editor shows the page as the portal would show it, and does not change the page', async () => {
    const { ann, read } = await open();
    const fields = { markdown: '## Title\n\n[on](other.md) <script>alert(1)</script>', do: 'preview' };
    const { status, text } = await ann.send(await ann.open(EDIT), { action: `${DOCS}/page`, fields });
    expect(status).toBe(200);
    expect(text).toContain(`<a href="/p/${OWN_PROJECT}/guides/other">on</a>`);
    expect(text.slice(text.indexOf('<article'))).not.toContain('<script');
    expect(text).toContain('## Title');
    expect((await read()).body).toMatchObject({ markdown: 'First text' });
  });

  it('the editor creates, moves and deletes pages, keeps their source, and records each change in the audit log', async () => {
    const { ann, read, sendRequest, app } = await open();
    const createdPage = await ann.send(await ann.open(`${DOCS}/new`), {
      action: `${DOCS}/new`,
      fields: { path: 'keys', title: 'Keys', markdown: 'Text', order: '3' },
    });
    expect(createdPage.location).toBe(`${DOCS}/page?path=keys&done=created`);
    expect((await read('keys')).body).toMatchObject({ title: 'Keys', order: 3, public: true });
    const takenPage = await ann.send(await ann.open(EDIT), { action: `${DOCS}/move`, fields: { to: 'keys' } });
    expect([takenPage.status, takenPage.text.includes('There is a page with this path')]).toEqual([422, true]);
    await ann.send(await ann.open(EDIT), { action: `${DOCS}/move`, fields: { to: 'begin' } });
    expect((await read('begin')).body).toMatchObject({ markdown: 'First text', source: { file: 'docs/start.md' } });
    await sendRequest('PUT', projectPath('/docs/settings'), { json: { published: true } });
    const oldResponse = await app.request(`/p/${OWN_PROJECT}/guides/start`);
    expect([oldResponse.status, oldResponse.headers.get('location')]).toEqual([308, `/p/${OWN_PROJECT}/begin`]);
    const page = await ann.open(`${DOCS}/page?path=begin`);
    expect((await ann.send(page, { action: `${DOCS}/delete`, fields: { confirm: 'start' } })).status).toBe(422);
    await ann.send(page, { action: `${DOCS}/delete`, fields: { confirm: 'begin' } });
    expect((await read('begin')).status).toBe(404);
    const { body } = await sendRequest<{ entries: { action: string; actor: object }[] }>('GET', projectPath('/audit'));
    expect(body.entries.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['docs-page.update', 'docs-batch.update', 'docs-page.delete']),
    );
  });

  it('the settings page does not replace settings that someone else has changed, and keeps the entered values', async () => {
    const { ann, sendRequest } = await open();
    const page = await ann.open(`${DOCS}/settings`);
    const navigation = [{ title: 'Begin', path: 'guides/start' }];
    await sendRequest('PUT', projectPath('/docs/settings'), { json: { title: 'Theirs', navigation } });
    const fields = { title: 'Mine', headerLinks: 'The status https://status.example.com' };
    const refusedPage = await ann.send(page, { action: `${DOCS}/settings`, fields });
    expect(refusedPage.status).toBe(412);
    for (const text of ['value="Mine"', 'Theirs', 'The status https://status.example.com'])
      expect(refusedPage.text).toContain(text);
    expect((await ann.send(refusedPage, { action: `${DOCS}/settings`, fields })).status).toBe(303);
    expect((await sendRequest('GET', projectPath('/docs/settings'))).body).toMatchObject({
      title: 'Mine',
      navigation,
      headerLinks: [{ title: 'The status', url: 'https://status.example.com' }],
    });
  });

  it('the settings page sent without a change keeps every setting', async () => {
    const { ann, sendRequest } = await open();
    const settings: Required<DocsSettingsInput> = {
      title: 'Pets',
      description: 'All about pets',
      navigation: [{ title: 'Begin', path: 'guides/start' }],
      published: true,
      anonymousRead: false,
      publicReference: true,
      accentColor: { light: '#0a6b45', dark: '#5fd6a4' },
      logo: 'img/logo.svg',
      headerLinks: [{ title: 'The status', url: 'https://status.example.com' }],
    };
    await sendRequest('PUT', projectPath('/docs/settings'), { json: settings });
    const page = await ann.open(`${DOCS}/settings`);
    expect((await ann.send(page, { action: `${DOCS}/settings` })).status).toBe(303);
    expect((await sendRequest('GET', projectPath('/docs/settings'))).body).toMatchObject(settings);
  });

  it('the settings page rejects the same settings as the API, and shows each problem at its field', async () => {
    const { ann } = await open();
    const page = await ann.open(`${DOCS}/settings`);
    const fields = {
      'accentColor-light': '#ffff00',
      'accentColor-dark': '#5fd6a4',
      headerLinks: 'Bad javascript:alert(1)',
    };
    const { status, text } = await ann.send(page, { action: `${DOCS}/settings`, fields });
    expect(status).toBe(422);
    for (const field of ['accentColor-light', 'headerLinks']) expect(text).toContain(`href="#${field}"`);
    expect(text).toContain('The URL of link 1 in the header must be an http or https URL');
  });

  it('the forms of docs name the field and the rule of each problem in words', async () => {
    const { ann } = await open();
    const long = 'x'.repeat(121);
    const send = async (path: string, action: string, fields: Record<string, string>) => {
      const { status, text } = await ann.send(await ann.open(path), { action, fields });
      expect([status, /Too (?:small|big)|Invalid|&gt;=|expected/.test(text)]).toEqual([422, false]);
      return text;
    };
    const emptied = await send(EDIT, `${DOCS}/page`, { title: ' ', order: 'first' });
    expect(emptied).toContain('>The title must not be empty<');
    expect(emptied).toContain('>The order must be a number (got &quot;first&quot;)<');
    const filled = await send(`${DOCS}/new`, `${DOCS}/new`, { path: 'a', title: long, order: '1.5' });
    expect(filled).toContain('>The title must have at most 120 characters (got 121)<');
    expect(filled).toContain('>The order must be an integer (got 1.5)<');
    const action = `${DOCS}/navigation`;
    const navigation = await send(action, action, { navigation: `- A\n- B\n  - C\n    - ${long}` });
    expect(navigation).toContain('>A title in the group of entry 2 must have at most 120 characters (got 121)<');
  });

  it('the files page stores a file of any type at the entered path or under its own name, and records the change', async () => {
    const { ann, sendRequest } = await open();
    const action = `${DOCS}/files`;
    const send = async (name: string, text: string, target = '') =>
      ann.send(await ann.open(action), { action, fields: { target }, files: { file: { name, text } } });
    expect((await send('notes.txt', 'one')).location).toBe(`${DOCS}/files?done=added`);
    expect((await send('C:\\docs\\notes.txt', 'two')).location).toBe(`${DOCS}/files?done=replaced`);
    expect((await send('a.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'img/b.svg')).status).toBe(303);
    const { body } = await sendRequest<{ assets: object[] }>('GET', projectPath('/docs/assets'));
    expect(body.assets).toMatchObject([
      { path: 'img/b.svg', mediaType: 'image/svg+xml' },
      { path: 'notes.txt', bytes: 3 },
    ]);
    const audit = await sendRequest<{ entries: { action: string }[] }>('GET', projectPath('/audit'));
    expect(audit.body.entries.filter((entry) => entry.action === 'docs-asset.update')).toHaveLength(3);
  });

  it('the files page refuses an empty file, a file over the limit and a wrong path, and stores nothing', async () => {
    const { ann, sendRequest } = await open();
    const action = `${DOCS}/files`;
    for (const [text, target, message] of [
      ['', '', 'The file is empty'],
      ['x'.repeat(MAX_ASSET_BYTES + 1), '', `The file has ${MAX_ASSET_BYTES + 1} bytes`],
      ['x', '../up', 'The path must have'],
    ] as const) {
      const files = { file: { name: 'a.txt', text } };
      const page = await ann.send(await ann.open(action), { action, fields: { target }, files });
      expect([page.status, page.text]).toEqual([422, expect.stringContaining(message)]);
    }
    const files = { file: { name: 'a.txt', text: 'x'.repeat(MAX_FILE_FORM_BYTES) } };
    expect((await ann.send(await ann.open(action), { action, files })).status).toBe(413);
    const urlEncoded = await ann.send(await ann.open(action), { action });
    expect([urlEncoded.status, urlEncoded.text.includes('The request contains no form')]).toEqual([400, true]);
    const broken = await ann.send(await ann.open(action), {
      action,
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
    });
    expect(broken.status).toBe(400);
    expect((await sendRequest('GET', projectPath('/docs/assets'))).body).toMatchObject({ assets: [] });
  });

  it('the files page does not read the files of a visitor without a session, and redirects to the sign-in page', async () => {
    const { app } = await open();
    const send = async (headers: Readonly<Record<string, string>>) => {
      const reads = { count: 0 };
      const body = new ReadableStream({ pull: () => void reads.count++ }, { highWaterMark: 0 });
      const response = await app.request(`${ORIGIN}${DOCS}/files`, {
        method: 'POST',
        body,
        duplex: 'half',
        headers: { host: new URL(ORIGIN).host, 'content-type': 'multipart/form-data; boundary=x', ...headers },
      } as RequestInit);
      return [response.status, response.headers.get('location'), reads.count];
    };
    const next = encodeURIComponent(`${DOCS}/files`);
    expect(await send({ referer: `${ORIGIN}${DOCS}/files` })).toEqual([303, `/sign-in?next=${next}`, 0]);
    expect(await send({ referer: 'https://other.example/page' })).toEqual([303, '/sign-in', 0]);
  });

  it('the navigation page changes only the navigation, and an empty list derives it from the pages again', async () => {
    const { ann, sendRequest } = await open();
    const settings = { title: 'Pets', published: true, publicReference: true };
    await sendRequest('PUT', projectPath('/docs/settings'), { json: settings });
    const action = `${DOCS}/navigation`;
    const page = await ann.open(action);
    expect(page.forms.get(action)?.navigation).toBe('- Guides\n  - [Start](guides/start)');
    expect((await ann.send(page, { action })).location).toBe(`${action}?done=saved`);
    const navigation = [{ title: 'Guides', items: [{ title: 'Start', path: 'guides/start' }] }];
    const read = async () => (await sendRequest('GET', projectPath('/docs/settings'))).body;
    expect(await read()).toMatchObject({ ...settings, navigation });
    await ann.send(await ann.open(action), { action, fields: { navigation: ' ' } });
    expect(await read()).toMatchObject({ ...settings, navigation: null });
  });

  it('only an owner can change the navigation and the settings; other members read them', async () => {
    const { app, ann, store, sendRequest } = await open();
    await store.accounts.createUser('member@example.com');
    await store.accounts.addMember(OWN_PROJECT, 'member@example.com', 'member');
    const key = createKey();
    await store.accounts.createKey('member@example.com', { access: 'full', hash: hashKey(key) });
    const member = await signInWithKey(app, key);
    for (const [path, value] of [
      ['navigation', '[Start](guides/start)'],
      ['settings', '<dt>The docs are published</dt><dd class="reported">No</dd>'],
    ] as const) {
      const action = `${DOCS}/${path}`;
      const { status, text, forms } = await member.open(action);
      expect([status, forms.has(action)]).toEqual([200, false]);
      expect(text).toContain('Only owners change it. Ask one of them.');
      expect(text).toContain(value);
      // The token of any form of the session permits a request without the form.
      const { 'form-token': token = '' } = forms.get('/sign-out') ?? {};
      const sent = { forms: new Map([[action, { 'form-token': token }]]) };
      expect((await member.send(sent, { action })).status).toBe(403);
      expect((await ann.open(action)).text).not.toContain('Only owners');
    }
    expect((await sendRequest('GET', projectPath('/docs/settings'))).body).toMatchObject({ updatedAt: null });
  });

  it('the editor deletes a file only after its path was entered', async () => {
    const { ann, sendRequest } = await open();
    await sendRequest('PUT', projectPath('/docs/assets/a.txt'), {
      text: 'a',
      headers: { 'content-type': 'application/octet-stream' },
    });
    const page = await ann.open(`${DOCS}/files`);
    const action = `${DOCS}/files/delete`;
    expect((await ann.send(page, { action, fields: { path: 'b.txt' } })).status).toBe(422);
    expect((await ann.send(page, { action, fields: { path: 'a.txt' } })).location).toBe(`${DOCS}/files?done=deleted`);
    expect((await sendRequest('GET', projectPath('/docs/assets/a.txt'))).status).toBe(404);
  });
});
