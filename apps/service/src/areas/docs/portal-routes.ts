import type { Context } from 'hono';
import type { App, Environment } from '../../platform/access/request-environment.ts';
import { hashSecret } from '../../platform/access/secrets.ts';
import { HttpError } from '../../platform/errors/errors.ts';
import { getPageHeaders } from '../../platform/pages/page-headers.ts';
import { getPageOrigin } from '../../platform/pages/page-origin.ts';
import { getScheme } from '../../platform/pages/scheme.ts';
import { getSessionSecret } from '../../platform/pages/session-cookies.ts';
import { parseEtags } from './etags.ts';
import { HOME_PATH } from './navigation.ts';
import { type FinishedPage, Portal, type PortalReader } from './portal.tsx';
import { getPageAddress } from './portal-layout.tsx';
import type { DocsServices } from './services.ts';

/** Adds the pages of the portals, which people read without an account if the settings allow it. */
export function addPortalRoutes(app: App, services: DocsServices): void {
  const portal = new Portal(services.store, services.docsRenderer, services);
  const respond = async (c: Context<Environment>): Promise<Response> => {
    const slug = c.req.param('slug') ?? '';
    const reader = await findReader(c, slug, services);
    const path = readPath(c);
    if (path === undefined) return redirect(c, getPageAddress(slug, HOME_PATH));
    const answer = await portal.open(reader, path, Date.now());
    return 'movedTo' in answer ? redirect(c, answer.movedTo) : createResponse(c, answer, reader);
  };
  app.get('/p/:slug', respond);
  app.get('/p/:slug/*', respond);
}

/** Returns the path of the page; undefined for an address of the home page that is not the one that links use. */
function readPath(c: Context<Environment>): string | undefined {
  const [, , , ...segments] = new URL(c.req.url).pathname.split('/');
  if (segments.length === 0) return HOME_PATH;
  const path = segments.join('/').replace(/\/+$/, '');
  return path === '' || path === HOME_PATH ? undefined : path;
}

/**
 * Returns who reads a portal.
 * @throws HttpError that is the same for a project that does not exist, is not published, or does not let this reader in
 */
async function findReader(
  c: Context<Environment>,
  slug: string,
  { store, publicUrl }: DocsServices,
): Promise<PortalReader> {
  const state = await store.docs.portal(slug);
  if (state?.settings.published) {
    const isMember = await hasMemberSession(c, slug, { store, publicUrl });
    const scheme = getScheme(c);
    if (isMember) return { slug, state, scheme, audience: 'members' };
    if (state.settings.anonymousRead) return { slug, state, scheme, audience: 'everyone' };
  }
  throw new HttpError(
    'not_found',
    'There are no docs at this address, or only members can read them: sign in if you are one',
  );
}

/** Returns whether a request has the session of a member of the project. Most readers have none, and cost no query. */
async function hasMemberSession(
  c: Context<Environment>,
  slug: string,
  { store, publicUrl }: Pick<DocsServices, 'store' | 'publicUrl'>,
): Promise<boolean> {
  const origin = getPageOrigin(c, publicUrl);
  const secret = origin === undefined ? undefined : getSessionSecret(c, origin);
  const session = secret === undefined ? undefined : await store.sessions.find(hashSecret(secret));
  if (!session?.isActive) return false;
  return (await store.accounts.reachableProject(session.userId, slug)) !== undefined;
}

function createResponse(
  c: Context<Environment>,
  { body, etag, status }: FinishedPage,
  { audience }: PortalReader,
): Response {
  const headers = {
    ...getPageHeaders({ imageSources: ['https:'] }),
    etag,
    // Browsers and proxies ask before each use, because a page can be changed or withdrawn at any time.
    'cache-control': audience === 'everyone' ? 'public, no-cache' : 'private, no-cache',
    vary: 'Accept, Cookie',
  };
  const known = parseEtags(c.req.header('if-none-match')) ?? [];
  if (status === 200 && known.includes(etag)) return c.body(null, 304, headers);
  return c.body(body, status, { ...headers, 'content-type': 'text/html; charset=utf-8' });
}

function redirect(c: Context<Environment>, location: string): Response {
  c.header('cache-control', 'no-cache');
  return c.redirect(location, 308);
}
