import { describe, expect, it } from 'vitest';
import { createBrowser } from '../../testing/browser.fixture.ts';
import { OWN_PROJECT, openService, projectPath } from '../../testing/service.fixture.ts';

const PORTAL = `/p/${OWN_PROJECT}`;
const ACTION = `${PORTAL}/-/feedback`;
const KIND = 'feedback.kind';
const DETAIL = 'feedback.detail';
const DETAIL_TEXT = 'The page does not say how long a key is valid';

async function open(settings: object = {}) {
  const service = await openService();
  const { sendRequest } = service;
  await sendRequest('PUT', projectPath('/docs/pages/guides%2Fkeys'), {
    json: { title: 'Keys', markdown: '## Detail' },
  });
  await sendRequest('PUT', projectPath('/docs/pages/secret'), { json: { title: 'S', markdown: 's', public: false } });
  await sendRequest('PUT', projectPath('/docs/settings'), { json: { title: 'Pets', published: true, ...settings } });
  const browser = createBrowser(service.app);
  const send = async (fields: Readonly<Record<string, string>>, headers = {}) =>
    browser.send(await browser.open(`${PORTAL}/guides/keys`), { action: ACTION, fields, headers });
  const list = async () => {
    const { body } = await sendRequest<{ feedback: Record<string, unknown>[] }>('GET', projectPath('/feedback'));
    return body.feedback;
  };
  const report = (json: unknown, path = `${PORTAL}/-/reports`, type = 'application/json') =>
    service.app.request(path, { method: 'POST', headers: { 'content-type': type }, body: JSON.stringify(json) });
  return { ...service, browser, send, list, report };
}

describe('feedback of readers', () => {
  it('a reader without an account reports what a page lacks, without scripts and cookies', async () => {
    const { browser, send, list } = await open();
    const sentPage = await send({ [KIND]: 'confusing', [DETAIL]: DETAIL_TEXT });
    expect([sentPage.status, browser.cookies.size]).toEqual([303, 0]);
    const thanks = await browser.open(sentPage.location ?? '');
    expect([thanks.status, thanks.text.includes('Thank you')]).toEqual([200, true]);
    expect(thanks.text).toContain(`<a href="${PORTAL}/guides/keys">Go back to the page</a>`);
    expect(await list()).toMatchObject([
      {
        source: 'portal',
        kind: 'confusing',
        detail: DETAIL_TEXT,
        about: { type: 'page', ref: 'guides/keys' },
        times: 1,
        userId: null,
      },
    ]);
  });

  it('equal reports of one reader count once, and secrets and email addresses are redacted', async () => {
    const { send, list } = await open();
    const text =
      'My key csk_abcdefghijklmnopqrstuvwxyz0123456789abcdefg of ann@example.com fails: Bearer eyJhbGciOiJIUzI1NiJ9.e30.abc';
    for (const detail of [text, `  ${text.toUpperCase()}!!`.trim(), text]) await send({ [DETAIL]: detail });
    const notes = await list();
    expect(notes[0]).toMatchObject({ times: 1 });
    expect(JSON.stringify(notes)).not.toMatch(/ann@example|eyJhbGci/);
  });

  it('a report without a text or with a text over the limit is rejected, and the form keeps the typed text', async () => {
    const { send, list } = await open();
    const emptyPage = await send({ [KIND]: 'outdated', [DETAIL]: '  ' });
    expect([emptyPage.status, emptyPage.text.includes('Enter what was missing')]).toEqual([422, true]);
    expect(emptyPage.text).toMatch(/<option value="outdated" selected(?:="")?>/);
    const long = await send({ [DETAIL]: `<b>${'x'.repeat(4_000)}` });
    expect([long.status, long.text.includes('&lt;b&gt;xxx'), long.text.includes('<b>xxx')]).toEqual([422, true, false]);
    expect(await list()).toEqual([]);
  });

  it('the number of reports of each reader is limited, and the form keeps the typed text', async () => {
    const { send, list } = await open();
    for (let index = 0; index < 5; index += 1) expect((await send({ [DETAIL]: `Text ${index}` })).status).toBe(303);
    const refusedPage = await send({ [DETAIL]: 'One too many' });
    expect([refusedPage.status, refusedPage.text.includes('One too many')]).toEqual([429, true]);
    expect(refusedPage.headers.get('cache-control')).toBe('no-store');
    expect(await list()).toHaveLength(5);
  });

  it.each([
    ['another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
    ['another port', { origin: 'http://127.0.0.1:1', 'sec-fetch-site': 'same-site' }],
    ['a page without an origin', { origin: 'null', 'sec-fetch-site': 'cross-site' }],
  ])('%s cannot send the feedback form', async (_name, headers) => {
    const { send, list } = await open();
    expect((await send({ [DETAIL]: DETAIL_TEXT }, headers)).status).toBe(403);
    expect(await list()).toEqual([]);
  });

  it('a request without an Origin or Sec-Fetch-Site header cannot send the feedback form', async () => {
    const { app, list } = await open();
    const response = await app.request(ACTION, {
      method: 'POST',
      headers: { host: '127.0.0.1:8787', 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ [DETAIL]: DETAIL_TEXT }).toString(),
    });
    expect([response.status, await list()]).toEqual([403, []]);
  });

  it.each([{ published: false }, { anonymousRead: false }])(
    'the feedback form returns 404 with the settings %j',
    async (settings) => {
      const { app, browser, list, report } = await open(settings);
      const form = { 'form-token': '' };
      const sentPage = await createBrowser(app).send(
        { forms: new Map([[ACTION, form]]) },
        { action: ACTION, fields: { [DETAIL]: 'a' } },
      );
      expect([sentPage.status, (await report({ kind: 'missing', detail: 'a' })).status]).toEqual([404, 404]);
      expect([(await browser.open(`${PORTAL}/-/thanks`)).status, await list()]).toEqual([404, []]);
    },
  );

  it('the feedback form does not reveal whether a page for members exists', async () => {
    const { send, list } = await open();
    const results = [];
    for (const page of ['secret', 'none']) {
      const { status, location } = await send({ [DETAIL]: `About ${page}`, page });
      results.push([status, location?.replace(page, '…')]);
    }
    expect(results[0]).toEqual(results[1]);
    expect((await list()).map(({ about }) => about)).toEqual([null, null]);
  });

  it('programs without a key send reports as JSON, which a browser does not send from another site', async () => {
    const { report, list } = await open();
    const json = { page: 'guides/keys', kind: 'missing', detail: DETAIL_TEXT };
    const createdResponse = await report(json);
    expect([createdResponse.status, await createdResponse.json()]).toEqual([201, { result: 'created' }]);
    expect(createdResponse.headers.get('access-control-allow-origin')).toBeNull();
    expect(await (await report(json)).json()).toEqual({ result: 'known' });
    expect((await report(json, undefined, 'text/plain')).status).toBe(415);
    for (const invalid of [{}, [], null, { ...json, kind: 'praise' }, { ...json, more: 1 }, { ...json, detail: ' ' }]) {
      expect((await report(invalid)).status).toBe(400);
    }
    const message = 'body.detail: must not be empty (got "")';
    expect(await (await report({ ...json, detail: '' })).json()).toMatchObject({ error: { message } });
    expect((await report({ ...json, detail: 'x'.repeat(70_000) })).status).toBe(413);
    expect(await list()).toHaveLength(1);
  });
});
