import { existsSync } from 'node:fs';
import { OpenAPIHono } from '@hono/zod-openapi';
import { expect, onTestFinished } from 'vitest';
import { createApp } from '../app.ts';
import { AREAS } from '../areas.ts';
import type { App, Environment } from '../platform/access/request-environment.ts';
import { createSecret, hashSecret } from '../platform/access/secrets.ts';
import { listen, SERVER_TIMEOUTS } from '../platform/connections/listen.ts';
import { startSmtpServer } from '../platform/mail/smtp.fixture.ts';
import { createMailer } from '../platform/mail/smtp-mailer.ts';
import { addComponentsPage } from '../platform/pages/components-page.tsx';
import { ERROR_STATES, PAGE_STATES as PLATFORM_STATES } from '../platform/pages/pages.fixture.ts';
import { type PageOptions, type PageRoute, Pages } from '../platform/pages/pages.tsx';
import { createServices, INTERFACES } from '../services.ts';
import { createBrowser, type OpenedPage } from './browser.fixture.ts';
import type { AreaPages, PageState, PageWorld, Visitor } from './page-state.fixture.ts';
import { ANN, BOB, OWN_PROJECT, openService } from './service.fixture.ts';

const MEMBER = 'member@example.com';
const NEWCOMER = 'new@example.com';
/** An identity provider at a URL where no server listens. */
const IDENTITY_PROVIDER = { issuer: 'http://127.0.0.1:9', clientId: 'service', clientSecret: 'secret', domains: [] };
const SESSION_COOKIE = 'context-sync-session';
const MAX_REDIRECTS = 10;

/** States of the pages of all areas. */
export const PAGE_STATES: readonly PageState[] = [
  ...PLATFORM_STATES,
  ...(
    await Promise.all(
      AREAS.map(({ name }) => new URL(`../areas/${name}/pages.fixture.ts`, import.meta.url))
        .filter((file) => existsSync(file))
        .map(async (file) => ((await import(file.pathname)) as AreaPages).PAGE_STATES),
    )
  ).flat(),
];

/** The states of all pages, and the error pages for unknown URLs. */
export const ALL_STATES: readonly PageState[] = [...PAGE_STATES, ...ERROR_STATES];

export const describeState = ({ route, state }: PageState): string => `${route} ${state}`;
export const isForm = ({ route }: Pick<PageState, 'route'>): boolean => route.startsWith('POST ');

/**
 * Starts the service over HTTP, with a project, an owner, a member and members of other projects. The test fails if the service reports an unexpected
 * error.
 */
export async function openPageWorld(reach?: PageState['reach']) {
  const service = await openService();
  const { store, parsers, reported } = service;
  const report = (error: unknown) => void reported.push(error);
  const mail = reach === 'mail' ? { url: (await startSmtpServer()).url, from: 'sync@example.com' } : undefined;
  const services = createServices(store, parsers, report, {
    ...(mail && { mailer: createMailer(mail, () => undefined), publicUrl: 'https://sync.example.com' }),
    ...(reach === 'identity-provider' && { openId: IDENTITY_PROVIDER }),
  });
  const app = createApp(store, report, {
    parsers,
    services,
    development: true,
    requestDeadline: 600_000,
    rateLimits: { signIn: { requests: 1_000, window: 1 } },
  });
  const handle = (request: Request, bindings: unknown) => app.fetch(request, bindings as object);
  const listening = await listen(handle, { host: '127.0.0.1', port: 0, limits: SERVER_TIMEOUTS });
  onTestFinished(() => listening.close(1_000));
  const url = `http://localhost:${listening.port}`;

  for (const email of [MEMBER, NEWCOMER]) await store.accounts.createUser(email);
  await store.accounts.addMember(OWN_PROJECT, MEMBER, 'member');
  const find = async (email: string) => ({ email, id: (await store.accounts.user(email))?.id ?? '' });
  const people = {
    owner: await find(ANN),
    member: await find(MEMBER),
    outsider: await find(BOB),
    newcomer: await find(NEWCOMER),
  };
  const world: PageWorld = {
    store,
    url,
    keys: service.keys,
    project: await store.accounts.projectBySlug(OWN_PROJECT),
    people,
  };

  /** Signs a visitor in. @returns the cookie of the session; undefined for a visitor who is not signed in */
  const signIn = async (visitor: Visitor) => {
    if (visitor === 'anonymous') return undefined;
    const secret = createSecret();
    const userAgent = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0';
    await store.sessions.create({ userId: people[visitor].id, hash: hashSecret(secret), method: 'link', userAgent });
    return { name: SESSION_COOKIE, value: secret };
  };
  /** Returns a browser without scripts. */
  const createVisit = async (visitor: Visitor) => {
    const browser = createBrowser(sendOverHttp, url);
    const cookie = await signIn(visitor);
    if (cookie) browser.cookies.set(cookie.name, cookie.value);
    return browser;
  };
  return { ...service, ...world, world, app, services, signIn, createVisit };
}

/** Sends the requests of a browser over HTTP. */
const sendOverHttp = {
  request: (address: string, init: RequestInit) => fetch(address, { ...init, redirect: 'manual' }),
} as unknown as App;

export type OpenedWorld = Awaited<ReturnType<typeof openPageWorld>>;
export type Visit = ReturnType<typeof createBrowser>;

/** Follows the redirects of a page to other pages of the service. */
export async function followRedirects(visit: Visit, openedPage: OpenedPage, origin: string): Promise<OpenedPage> {
  let page = openedPage;
  for (let redirects = 0; page.location !== undefined && redirects < MAX_REDIRECTS; redirects += 1) {
    const target = new URL(page.location, origin);
    expect(target.origin, 'the page that follows').toBe(origin);
    page = await visit.open(`${target.pathname}${target.search}`);
  }
  return page;
}

/** Creates the data that the page of a state shows, and returns the path of the page. */
export async function getPath({ path }: PageState, world: PageWorld): Promise<string> {
  return typeof path === 'string' ? path : path(world);
}

/** Returns the form of a page whose action is that of the state. */
export function findForm({ route, isForged }: PageState, page: Pick<OpenedPage, 'forms'>) {
  const [, path = ''] = route.split(' ');
  if (isForged && !path.includes(':'))
    return { action: path, forms: new Map([[path, [...page.forms.values()].at(-1) ?? {}]]) };
  const pattern = new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`);
  const action = [...page.forms.keys()].find((each) => pattern.test(each));
  if (action === undefined) throw new Error(`the page has no form for ${route}`);
  return { action, forms: page.forms };
}

/** Opens the page of a state as its visitor, and submits its form. Returns the response before redirects, and the page after them. */
export async function visitState(openedWorld: OpenedWorld, state: PageState) {
  const { url, world } = openedWorld;
  const visit = await openedWorld.createVisit(state.visitor ?? 'owner');
  const first = await visit.open(await getPath(state, world));
  const page = await followRedirects(visit, first, url);
  if (!isForm(state)) return { visit, first, page };
  const { action, forms } = findForm(state, page);
  await state.meanwhile?.(world);
  const sent = await visit.send(
    { forms },
    {
      action,
      fields: state.fields?.(world) ?? {},
      ...(state.files && { files: state.files }),
    },
  );
  return { visit, first: sent, page: await followRedirects(visit, sent, url) };
}

/** Returns the routes of the pages that the platform and the areas declare. */
export async function listPageRoutes(): Promise<readonly PageRoute[]> {
  const { store, parsers } = await openService();
  const pages = new Pages(new OpenAPIHono<Environment>(), {
    limitBodySize: (_c, next) => next(),
  } as Partial<PageOptions> as PageOptions);
  const services = createServices(store, parsers, () => undefined, { openId: IDENTITY_PROVIDER });
  addComponentsPage(pages);
  for (const area of INTERFACES) area.addPages?.(pages, services);
  return pages.routes;
}
