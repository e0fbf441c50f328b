import { findLeftoverSyntax, type LeftoverSyntax } from './leftover-syntax.ts';
import { type HtmlLink, type PortalHtml, readPortalHtml } from './portal-html.ts';

/** Number of requests at the same time. */
const CONCURRENCY = 8;
const MAX_REDIRECTS = 5;

/** A link or image that a reader cannot open. */
export interface BrokenLink {
  /** Path of the page that contains it. */
  readonly page: string;
  readonly target: string;
  readonly kind: HtmlLink['kind'];
  readonly isInText: boolean;
  /** Why it is broken, such as `404` or `no such anchor`. */
  readonly cause: string;
}

export interface CrawlResult {
  /** Paths of all pages. */
  readonly pages: readonly string[];
  readonly linkCount: number;
  readonly imageCount: number;
  readonly anchorCount: number;
  /** Number of links to other hosts, which are not requested. */
  readonly externalCount: number;
  readonly broken: readonly BrokenLink[];
  /** Pages that show plain text, because they could not be rendered in time. */
  readonly plainTextPages: readonly string[];
  readonly leftovers: readonly (LeftoverSyntax & { readonly page: string })[];
}

interface FetchedUrl {
  readonly status: number;
  readonly type: string;
  readonly html: PortalHtml | undefined;
}

/** Requests each page of a portal that its sitemap lists or another page links to, and every internal link, anchor and image of these pages. */
export async function crawlPortal(portalUrl: string): Promise<CrawlResult> {
  const { origin, pathname } = new URL(portalUrl);
  const fetched = new Map<string, FetchedUrl>();
  const isPortalPage = (url: string) => {
    const path = new URL(url).pathname;
    return path === pathname || path.startsWith(`${pathname}/`);
  };
  let open = await listSitemap(portalUrl);
  while (open.length > 0) {
    const next = new Set<string>();
    await forEach(open, async (url) => {
      const result = await request(url);
      fetched.set(url, result);
      // Only pages of the portal are searched for links; the sign-in page and the dashboard are not part of it.
      if (!result.html || !isPortalPage(url)) return;
      for (const { target } of result.html.links) {
        const link = resolveLink(target, url);
        if (link?.origin === origin) next.add(removeFragment(link));
      }
    });
    open = [...next].filter((url) => !fetched.has(url));
  }
  const pages = [...fetched].flatMap(([url, { status, html }]): CrawledPage[] => {
    const path = decodeURIComponent(new URL(url).pathname.slice(pathname.length + 1)) || 'index';
    return html && status === 200 && isPortalPage(url) ? [{ url, html, path }] : [];
  });
  return summarize(pages, fetched, origin);
}

interface CrawledPage {
  readonly url: string;
  readonly path: string;
  readonly html: PortalHtml;
}

function summarize(
  pages: readonly CrawledPage[],
  fetched: ReadonlyMap<string, FetchedUrl>,
  origin: string,
): CrawlResult {
  const counts = { link: 0, image: 0, file: 0, anchor: 0, external: 0 };
  const broken: BrokenLink[] = [];
  for (const { url, html, path } of pages)
    for (const link of html.links) {
      const target = resolveLink(link.target, url);
      if (target && target.origin !== origin) {
        counts.external += 1;
        continue;
      }
      counts[link.kind] += 1;
      if (target && target.hash.length > 1) counts.anchor += 1;
      const cause = target ? findCause(fetched.get(removeFragment(target)), target.hash, link.kind) : 'invalid URL';
      if (cause !== undefined) broken.push({ page: path, ...link, cause });
    }
  return {
    pages: pages.map(({ path }) => path),
    linkCount: counts.link + counts.file,
    imageCount: counts.image,
    anchorCount: counts.anchor,
    externalCount: counts.external,
    broken,
    plainTextPages: pages.filter(({ html }) => html.isPlainText).map(({ path }) => path),
    leftovers: pages.flatMap(({ path, html }) =>
      findLeftoverSyntax(html.text).map((each) => ({ page: path, ...each })),
    ),
  };
}

function findCause(result: FetchedUrl | undefined, hash: string, kind: HtmlLink['kind']): string | undefined {
  if (result === undefined) return 'not requested';
  if (result.status !== 200) return String(result.status);
  if (kind === 'image' && !/^(?:image|video|audio)\//.test(result.type)) return `image is ${result.type || 'untyped'}`;
  const fragment = decodeFragment(hash);
  if (fragment === '' || fragment === 'top' || result.html === undefined) return undefined;
  return result.html.ids.has(fragment) ? undefined : 'no such anchor';
}

function resolveLink(target: string, page: string): URL | undefined {
  return URL.canParse(target, page) ? new URL(target, page) : undefined;
}

async function listSitemap(portalUrl: string): Promise<string[]> {
  const text = await (await fetch(`${portalUrl}/sitemap.xml`)).text();
  const { origin } = new URL(portalUrl);
  // The sitemap contains the public URL of the service, which is not its address on loopback.
  const urls = [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(
    ([, url = '']) => new URL(new URL(url).pathname, origin).href,
  );
  return [...new Set([portalUrl, ...urls])];
}

async function request(url: string): Promise<FetchedUrl> {
  let address = url;
  for (let redirects = 0; ; redirects += 1) {
    const response = await fetch(address, { headers: { accept: 'text/html' }, redirect: 'manual' });
    const location = response.headers.get('location');
    const type = response.headers.get('content-type') ?? '';
    const isHtml = type.startsWith('text/html');
    const body = await response.text();
    if (location === null || redirects === MAX_REDIRECTS)
      return { status: response.status, type, html: isHtml ? readPortalHtml(body) : undefined };
    address = new URL(location, address).href;
  }
}

async function forEach<T>(list: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = [...list];
  const run = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, run));
}

function removeFragment(url: URL): string {
  const copy = new URL(url);
  copy.hash = '';
  return copy.href;
}

function decodeFragment(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return hash.slice(1);
  }
}
