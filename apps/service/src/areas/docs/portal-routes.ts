import { MAX_QUERY_CHARS } from '@context-sync/search';
import type { Context } from 'hono';
import { accepts } from 'hono/accepts';
import type { Environment } from '../../platform/access/request-environment.ts';
import { parseEtags } from '../../platform/http/etags.ts';
import { getPageHeaders } from '../../platform/pages/page-headers.ts';
import type { Pages } from '../../platform/pages/pages.tsx';
import { createAssetResponse, parseAssetAddress } from './asset-response.ts';
import { createFinished, type FinishedPage } from './finished-page.ts';
import { HOME_PATH } from './navigation.ts';
import { ThanksPage } from './portal-feedback.tsx';
import { parseFormPage, THANKS_PATH } from './portal-forms.tsx';
import { getPageAddress } from './portal-frame.ts';
import { findReader, type PortalReader } from './portal-reader.ts';
import { findStyles } from './portal-styles.ts';
import { PortalTexts, parseTextAddress } from './portal-texts.ts';
import { openPreview, parsePreviewPath } from './preview-page.tsx';
import { SEARCH_PATH } from './search-form.tsx';
import { createSearchContent, formatResults, MAX_PAGE_RESULTS } from './search-page.tsx';
import type { DocsServices } from './services.ts';

const STYLES_HEADERS = {
  'content-type': 'text/css; charset=utf-8',
  'cache-control': 'public, max-age=31536000, immutable',
};

/** Adds the pages of the portals. Readers need no account if the settings allow public access. */
export function addPortalRoutes(pages: Pages, services: DocsServices): void {
  const { portal } = services;
  const texts = new PortalTexts(services.store, portal);
  const respond = async (c: Context<Environment>): Promise<Response> => {
    const slug = c.req.param('slug') ?? '';
    const reader = await findReader(c, slug, services);
    const path = readPath(c, reader);
    if (path === undefined) return redirect(c, getPageAddress(reader.base, HOME_PATH));
    if (path === THANKS_PATH) {
      const page = parseFormPage(c.req.query('page'));
      const thanks = await portal.openExtra(reader, { kind: 'thanks', title: 'Thank you' }, (frame) =>
        ThanksPage({ frame, path: page }),
      );
      return createResponse(c, thanks, reader, path);
    }
    const styles = findStyles(path, reader.state.settings.accentColor);
    if (styles !== undefined) return c.body(styles, 200, STYLES_HEADERS);
    const sha256 = parseAssetAddress(path);
    const file = sha256 && (await services.store.docsAssets.content(reader.state.projectId, sha256));
    if (file) return createAssetResponse(c, file.base64, reader.audience === 'everyone');
    const previewPath = parsePreviewPath(path);
    const preview = previewPath && (await services.store.docsPreviews.get(reader.state.projectId, previewPath.hash));
    const previewPage = preview && (await openPreview(portal, reader, preview, previewPath.page));
    if (previewPage && 'movedTo' in previewPage) return redirect(c, previewPage.movedTo, 307);
    if (previewPage) return createPreviewResponse(c, previewPage, reader);
    const query = c.req.query('q')?.trim();
    if (path === SEARCH_PATH && (query !== undefined || !(await portal.listVisible(reader)).byPath.has(path))) {
      return createSearchResponse(c, reader, query ?? '', services);
    }
    const text = parseTextAddress(path) ?? (prefersMarkdown(c) ? { kind: 'page' as const, path } : undefined);
    const answer = (text && (await texts.open(reader, text))) ?? (await portal.open(reader, path, Date.now()));
    if ('movedTo' in answer) return redirect(c, answer.movedTo, answer.isPermanent ? 308 : 307);
    return createResponse(c, answer, reader, path);
  };
  pages.getPublished('/p/:slug', respond);
  pages.getPublished('/p/:slug/*', respond);
}

/** Creates the response with a page of a preview, which must not be cached or indexed by search engines. */
function createPreviewResponse(c: Context<Environment>, page: FinishedPage, reader: PortalReader): Response {
  const response = createResponse(c, page, { ...reader, audience: 'members' }, undefined);
  response.headers.set('x-robots-tag', 'noindex');
  return response;
}

/** Returns the results of a search as a page, or as Markdown for a client that prefers it. */
async function createSearchResponse(
  c: Context<Environment>,
  reader: PortalReader,
  givenQuery: string,
  { portal, portalSearch }: DocsServices,
): Promise<Response> {
  const query = givenQuery.slice(0, MAX_QUERY_CHARS).toWellFormed();
  const searchResults = query === '' ? undefined : await portalSearch.find(reader, query, MAX_PAGE_RESULTS);
  if (searchResults && prefersMarkdown(c)) {
    const text = formatResults(query, searchResults, reader.origin);
    return createResponse(c, createFinished(text, 'text/markdown; charset=utf-8'), reader, SEARCH_PATH);
  }
  const title = query === '' ? 'Search' : `${query} · Search`;
  const page = await portal.openExtra(reader, { kind: 'search', title }, (frame) =>
    createSearchContent(frame, query, searchResults),
  );
  return createResponse(c, page, reader, undefined);
}

/** Returns the path of the page; undefined for a noncanonical URL of the home page. */
function readPath(c: Context<Environment>, { base }: PortalReader): string | undefined {
  const all = new URL(c.req.url).pathname.split('/');
  const segments = all.slice(base === '' ? 1 : 3);
  if (segments.length === 0 || (base === '' && segments.length === 1 && segments[0] === '')) return HOME_PATH;
  const path = segments.join('/').replace(/\/+$/, '');
  return path === '' || path === HOME_PATH ? undefined : path;
}

function createResponse(
  c: Context<Environment>,
  { body, mediaType, etag, status, connectSources = [] }: FinishedPage,
  { audience, base }: PortalReader,
  path: string | undefined,
): Response {
  const headers = {
    ...getPageHeaders({
      imageSources: ['https:'],
      connectSources,
      scripts: connectSources.length > 0 ? ['tryIt'] : [],
    }),
    etag,
    // Browsers and proxies must revalidate before each use, because a page can be changed or unpublished at any time.
    'cache-control': audience === 'everyone' ? 'public, no-cache' : 'private, no-cache',
    vary: 'Accept, Cookie',
    link: formatLinks(
      base,
      mediaType.startsWith('text/html') && status === 200 && path !== THANKS_PATH ? path : undefined,
    ),
  };
  const known = parseEtags(c.req.header('if-none-match')) ?? [];
  if (status === 200 && known.includes(etag)) return c.body(null, 304, headers);
  return c.body(body, status, { ...headers, 'content-type': mediaType });
}

/** Returns the `Link` header with the URLs of the texts for agents. @param path path of the page, if the response is a page */
function formatLinks(base: string, path: string | undefined): string {
  return [
    `<${base}/llms.txt>; rel="llms-txt"; type="text/plain"`,
    `<${base}/llms-full.txt>; rel="llms-full-txt"; type="text/plain"`,
    `<${base}/.well-known/agent-skills/index.json>; rel="agent-skills"; type="application/json"`,
    ...(path === undefined ? [] : [`<${base}/${path}.md>; rel="alternate"; type="text/markdown"`]),
  ].join(', ');
}

/** Returns whether a client prefers Markdown to HTML. Browsers prefer HTML. */
function prefersMarkdown(c: Context<Environment>): boolean {
  const supports = ['text/html', 'text/markdown'];
  return accepts(c, { header: 'Accept', supports, default: 'text/html' }) === 'text/markdown';
}

function redirect(c: Context<Environment>, location: string, status: 307 | 308 = 308): Response {
  c.header('cache-control', 'no-cache');
  return c.redirect(location, status);
}
