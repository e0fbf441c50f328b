import { describe, expect, it } from 'vitest';
import { createApp } from '../../app.ts';
import { hashKey } from '../../platform/access/api-keys.ts';
import { hashSecret } from '../../platform/access/secrets.ts';
import { StoreUnavailableError } from '../../platform/database/store-unavailable-error.ts';
import { createBrowser, type OpenedPage } from '../../testing/browser.fixture.ts';
import { ANN, BOB, FOREIGN_PROJECT, openService } from '../../testing/service.fixture.ts';

const SESSION = 'context-sync-session';

type Service = Awaited<ReturnType<typeof openService>>;

/** Signs in with a key. @returns the browser with the session */
async function signIn({ app, keys }: Service, key = keys.ann) {
  const browser = createBrowser(app);
  const page = await browser.send(await browser.open('/sign-in'), {
    action: '/sign-in/key',
    fields: { 'api-key': key },
  });
  expect(page).toMatchObject({ status: 303, location: '/projects' });
  return browser;
}

/** Returns the forms of a page with a different CSRF token. */
const withToken = ({ forms }: OpenedPage, token: string) => ({
  forms: new Map([...forms].map(([action, fields]) => [action, { ...fields, 'form-token': token }])),
});

const readName = async ({ store }: Service) => (await store.accounts.user(ANN))?.name;

describe('forms', () => {
  it.each([
    ['from another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
    ['from another port of the same machine', { origin: 'http://127.0.0.1:9999', 'sec-fetch-site': 'same-site' }],
    ['from a page without an origin', { origin: 'null', 'sec-fetch-site': 'cross-site' }],
    ['that claims to come from the same site, with a wrong origin', { origin: 'https://evil.example' }],
  ])('forms %s are rejected even with the right token', async (_name, headers) => {
    const service = await openService();
    const ann = await signIn(service);
    const page = await ann.open('/account');
    const sent = await ann.send(page, { action: '/account/name', fields: { name: 'Mallory' }, headers });
    expect([sent.status, await readName(service)]).toEqual([403, '']);
  });

  it.each([
    ['without a token', async () => ''],
    ['with a wrong token', async () => 'x'.repeat(43)],
    [
      'with the token of another member',
      async (service: Service) => {
        const page = await (await signIn(service, service.keys.bob)).open('/account');
        return page.forms.get('/account/name')?.['form-token'] ?? '';
      },
    ],
  ])('forms %s change nothing and are shown again', async (_name, createToken) => {
    const service = await openService();
    const ann = await signIn(service);
    const page = withToken(await ann.open('/account'), await createToken(service));
    const sent = await ann.send(page, { action: '/account/name', fields: { name: 'Mallory' } });
    expect([sent.status, await readName(service)]).toEqual([303, '']);
    expect(sent.location).toMatch(/^\/account\?unsent=/);
  });

  it('sign-in forms without the token of the browser are rejected, so that no one can sign another person in', async () => {
    const service = await openService();
    const browser = createBrowser(service.app);
    const page = withToken(await browser.open('/sign-in'), 'x');
    const sent = await browser.send(page, { action: '/sign-in/key', fields: { 'api-key': service.keys.ann } });
    expect([sent.status, sent.location, browser.cookies.has(SESSION)]).toEqual([303, '/sign-in', false]);
  });

  it('forms keep their content if the session has ended, until the member has signed in again', async () => {
    const service = await openService();
    const ann = await signIn(service);
    const page = await ann.open('/account/keys');
    const end = [...(await ann.open('/account')).forms.keys()].find((action) => action.endsWith('/end')) ?? '';
    const other = await signIn(service);
    await other.send(await other.open('/account'), { action: end });
    const sentPage = await ann.send(page, { action: '/account/keys', fields: { 'key-name': 'workflow <of> "octo"' } });
    expect(sentPage.status).toBe(303);
    expect(sentPage.location).toMatch(/^\/sign-in\?next=/);
    const againPage = await ann.send(await ann.open(sentPage.location ?? ''), {
      action: '/sign-in/key',
      fields: { 'api-key': service.keys.ann },
    });
    expect(againPage.location).toMatch(/^\/account\/keys\?unsent=/);
    const shownPage = await ann.open(againPage.location ?? '');
    expect(shownPage.text).toContain('You were signed out before the form was sent');
    expect(shownPage.forms.get('/account/keys')?.['key-name']).toBe('workflow <of> "octo"');
    const bob = await signIn(service, service.keys.bob);
    expect((await bob.open(againPage.location ?? '')).text).not.toContain('workflow &lt;of&gt;');
  });
});

describe('sessions', () => {
  it('each sign-in creates a new session secret, and the previous secret is revoked', async () => {
    const service = await openService();
    const browser = await signIn(service);
    const first = browser.cookies.get(SESSION) ?? '';
    const page = await createBrowser(service.app).open('/sign-in');
    const forms = new Map([['/sign-in/key', page.forms.get('/sign-in/key') ?? {}]]);
    const own = (await browser.open('/account')).forms.get('/account/name')?.['form-token'] ?? '';
    await browser.send(withToken({ ...page, forms }, own), { fields: { 'api-key': service.keys.ann } });
    const second = browser.cookies.get(SESSION) ?? '';
    expect(second).not.toBe(first);
    expect(await service.store.sessions.find(hashSecret(first))).toMatchObject({ isActive: false });
    expect(await service.store.sessions.find(hashSecret(second))).toMatchObject({ isActive: true });
  });

  it('a session secret that was set before the sign-in is not valid after it (session fixation)', async () => {
    const service = await openService();
    const browser = createBrowser(service.app);
    const plantedSecret = 'A'.repeat(43);
    browser.cookies.set(SESSION, plantedSecret);
    const page = await browser.open('/sign-in');
    await browser.send(page, { action: '/sign-in/key', fields: { 'api-key': service.keys.ann } });
    expect(browser.cookies.get(SESSION)).not.toBe(plantedSecret);
    expect(await service.store.sessions.find(hashSecret(plantedSecret))).toBeUndefined();
  });

  it('sessions end when the member signs out and when the account is revoked', async () => {
    const service = await openService();
    const ann = await signIn(service);
    const secret = ann.cookies.get(SESSION) ?? '';
    await ann.send(await ann.open('/account'), { action: '/sign-out' });
    ann.cookies.set(SESSION, secret);
    expect((await ann.open('/projects')).location).toBe('/sign-in');
    const again = await signIn(service);
    await service.store.accounts.setRevoked(ANN, true);
    expect((await again.open('/projects')).location).toBe('/sign-in');
  });

  it('a session cannot read or end the sessions of another member', async () => {
    const service = await openService();
    const bob = await signIn(service, service.keys.bob);
    const ann = await signIn(service);
    const action = [...(await bob.open('/account')).forms.keys()].find((each) => each.endsWith('/end')) ?? '';
    const page = await ann.open('/account');
    const forms = new Map([[action, page.forms.get('/account/name') ?? {}]]);
    expect((await ann.send({ forms }, { action })).status).toBe(404);
    const [key] = await service.store.accounts.keys(BOB);
    expect((await ann.open(`/account/keys/${key?.id}`)).status).toBe(404);
    expect((await ann.open(`/projects/${FOREIGN_PROJECT}`)).status).toBe(404);
    expect((await bob.open('/projects')).status).toBe(200);
  });
});

describe('signing in with a key', () => {
  it.each([
    ['an unknown key', async () => 'csk_unknown'],
    ['no key', async () => ''],
    ['a read-only key', async ({ keys }: Service) => keys.annsReadOnly],
    [
      'an expired key',
      async ({ store }: Service) => {
        const expiresAt = new Date(Date.now() - 1_000).toISOString();
        await store.accounts.createKey(ANN, { access: 'full', hash: hashKey('csk_old'), expiresAt });
        return 'csk_old';
      },
    ],
  ])('signing in with %s is rejected', async (_name, createKey) => {
    const service = await openService();
    const browser = createBrowser(service.app);
    const fields = { 'api-key': await createKey(service) };
    const page = await browser.send(await browser.open('/sign-in'), { action: '/sign-in/key', fields });
    expect([page.status, browser.cookies.has(SESSION)]).toEqual([422, false]);
    expect(page.text).toContain('There is a problem');
  });

  it('the number of sign-in attempts per IP address is limited, including successful ones', async () => {
    const service = await openService();
    const browser = createBrowser(service.app);
    const page = await browser.open('/sign-in');
    const fields = { 'api-key': 'csk_wrong' };
    for (let attempt = 1; attempt <= 20; attempt += 1) {
      expect((await browser.send(page, { action: '/sign-in/key', fields })).status).toBe(422);
    }
    const refused = await browser.send(page, { action: '/sign-in/key', fields: { 'api-key': service.keys.ann } });
    expect([refused.status, browser.cookies.has(SESSION)]).toEqual([429, false]);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});

describe('responses with pages', () => {
  it('pages report that the database is unavailable, without details, and work again afterwards', async () => {
    const service = await openService();
    const browser = await signIn(service);
    const { find } = service.store.sessions;
    const failure = new StoreUnavailableError('connect ECONNREFUSED 10.0.0.5:5432');
    Object.assign(service.store.sessions, { find: () => Promise.reject(failure) });
    const page = await browser.open('/projects');
    expect(page).toMatchObject({ status: 503, text: expect.stringContaining('not available at the moment') });
    expect(page.text).toContain('href="/projects">Try again');
    expect(page.text).not.toContain('10.0.0.5');
    expect(service.reported.splice(0)).toEqual([failure]);
    Object.assign(service.store.sessions, { find });
    expect((await browser.open('/projects')).status).toBe(200);
  });
});

describe('hosts of pages', () => {
  it('pages are served only at hosts of this machine, unless the public URL is set', async () => {
    const { app } = await openService();
    const page = await createBrowser(app, 'http://sync.example.com').open('/sign-in');
    expect([page.status, page.text.includes('--public-url')]).toEqual([421, true]);
  });

  it('behind the public URL, cookies are bound to its host and sent over HTTPS only', async () => {
    const { store, parsers, keys } = await openService();
    const app = createApp(store, () => undefined, { parsers, publicUrl: 'https://sync.example.com' });
    const browser = createBrowser(app, 'https://sync.example.com');
    const page = await browser.send(await browser.open('/sign-in'), {
      action: '/sign-in/key',
      fields: { 'api-key': keys.ann },
    });
    expect(page.status).toBe(303);
    const cookie = page.headers.getSetCookie().find((each) => each.startsWith('__Host-context-sync-session='));
    for (const attribute of ['Secure', 'HttpOnly', 'SameSite=Lax', 'Path=/']) expect(cookie).toContain(attribute);
    expect(cookie).not.toContain('Domain');
    expect((await browser.open('/projects')).status).toBe(200);
  });
});
