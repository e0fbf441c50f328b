import { describe, expect, it } from 'vitest';
import { hashSecret } from '../../platform/access/secrets.ts';
import { createBrowser, ORIGIN } from '../../testing/browser.fixture.ts';
import { ANN, openService } from '../../testing/service.fixture.ts';
import { createSignInLink } from './sign-in-links.ts';

/** Creates a sign-in link for Ann. */
async function createLink(store: Awaited<ReturnType<typeof openService>>['store'], next?: string) {
  const user = await store.accounts.user(ANN);
  return createSignInLink(store, { userId: user?.id ?? '', method: 'link', ...(next === undefined ? {} : { next }) });
}

describe('a link to sign in', () => {
  it('a sign-in link signs a member in once, after the member confirms the sign-in', async () => {
    const { app, store } = await openService();
    const link = await createLink(store);
    const browser = createBrowser(app);
    expect((await browser.open('/projects')).location).toBe('/sign-in');
    for (const scan of [1, 2]) expect((await createBrowser(app).open(link)).status, `scan ${scan}`).toBe(200);
    const page = await browser.open(link);
    expect(await browser.send(page)).toMatchObject({ status: 303, location: '/projects' });
    expect((await browser.open('/projects')).text).toContain('octo-docs');
    const again = createBrowser(app);
    expect(await again.open(link)).toMatchObject({ status: 410, text: expect.stringContaining('was already used') });
    expect((await again.send(page)).status).toBe(303);
    expect((await again.open('/projects')).location).toBe('/sign-in');
  });

  it('sign-in links and sessions are stored only as hashes', async () => {
    const { app, store, rows } = await openService();
    const link = await createLink(store);
    const token = new URL(link, ORIGIN).searchParams.get('token') ?? '';
    const browser = createBrowser(app);
    await browser.send(await browser.open(link));
    const storedText = JSON.stringify([
      await rows('SELECT * FROM one_time_tokens'),
      await rows('SELECT * FROM sessions'),
    ]);
    expect(storedText).not.toContain(token);
    expect(storedText).toContain(hashSecret(token));
    expect(storedText).not.toContain(browser.cookies.get('context-sync-session'));
  });
});

describe('next', () => {
  it.each([
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '\\/evil.example',
    '/\t/evil.example',
    '/%09/evil.example/..//evil.example',
    'javascript:alert(1)',
    'http:evil.example',
    '/projects\r\nlocation: https://evil.example',
    '/..//evil.example',
    '/.//evil.example',
    '@evil.example',
    '/sign-out',
    `/${'a'.repeat(5_000)}`,
    '',
  ])('the parameter "next" cannot redirect to another site: %j', async (next) => {
    const { app, store } = await openService();
    const browser = createBrowser(app);
    const link = `${await createLink(store)}&next=${encodeURIComponent(next)}`;
    const { status, location = '' } = await browser.send(await browser.open(link));
    expect(status).toBe(303);
    expect(new URL(location, ORIGIN).origin).toBe(ORIGIN);
    expect(location).toMatch(/^\/(projects$|%09)/);
  });
});
