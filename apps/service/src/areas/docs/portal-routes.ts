import type { Context } from 'hono';
import { accepts } from 'hono/accepts';
import type { App, Environment } from '../../platform/access/request-environment.ts';
import { hashSecret } from '../../platform/access/secrets.ts';
import { HttpError } from '../../platform/errors/errors.ts';
import { parseEtags } from '../../platform/http/etags.ts';
import { getPageHeaders } from '../../platform/pages/page-headers.ts';
import { getPageOrigin } from '../../platform/pages/page-origin.ts';
import { getScheme } from '../../platform/pages/scheme.ts';
import { getSessionSecret } from '../../platform/pages/session-cookies.ts';
import { createAssetResponse, parseAssetAddress } from './asset-response.ts';
import type { FinishedPage } from './finished-page.ts';
import { HOME_PATH } from './navigation.ts';
import { Portal, type PortalReader } from './portal.tsx';
import { getPageAddress } from './portal-layout.tsx';
import { PortalTexts, parseTextAddress } from './portal-texts.ts';
import type { DocsServices } from './services.ts';

/** Adds the pages of the portals, which people read without an account if the settings allow it. */
export function addPortalRoutes(app: App, services: DocsServices): void {
  const portal = new Portal(services.store, services.docsRenderer, services);
  const texts = new PortalTexts(services.store, portal);
  const respond = async (c: Context<Environment>): Promise<Response> => {
    const slug = c.req.param('slug') ?? '';
    const reader = await findReader(c, slug, services);
    const path = readPath(c);
    if (path === undefined) return redirect(c, getPageAddress(reader.base, HOME_PATH));
    const sha256 = parseAssetAddress(path);
    const file = sha256 && (await services.store.docsAssets.content(reader.state.projectId, sha256));
    if (file) return createAssetResponse(c, file.base64, reader.audience === 'everyone');
    const text = parseTextAddress(path) ?? (prefersMarkdown(c) ? { kind: 'page' as const, path } : undefined);
    const origin = getPageOrigin(c, services.publicUrl) ?? '';
    const answer = (text && (await texts.open(reader, text, origin))) ?? (await portal.open(reader, path, Date.now()));
    if ('movedTo' in answer) return redirect(c, answer.movedTo, answer.isPermanent ? 308 : 307);
    return createResponse(c, answer, reader, path);
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
    const reader = { slug, base: `/p/${slug}`, state, scheme: getScheme(c) };
    if (isMember) return { ...reader, audience: 'members' };
    if (state.settings.anonymousRead) return { ...reader, audience: 'everyone' };
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
  { body, mediaType, etag, status }: FinishedPage,
  { audience, base }: PortalReader,
  path: string,
): Response {
  const headers = {
    ...getPageHeaders({ imageSources: ['https:'] }),
    etag,
    // Browsers and proxies ask before each use, because a page can be changed or withdrawn at any time.
    'cache-control': audience === 'everyone' ? 'public, no-cache' : 'private, no-cache',
    vary: 'Accept, Cookie',
    link: formatLinks(base, mediaType.startsWith('text/html') && status === 200 ? path : undefined),
  };
  const known = parseEtags(c.req.header('if-none-match')) ?? [];
  if (status === 200 && known.includes(etag)) return c.body(null, 304, headers);
  return c.body(body, status, { ...headers, 'content-type': mediaType });
}

/** Returns the header with which agents find the texts that are made for them. @param path path of the page, if the response is one */
function formatLinks(base: string, path: string | undefined): string {
  return [
    `<${base}/llms.txt>; rel="llms-txt"; type="text/plain"`,
    `<${base}/llms-full.txt>; rel="llms-full-txt"; type="text/plain"`,
    ...(path === undefined ? [] : [`<${base}/${path}.md>; rel="alternate"; type="text/markdown"`]),
  ].join(', ');
}

/** Returns whether a client asks for Markdown instead of HTML. Browsers do not. */
function prefersMarkdown(c: Context<Environment>): boolean {
  const supports = ['text/html', 'text/markdown'];
  return accepts(c, { header: 'Accept', supports, default: 'text/html' }) === 'text/markdown';
}

function redirect(c: Context<Environment>, location: string, status: 307 | 308 = 308): Response {
  c.header('cache-control', 'no-cache');
  return c.redirect(location, status);
}
