import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { createReport } from '../areas/feedback/report.fixture.ts';
import { createSignInLink } from '../areas/sign-in/sign-in-links.ts';
import type { ServiceStore } from '../areas.ts';
import {
  COLOR_SCHEMES,
  findAccessibilityProblems,
  hasBrowser,
  measureOverflow,
  openPages,
  WIDTHS,
} from '../testing/chromium.fixture.ts';
import { ANN, OWN_PROJECT } from '../testing/service.fixture.ts';

const NEW_MEMBER = 'new@example.com';

async function createLink(store: ServiceStore, email = ANN): Promise<string> {
  const user = await store.accounts.user(email);
  return createSignInLink(store, { userId: user?.id ?? '', method: 'link' });
}

/** Signs in with a link, as a person does. */
async function signIn(page: Page, url: string, link: string): Promise<void> {
  await page.goto(url + link);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(`${url}/projects`);
}

type Opened = Awaited<ReturnType<typeof openPages>>;

/** Pages and states. Each is opened by its function, signed in as Ann unless it is for everyone. */
const PUBLIC_PAGES: Readonly<Record<string, (opened: Opened) => Promise<void>>> = {
  'the sign-in page': async ({ page, url }) => void (await page.goto(`${url}/sign-in`)),
  'the sign-in page with an error': async ({ page, url }) => {
    await page.goto(`${url}/sign-in`);
    await page.getByLabel('API key').fill('csk_wrong');
    await page.getByRole('button', { name: 'Sign in with the key' }).click();
    await page.getByRole('alert').waitFor();
  },
  'a link to sign in': async ({ page, url, store }) => void (await page.goto(url + (await createLink(store)))),
  'an unknown link': async ({ page, url }) => void (await page.goto(`${url}/sign-in/link?token=unknown`)),
  'the confirmation of a mail': async ({ page, url }) => {
    await page.goto(`${url}/sign-in`);
    // Without a mail server, the page has no such form, but its target exists.
    await page.evaluate(
      `document.forms[0].action = '/sign-in/mail'; document.forms[0].insertAdjacentHTML('beforeend', '<input name="email" value="ann@example.com">'); document.forms[0].submit()`,
    );
    await page.getByText('Check your mail').waitFor();
  },
  'how to connect a client': async ({ page, url }) => void (await page.goto(`${url}/mcp/setup`)),
  'a page that does not exist': async ({ page, url }) => void (await page.goto(`${url}/nothing/here`)),
  'all components': async ({ page, url }) => void (await page.goto(`${url}/dev/components`)),
};
const MEMBER_PAGES: Readonly<Record<string, (opened: Opened) => Promise<void>>> = {
  'the list of projects': async ({ page, url }) => void (await page.goto(`${url}/projects`)),
  'a project': async ({ page, url }) => void (await page.goto(`${url}/projects/${OWN_PROJECT}`)),
  'a project of others': async ({ page, url }) => void (await page.goto(`${url}/projects/acme-api`)),
  'the members of a project': async ({ page, url }) => void (await page.goto(`${url}/projects/${OWN_PROJECT}/members`)),
  'an empty inbox of feedback': async ({ page, url }) =>
    void (await page.goto(`${url}/projects/${OWN_PROJECT}/feedback`)),
  'the inbox of feedback': async ({ page, url, store }) => {
    const { id } = await store.accounts.projectBySlug(OWN_PROJECT);
    const text = `Broken ${'x'.repeat(300)}\n<b>`;
    const about = { type: 'page', ref: `guides/${'long-'.repeat(50)}` } as const;
    await store.feedback.report(
      id,
      createReport({ detail: text, impact: 'blocked', task: text, about, logId: 'log_1' }),
    );
    await page.goto(`${url}/projects/${OWN_PROJECT}/feedback`);
  },
  'a feedback after a change': async ({ page, url }) => {
    await page.goto(`${url}/projects/${OWN_PROJECT}/feedback`);
    await page.locator('tbody a').first().click();
    await page.getByLabel('Note', { exact: true }).fill('Asked the team');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The status and the note were saved.').waitFor();
  },
  'the connected applications': async ({ page, url }) => void (await page.goto(`${url}/account/applications`)),
  'the account page': async ({ page, url }) => void (await page.goto(`${url}/account`)),
  'the account page after a change': async ({ page, url }) => {
    await page.goto(`${url}/account`);
    await page.getByLabel('Name', { exact: true }).fill('Ann');
    await page.getByRole('button', { name: 'Save the name' }).click();
    await page.getByText('Your name was changed.').waitFor();
  },
  'the keys': async ({ page, url }) => void (await page.goto(`${url}/account/keys`)),
  'the keys with an error': async ({ page, url }) => {
    await page.goto(`${url}/account/keys`);
    await page.getByRole('button', { name: 'Create the key' }).click();
    await page.getByRole('alert').waitFor();
  },
  'a new key': async ({ page, url }) => {
    await page.goto(`${url}/account/keys`);
    await page.getByLabel('Name', { exact: true }).fill('workflow');
    await page.getByRole('button', { name: 'Create the key' }).click();
    await page.getByText('The key was created').waitFor();
  },
  'a key': async ({ page, url }) => {
    await page.goto(`${url}/account/keys`);
    await page.locator('tbody a').first().click();
    await page.getByRole('button', { name: 'Revoke the key' }).waitFor();
  },
};

/** Checks a page in both color schemes and in every width. A width of 320 px is that of 1280 px with a zoom of 400 %. */
async function checkPage(page: Page): Promise<void> {
  for (const colorScheme of COLOR_SCHEMES) {
    await page.emulateMedia({ colorScheme });
    expect(await findAccessibilityProblems(page), colorScheme).toEqual([]);
  }
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    expect(await measureOverflow(page), `pixels outside of ${width}`).toBe(0);
  }
  await page.setViewportSize({ width: 320, height: 800 });
  expect(await findAccessibilityProblems(page), 'at 320 pixels').toEqual([]);
}

describe.skipIf(!hasBrowser)('pages in Chromium', () => {
  it('findAccessibilityProblems and measureOverflow find problems', async () => {
    const { page, url } = await openPages();
    await page.goto(`${url}/sign-in`);
    await page.evaluate(
      `document.querySelector('main').innerHTML = '<img src="data:,"><pre>${'x'.repeat(2_000)}</pre>'`,
    );
    expect(await findAccessibilityProblems(page)).toContainEqual(expect.stringContaining('image-alt: <img'));
    expect(await measureOverflow(page)).toBeGreaterThan(0);
  });

  it.each(Object.entries(PUBLIC_PAGES))(
    '%s is accessible in both schemes, and fits every width',
    async (_name, open) => {
      const opened = await openPages();
      await open(opened);
      await checkPage(opened.page);
    },
  );

  it('the pages of a member are accessible in both schemes, and fit every width', async () => {
    const opened = await openPages();
    await signIn(opened.page, opened.url, await createLink(opened.store));
    for (const open of Object.values(MEMBER_PAGES)) {
      await opened.page.setViewportSize({ width: 1_280, height: 800 });
      await open(opened);
      await checkPage(opened.page);
    }
  });

  it('the list of projects of a new member says what to do, and is accessible', async () => {
    const { page, url, store } = await openPages();
    await store.accounts.createUser(NEW_MEMBER);
    await signIn(page, url, await createLink(store, NEW_MEMBER));
    await page.getByText('You are a member of no project').waitFor();
    await checkPage(page);
  });

  it('a member signs in, changes the name and signs out with the keyboard only, on a narrow page', async () => {
    const { page, url, store } = await openPages();
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto(url + (await createLink(store)));
    await focusByTab(page, 'Sign in');
    await page.keyboard.press('Enter');
    await page.waitForURL(`${url}/projects`);
    await focusByTab(page, 'Menu');
    await page.keyboard.press('Enter');
    await focusByTab(page, 'Account');
    await page.keyboard.press('Enter');
    await page.waitForURL(`${url}/account`);
    await focusByTab(page, 'Name');
    await page.keyboard.type('Ann');
    await page.keyboard.press('Enter');
    await page.getByText('Your name was changed.').waitFor();
    await focusByTab(page, 'Menu');
    await page.keyboard.press('Enter');
    await focusByTab(page, 'Sign out');
    await page.keyboard.press('Enter');
    await page.getByText('You are signed out.').waitFor();
  });

  it('pages work without JavaScript', async () => {
    const { page, url, store } = await openPages({ javaScript: false });
    await signIn(page, url, await createLink(store));
    for (const open of [MEMBER_PAGES['the account page after a change'], MEMBER_PAGES['a new key']]) {
      await open?.({ page, url, store } as Opened);
    }
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByText('You are signed out.').waitFor();
  });

  it('a member creates a passkey, and signs in with it', async () => {
    const { page, context, url, store } = await openPages();
    const client = await context.newCDPSession(page);
    await client.send('WebAuthn.enable');
    await client.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
      },
    });
    await signIn(page, url, await createLink(store));
    await page.goto(`${url}/account`);
    await page.getByLabel('Name of a new passkey').fill('Laptop');
    await page.getByRole('button', { name: 'Create a passkey' }).click();
    await page.getByText('The passkey was created.').waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.waitForURL(`${url}/projects`);
    const user = await store.accounts.user(ANN);
    expect(await store.passkeys.list(user?.id ?? '')).toMatchObject([
      { name: 'Laptop', lastUsedAt: expect.any(String) },
    ]);
    expect((await store.sessions.list(user?.id ?? '')).map(({ method }) => method)).toContain('passkey');
    await page.goto(`${url}/account`);
    await page.getByRole('button', { name: 'Remove the passkey Laptop' }).click();
    await page.getByText('The passkey was removed.').waitFor();
  });
});

/** Presses Tab until the control with a name has the focus. */
async function focusByTab(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 40; presses += 1) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(
      `(document.activeElement.labels?.[0] ?? document.activeElement).textContent.trim()`,
    );
    if (focused === name) return;
  }
  throw new Error(`the keyboard does not reach "${name}"`);
}
