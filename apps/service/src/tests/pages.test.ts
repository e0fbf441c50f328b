import { sampleCases } from '@context-sync/test-tier';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { createSignInLink } from '../areas/sign-in/sign-in-links.ts';
import type { ServiceStore } from '../areas.ts';
import {
  findAccessibilityProblems,
  findOverlaps,
  findUnreachable,
  hasBrowser,
  hasPictures,
  measureOverflow,
  openPages,
  openState,
  savePictures,
  WIDTHS,
} from '../testing/chromium.fixture.ts';
import type { PageState } from '../testing/page-state.fixture.ts';
import { ALL_STATES, describeState, isForm } from '../testing/page-world.fixture.ts';
import { ANN } from '../testing/service.fixture.ts';

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

/** Rules of axe whose result depends on the width of the window. */
const RULES_BY_WIDTH = ['color-contrast', 'scrollable-region-focusable', 'target-size', 'link-in-text-block'];

/** Checks a page in both color schemes and in every width. A width of 320 px is that of 1280 px with a zoom of 400 %. */
async function checkPage(page: Page): Promise<void> {
  expect(await findAccessibilityProblems(page), 'in light colors').toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await findAccessibilityProblems(page, ['color-contrast']), 'in dark colors').toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });
  for (const width of WIDTHS.toReversed()) {
    await page.setViewportSize({ width, height: 800 });
    expect(await measureOverflow(page), `pixels outside of ${width}`).toBe(0);
    expect(await findOverlaps(page), `with ${width} pixels`).toEqual([]);
  }
  expect(await findAccessibilityProblems(page, RULES_BY_WIDTH), 'at 320 pixels').toEqual([]);
  expect(await findUnreachable(page), 'with the keyboard').toEqual([]);
}

/** The states, without those that show the same page as another state. */
const OWN_STATES = ALL_STATES.filter(({ route }) => route !== 'POST /dev/components');
const FORMS = OWN_STATES.filter((each) => isForm(each) && !each.isForged);
/** The states to test: the first state of every second page, and some other states. In the soak tier, and for screenshots, all states. */
const SELECTED_STATES = hasPictures
  ? OWN_STATES
  : [
      ...new Set([
        ...sampleCases(
          OWN_STATES.filter(
            ({ route }, index) =>
              !route.startsWith('POST') && OWN_STATES.findIndex((each) => each.route === route) === index,
          ),
          2,
        ),
        ...sampleCases(OWN_STATES, 8),
      ]),
    ];
const byName = (states: readonly PageState[]) => states.map((state) => [describeState(state), state] as const);

describe.skipIf(!hasBrowser)('pages in Chromium', () => {
  it('the page checks of this file find known problems', async () => {
    const { page, url } = await openPages();
    await page.goto(`${url}/sign-in`);
    await page.evaluate(
      `document.querySelector('main').innerHTML = '<img src="data:,"><pre>${'x'.repeat(2_000)}</pre>'`,
    );
    expect(await findAccessibilityProblems(page)).toContainEqual(expect.stringContaining('image-alt: <img'));
    expect(await measureOverflow(page)).toBeGreaterThan(0);
    await page.evaluate(`{
      document.querySelector('main').innerHTML =
        '<p><a href="/a">A link</a></p><p class="up"><a href="/b" tabindex="-1">Above another</a></p><button class="cut">A button</button>';
      const sheet = new CSSStyleSheet();
      sheet.replaceSync('.up { margin-top: -30px } .cut { width: 30px; white-space: nowrap } :focus-visible { outline: none }');
      document.adoptedStyleSheets = [sheet];
    }`);
    expect(await findOverlaps(page)).toEqual([
      expect.stringMatching(/^cut: <button/),
      expect.stringMatching(/^overlap: <a href="\/a".* and <a href="\/b"/),
    ]);
    const unreachable = await findUnreachable(page);
    expect(unreachable).toContainEqual(expect.stringContaining('href="/b"'));
    expect(unreachable).toContainEqual(expect.stringContaining('class="cut"'));
  });

  it.each(byName(SELECTED_STATES))(
    'the page %s is accessible in both color schemes, fits every width, and requires no mouse',
    async (_name, state) => {
      const openedPages = await openPages(state);
      expect(await openState(openedPages, state)).toBe(state.status ?? 200);
      expect(await openedPages.page.locator('body').textContent()).toContain(state.shows);
      await checkPage(openedPages.page);
      await savePictures(openedPages.page, describeState(state));
      // The service reports an error if it cannot reach the identity provider.
      if (state.status === 502) openedPages.reported.splice(0);
    },
  );

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

  it('every form except the passkey forms works without JavaScript', async () => {
    for (const state of sampleCases(FORMS, 8)) {
      const opened = await openPages({ ...state, javaScript: false });
      expect(await openState(opened, state), describeState(state)).toBe(state.status ?? 200);
      expect(await opened.page.locator('body').textContent()).toContain(state.shows);
    }
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

/** Presses Tab until the control with the given name has the focus. */
async function focusByTab(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 40; presses += 1) {
    await page.keyboard.press('Tab');
    const focusedLabel = await page.evaluate(
      `(document.activeElement.labels?.[0] ?? document.activeElement).textContent.trim()`,
    );
    if (focusedLabel === name) return;
  }
  throw new Error(`the keyboard does not reach "${name}"`);
}
