import { describe, expect, it } from 'vitest';
import type { PageState, Visitor } from '../testing/page-state.fixture.ts';
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

/** Visitors who open every page and submit every form. A key is not a session, so it gives no access to pages. */
const PRINCIPALS = ['anonymous', 'key', 'newcomer', 'outsider', 'member', 'owner'] as const;
type Principal = (typeof PRINCIPALS)[number];

/** The first state of each page and form. */
const STATES = PAGE_STATES.filter(
  ({ route }, index) => PAGE_STATES.findIndex((each) => each.route === route) === index,
);

/** Returns a browser that sends a key of the owner with each request, but has no session. */
async function createKeyVisit({ createVisit, keys }: OpenedWorld): Promise<Visit> {
  const visit = await createVisit('anonymous');
  const authorization = `Bearer ${keys.ann}`;
  return {
    cookies: visit.cookies,
    open: (path) => visit.open(path, { authorization }),
    send: (page, options) => visit.send(page, { ...options, headers: { authorization } }),
  };
}

/** Opens the page of a state or submits its form. @returns the result, and whether stored rows have changed */
async function attempt(openedWorld: OpenedWorld, state: PageState, principal: Principal) {
  const { world, url } = openedWorld;
  const visitor = state.visitor ?? 'owner';
  const path = await getPath(state, world);
  const visit = principal === 'key' ? await createKeyVisit(openedWorld) : await openedWorld.createVisit(principal);
  if (!isForm(state)) {
    const first = await visit.open(path);
    // The URL of the authorization server redirects to the page.
    const target = path.startsWith('/oauth/authorize') ? first.location : undefined;
    const response = target === undefined ? first : await visit.open(new URL(target, url).pathname);
    return { result: describeResponse(response), hasChanged: false };
  }
  const own = await openedWorld.createVisit(visitor);
  const page = await followRedirects(own, await own.open(path), url);
  const { action, forms } = findForm(state, page);
  const token = [...(await visit.open(isSignedIn(principal) ? '/account' : '/sign-in')).forms.values()][0]?.[
    'form-token'
  ];
  const fields = { ...state.fields?.(world), 'form-token': token ?? '' };
  const [before] = await openedWorld.readStored();
  const result = describeResponse(
    await visit.send({ forms }, { action, fields, ...(state.files && { files: state.files }) }),
  );
  const [after] = await openedWorld.readStored();
  return { result, hasChanged: JSON.stringify(after) !== JSON.stringify(before) };
}

const isSignedIn = (principal: Principal): principal is Exclude<Visitor, 'anonymous'> =>
  principal !== 'anonymous' && principal !== 'key';

function describeResponse({
  status,
  location,
}: {
  readonly status: number;
  readonly location: string | undefined;
}): string {
  return /^\/sign-in(?:\?next=|$)/.test(location ?? '') ? 'sign-in' : String(status);
}

describe('every page and form', () => {
  it('every page and form responds to each principal as the stored table states, and a rejected request changes nothing', async () => {
    const routes = await listPageRoutes();
    const lines = [`${'route'.padEnd(50)} ${PRINCIPALS.join('  ')}`];
    for (const state of STATES) {
      const results: string[] = [];
      for (const principal of PRINCIPALS) {
        const openedWorld = await openPageWorld(state.reach);
        const { result, hasChanged } = await attempt(openedWorld, state, principal);
        if (state.status === 502) openedWorld.reported.splice(0);
        results.push(result.padEnd(principal.length + 1));
        const [method, path] = state.route.split(' ');
        const route = routes.find((each) => each.path === path && each.method === method?.toLowerCase());
        const name = `${principal}: ${describeState(state)}`;
        if (route?.isForMembers && !isSignedIn(principal)) expect(result, name).toBe('sign-in');
        if (path?.startsWith('/projects/:slug') && ['newcomer', 'outsider'].includes(principal))
          expect(result, name).toBe('404');
        if (/^\/account\/.*:/.test(path ?? '') && isSignedIn(principal) && principal !== 'owner')
          expect(result, name).toBe('404');
        if (isForm(state) && (result === 'sign-in' || Number(result) >= 400)) {
          expect(hasChanged, `changes by ${name}`).toBe(false);
        }
      }
      lines.push(`${state.route.padEnd(50)} ${results.join(' ')}`.trimEnd());
    }
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('page-matrix.txt');
  });
});
