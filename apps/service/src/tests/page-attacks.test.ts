import { sampleCases } from '@context-sync/test-tier';
import { describe, expect, it } from 'vitest';
import { hashSecret } from '../platform/access/secrets.ts';
import type { OpenedPage, SendOptions } from '../testing/browser.fixture.ts';
import type { PageState } from '../testing/page-state.fixture.ts';
import {
  describeState,
  findForm,
  followRedirects,
  getPath,
  isForm,
  listPageRoutes,
  type OpenedWorld,
  openPageWorld,
  PAGE_STATES,
  type Visit,
} from '../testing/page-world.fixture.ts';

const SESSION_COOKIE = 'context-sync-session';
const FORMS = PAGE_STATES.filter(isForm);
/** The first state of each form, in which the form succeeds. */
const FIRST_FORMS = FORMS.filter(({ route }, index) => FORMS.findIndex((each) => each.route === route) === index);
/** Forms of signed-in members that submit fields. In the unit tier, only the first state of each form and some other states. */
const FORMS_OF_MEMBERS = [...new Set([...FIRST_FORMS, ...sampleCases(FORMS, 3)])].filter(
  ({ visitor, fields, isForged }) => visitor !== 'anonymous' && fields && !isForged,
);
/** Returns whether a form is on pages that are the same for all visitors, so that it has no CSRF token. */
const isOnPublicPage = async ({ route }: PageState) =>
  (await listPageRoutes()).some((each) => each.isOnPublicPage && `POST ${each.path}` === route);
const byName = (states: readonly PageState[]) => states.map((state) => [describeState(state), state] as const);

/** The page of a state, opened by its visitor, with a completed form. */
async function openForm(state: PageState) {
  const openedWorld = await openPageWorld(state.reach);
  const visit = await openedWorld.createVisit(state.visitor ?? 'owner');
  const page = await followRedirects(visit, await visit.open(await getPath(state, openedWorld.world)), openedWorld.url);
  const { action, forms } = findForm(state, page);
  const fields = state.fields?.(openedWorld.world) ?? {};
  const { files } = state;
  return {
    opened: openedWorld,
    action,
    forms,
    fields,
    visit: {
      ...visit,
      send: (from: Parameters<Visit['send']>[0], options: SendOptions = {}) =>
        visit.send(from, { ...options, ...(files && options.action === action && { files }) }),
    },
  };
}

/** Returns the data that a form could change: the rows of all tables, the sessions, and the number of audit entries. */
async function readAll({ readStored, rows }: OpenedWorld): Promise<unknown> {
  const sessions = (await rows('SELECT * FROM sessions ORDER BY id')).map(({ id, revoked_at: revokedAt }) => [
    id,
    revokedAt,
  ]);
  const tokens = await rows(`SELECT * FROM one_time_tokens WHERE kind <> 'form' ORDER BY hash`);
  return [await readStored(), sessions, tokens];
}

/** Returns the CSRF token of a form that another person has opened. */
async function getForeignToken(opened: OpenedWorld): Promise<string> {
  const page = await (await opened.createVisit('outsider')).open('/account');
  return [...page.forms.values()][0]?.['form-token'] ?? '';
}

/** Returns the ids of the member and the session of a browser. */
async function findSession({ store }: OpenedWorld, visit: Visit): Promise<readonly [userId: string, id: string]> {
  const found = await store.sessions.find(hashSecret(visit.cookies.get(SESSION_COOKIE) ?? ''));
  return [found?.userId ?? '', found?.id ?? ''];
}

interface Attack {
  readonly token?: (opened: OpenedWorld) => Promise<string> | string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Cross-site request forgery attacks: ways to make a person's browser submit a form. */
const ATTACKS: Readonly<Record<string, Attack>> = {
  'without a token': { token: () => '' },
  'with a wrong token': { token: () => 'x'.repeat(43) },
  'with the token of another member': { token: getForeignToken },
  'from another site, with the token': { headers: { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' } },
  'from another port, with the token': { headers: { origin: 'http://localhost:9999', 'sec-fetch-site': 'same-site' } },
  'from a page without an origin, with the token': { headers: { origin: 'null', 'sec-fetch-site': 'cross-site' } },
  'from another origin that claims to be the same site': { headers: { origin: 'https://evil.example' } },
  'as plain text, which other sites can send': { headers: { 'content-type': 'text/plain' } },
};

const HOSTILE_PATHS = [
  'https://evil.example',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  'javascript:alert(1)',
];

function expectOwnTarget({ location }: OpenedPage, origin: string): void {
  if (location === undefined) return;
  expect(new URL(location, origin).origin).toBe(origin);
  expect(location).not.toMatch(/^(?:https?:)?[\\/]{2}evil|^\/[\t\\/]/);
}

describe('every form', () => {
  it.each(byName(FIRST_FORMS))('the form %s changes nothing if another site sends it', async (_name, state) => {
    const { opened, visit, action, forms, fields } = await openForm(state);
    const isTokenless = await isOnPublicPage(state);
    for (const [name, { token, headers = {} }] of Object.entries(ATTACKS)) {
      if (token && isTokenless) continue;
      const givenToken = token ? { 'form-token': await token(opened) } : {};
      const before = await readAll(opened);
      const cookies = new Map(visit.cookies);
      const sentPage = await visit.send({ forms }, { action, fields: { ...fields, ...givenToken }, headers });
      expect([name, sentPage.status]).toEqual([name, token ? 303 : headers['content-type'] ? 400 : 403]);
      expectOwnTarget(sentPage, opened.url);
      expect(await readAll(opened), name).toEqual(before);
      expect(visit.cookies.get(SESSION_COOKIE)).toBe(cookies.get(SESSION_COOKIE));
    }
    const { status } = await visit.send({ forms }, { action, fields });
    expect(status, 'of the form that the person sends').toBe(state.status ?? (status === 303 ? 303 : 200));
  });

  it.each(byName(FORMS_OF_MEMBERS))(
    'the form %s keeps its content if the session ends before the form is sent, even if the form shows an error',
    async (_name, state) => {
      const { opened, visit, action, forms, fields } = await openForm(state);
      const shownPage = state.status === 422 ? await visit.send({ forms }, { action, fields }) : { forms };
      const [visitor, session] = await findSession(opened, visit);
      await opened.store.sessions.revoke(visitor, session);
      const { location = '' } = await visit.send(shownPage, { action, fields });
      expect(location).toMatch(/^\/sign-in\?next=/);
      const next = new URL(location, opened.url).searchParams.get('next') ?? '';
      expect(next).toMatch(/unsent=/);
      const secondVisit = await opened.createVisit(state.visitor ?? 'owner');
      for (const [name, value] of visit.cookies) if (name !== SESSION_COOKIE) secondVisit.cookies.set(name, value);
      const page = await secondVisit.open(next);
      expect([page.status, page.forms.has(action)]).toEqual([200, true]);
      expect(page.text).toContain('You were signed out before the form was sent');
    },
  );

  it.each(byName(FIRST_FORMS))('%s: does not redirect to another site', async (_name, state) => {
    for (const hostileText of HOSTILE_PATHS) {
      const { opened, visit, action, forms, fields } = await openForm(state);
      const targets = { next: hostileText, page: hostileText, 'form-page': hostileText };
      const refused = await visit.send({ forms }, { action, fields: { ...fields, ...targets, 'form-token': 'x' } });
      expectOwnTarget(refused, opened.url);
      expectOwnTarget(await visit.send({ forms }, { action, fields: { ...fields, ...targets } }), opened.url);
    }
  });

  it.each(byName(FIRST_FORMS.filter(({ visitor }) => visitor === 'anonymous')))(
    'the form %s never signs a session in that was set before (session fixation)',
    async (_name, state) => {
      const { opened, visit, action, forms, fields } = await openForm(state);
      const plantedSecret = 'A'.repeat(43);
      visit.cookies.set(SESSION_COOKIE, plantedSecret);
      // The token of a form belongs to the planted session in this browser, as an attacker can arrange.
      const token = [...(await visit.open('/sign-in')).forms.values()][0]?.['form-token'] ?? '';
      await visit.send({ forms }, { action, fields: { ...fields, 'form-token': token } });
      expect(await opened.store.sessions.find(hashSecret(plantedSecret))).toBeUndefined();
      if (visit.cookies.get(SESSION_COOKIE) !== plantedSecret) {
        expect(await opened.store.sessions.find(hashSecret(visit.cookies.get(SESSION_COOKIE) ?? ''))).toBeDefined();
      }
    },
  );

  it.each(byName(FORMS.filter(({ route }) => /^POST \/(?:sign-in\/link|invites\/:token)$/.test(route))))(
    'the form %s can be used only once, even by several browsers at the same time',
    async (_name, state) => {
      const { opened, visit, action, forms, fields } = await openForm(state);
      const visitor = state.visitor ?? 'owner';
      const send = async (browser: Visit) => {
        const token =
          [...(await browser.open(visitor === 'anonymous' ? '/sign-in' : '/account')).forms.values()][0]?.[
            'form-token'
          ] ?? '';
        return browser.send({ forms }, { action, fields: { ...fields, 'form-token': token } });
      };
      const browsers = [visit, ...(await Promise.all([1, 2, 3].map(() => opened.createVisit(visitor))))];
      const sessions = async () => (await opened.rows('SELECT * FROM sessions')).length;
      const before = await sessions();
      const members = async () => (await opened.store.accounts.members(opened.project.id)).length;
      const membersBefore = await members();
      const results = await Promise.all(browsers.map(send));
      expect(
        [...results, await send(browsers[3] ?? visit)].filter(
          ({ location }) => location !== undefined && !location.startsWith('/sign-in'),
        ),
      ).toHaveLength(1);
      expect(await sessions()).toBe(before + (visitor === 'anonymous' ? 1 : 0));
      expect(await members()).toBe(membersBefore + (action.startsWith('/invites/') ? 1 : 0));
    },
  );
});

const LEADING_ON = ['/sign-in', '/sign-in/openid', '/sign-in/link'];

describe('next', () => {
  it.each(LEADING_ON)('%s: does not redirect to another site', async (path) => {
    const openedWorld = await openPageWorld();
    const visit = await openedWorld.createVisit('owner');
    for (const hostile of HOSTILE_PATHS) {
      expectOwnTarget(await visit.open(`${path}?next=${encodeURIComponent(hostile)}`), openedWorld.url);
    }
  });
});
