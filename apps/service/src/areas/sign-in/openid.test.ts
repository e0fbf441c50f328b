import { describe, expect, it } from 'vitest';
import { createApp } from '../../app.ts';
import { createServices } from '../../services.ts';
import { createBrowser, ORIGIN } from '../../testing/browser.fixture.ts';
import { ANN, BOB, openService } from '../../testing/service.fixture.ts';
import { CLIENT, startOpenIdProvider } from './openid-provider.fixture.ts';
import { CALLBACK_PATH } from './openid-sign-in.ts';

/** Starts the service with an identity provider. */
async function openWithProvider(domains: readonly string[] = []) {
  const service = await openService();
  const provider = await startOpenIdProvider(`${ORIGIN}${CALLBACK_PATH}`);
  const report = (error: unknown) => void service.reported.push(error);
  const services = createServices(service.store, service.parsers, report, {
    openId: { issuer: provider.issuer, ...CLIENT, domains },
  });
  const app = createApp(service.store, report, { parsers: service.parsers, services });
  const browser = createBrowser(app);
  /** Starts a sign-in, and returns the path to which the provider redirects back. */
  const start = async (path = '/sign-in/openid') => {
    const { location = '' } = await browser.open(path);
    const callback = await provider.follow(location);
    return `${callback.pathname}${callback.search}`;
  };
  return { ...service, ...provider, app, browser, start };
}

describe('signing in with an identity provider', () => {
  it('an identity provider signs a member in, and the requested page opens', async () => {
    const { browser, start, store } = await openWithProvider();
    expect((await browser.open('/sign-in')).text).toContain('Sign in with 127.0.0.1');
    const page = await browser.open(await start('/sign-in/openid?next=%2Faccount%2Fkeys'));
    expect(page).toMatchObject({ status: 303, location: '/account/keys' });
    expect((await browser.open('/account')).text).toContain(ANN);
    const user = await store.accounts.user(ANN);
    expect(await store.sessions.list(user?.id ?? '')).toMatchObject([{ method: 'openid' }]);
  });

  it('a person is recognized by the id at the identity provider, not by the email address', async () => {
    const { browser, start, account } = await openWithProvider();
    await browser.open(await start());
    account.email = BOB;
    await browser.open(await start());
    expect((await browser.open('/account')).text).toContain(ANN);
  });

  it('an email address that the identity provider has not verified is rejected', async () => {
    const { browser, start, account, store, rows } = await openWithProvider(['example.com']);
    account.email_verified = false;
    expect(await browser.open(await start())).toMatchObject({
      status: 403,
      text: expect.stringContaining('not verified'),
    });
    expect([await rows('SELECT * FROM openid_identities'), await rows('SELECT * FROM sessions')]).toEqual([[], []]);
    expect(await store.accounts.users()).toHaveLength(2);
  });

  it('an account is created at sign-in only if the domain of the email address is allowed', async () => {
    const { browser, start, account, store } = await openWithProvider(['octo.example']);
    Object.assign(account, { sub: 'new', email: 'new@other.example' });
    expect((await browser.open(await start())).status).toBe(403);
    account.email = 'new@octo.example';
    expect((await browser.open(await start())).status).toBe(303);
    expect(await store.accounts.user('new@octo.example')).toBeDefined();
    expect((await browser.open('/projects')).text).toContain('You are not a member of a project');
  });

  it('a response of the identity provider is accepted once, and only in the browser that started the sign-in', async () => {
    const { app, browser, start } = await openWithProvider();
    const callback = await start();
    const other = createBrowser(app);
    expect((await other.open(callback)).status).toBe(403);
    expect((await browser.open(callback)).status).toBe(303);
    expect((await browser.open(callback)).status).toBe(403);
    expect([...other.cookies.keys()]).toEqual(['context-sync-browser']);
  });

  it.each([
    [
      'another issuer, as in a mix-up attack',
      (callback: string) => callback.replace(/iss=[^&]+/, 'iss=https%3A%2F%2Fevil.example'),
    ],
    ['another code', (callback: string) => callback.replace(/code=[^&]+/, 'code=stolen')],
  ])('a response of the identity provider with %s is rejected', async (_name, change) => {
    const { browser, start, reported } = await openWithProvider();
    const callback = await start();
    expect(change(callback)).not.toBe(callback);
    expect((await browser.open(change(callback))).status).toBe(502);
    expect(browser.cookies.has('context-sync-session')).toBe(false);
    expect(reported.splice(0)).toHaveLength(1);
  });

  it('the sign-in page reports that the identity provider is unreachable, and works again afterwards', async () => {
    const service = await openService();
    const report = (error: unknown) => void service.reported.push(error);
    const services = createServices(service.store, service.parsers, report, {
      openId: { issuer: 'http://127.0.0.1:1', ...CLIENT, domains: [] },
    });
    const app = createApp(service.store, report, { parsers: service.parsers, services });
    const page = await createBrowser(app).open('/sign-in/openid');
    expect(page).toMatchObject({ status: 502, text: expect.stringContaining('sign in another way') });
    expect(service.reported.splice(0)).toHaveLength(1);
  });
});
