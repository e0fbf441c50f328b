import type { Child } from 'hono/jsx';
import type { PortalHosts } from '../../platform/http/portal-hosts.ts';
import type { AreaStore } from '../../platform/ports.ts';
import type { DataSourcePorts } from '../data-sources/store.ts';
import { getAssetAddress } from './asset-response.ts';
import type { DocsAssetPorts } from './asset-store.ts';
import { ByteCache } from './byte-cache.ts';
import { type DocsRenderer, RENDERER_VERSION } from './docs-renderer.ts';
import { type FinishedPage, finish } from './finished-page.ts';
import { formatAge } from './format-age.ts';
import { buildNavigation, HOME_PATH, listReadingOrder, type NavigationNode, type PageLink } from './navigation.ts';
import { findNearestPages } from './nearest-pages.ts';
import { getPageAddress, type PortalFrame, type PortalPageKind, type SiteLink } from './portal-frame.ts';
import { PortalLayout } from './portal-layout.tsx';
import { PageContents } from './portal-page.tsx';
import type { PortalReader } from './portal-reader.ts';
import { PortalReference, type PublishedReference, type ReferencePage } from './portal-reference.ts';
import type { PortalServices } from './portal-services.ts';
import { PortalSnapshots } from './portal-snapshots.ts';
import { MissingPage, Overview } from './portal-states.tsx';
import { getStylesAddress } from './portal-styles.ts';
import { findPortalUrl } from './portal-url.ts';
import { PortalUseCases, type PublishedUseCases } from './portal-use-cases.ts';
import { decodePath, resolveMarks } from './resolve-marks.ts';
import { SiteLinks } from './site-links.ts';
import type { DocsPageSummary, DocsPorts, Rendering } from './store.ts';
import { listRequestOrigins, TryIt } from './try-it.tsx';

/** Maximum total size in bytes of the rendered pages that are cached in memory. */
const MAX_CACHED_BYTES = 33_554_432;
/** Maximum total number of pages in the lists that are cached in memory. */
const MAX_CACHED_LISTED_PAGES = 50_000;
/** Response of the portal to a request. */
export type PortalAnswer = FinishedPage | { readonly movedTo: string; readonly isPermanent: boolean };

/** The pages of one version of the docs that a reader can see. */
export interface VisiblePages {
  /** Version that changes with everything that the reader can see. */
  readonly version: string;
  /** The use cases as pages that are not stored, and as skills. */
  readonly useCases: PublishedUseCases;
  /** The API reference as pages that are not stored. */
  readonly reference: PublishedReference;
  readonly byPath: ReadonlyMap<string, DocsPageSummary>;
  readonly navigation: readonly NavigationNode[];
  readonly order: readonly PageLink[];
  /** URLs of the files, by the files' paths. */
  readonly assets: ReadonlyMap<string, string>;
}

/** Creates the pages of the portals, and caches rendered pages in memory. */
export class Portal {
  readonly snapshots: PortalSnapshots;
  readonly #store: AreaStore<DocsPorts & DocsAssetPorts & DataSourcePorts>;
  readonly #renderer: DocsRenderer;
  readonly #useCases: PortalUseCases;
  readonly #reference: PortalReference;
  readonly #publicUrl: string | undefined;
  readonly #hosts: PortalHosts;
  readonly #finished = new ByteCache<FinishedPage>(MAX_CACHED_BYTES);
  readonly #visible = new ByteCache<VisiblePages>(MAX_CACHED_LISTED_PAGES);
  /** The pages by reader. Each request creates its reader. */
  readonly #visibleOfRequest = new WeakMap<PortalReader, Promise<VisiblePages>>();
  readonly #siteLinks: SiteLinks;

  constructor(services: PortalServices) {
    this.snapshots = new PortalSnapshots(services);
    this.#store = services.store;
    this.#renderer = services.docsRenderer;
    this.#publicUrl = services.publicUrl;
    this.#hosts = services.portalHosts;
    this.#useCases = new PortalUseCases(services);
    this.#reference = new PortalReference(services);
    this.#siteLinks = new SiteLinks(services.store);
  }

  /** Returns the response for a path of the portal. */
  async open(reader: PortalReader, path: string, now: number): Promise<PortalAnswer> {
    const [pages, siteLinks] = await Promise.all([
      this.listVisible(reader),
      this.#siteLinks.list(reader.state.projectId, now),
    ]);
    const summary = pages.byPath.get(path);
    if (!summary && path !== HOME_PATH) return this.#openMissing(reader, path, pages, siteLinks);
    const age = summary ? formatAge(summary.updatedAt, now) : '';
    const { state, base, audience, scheme } = reader;
    const key = JSON.stringify([state.projectId, base, pages.version, audience, scheme, path, age, siteLinks]);
    const knownPage = this.#finished.get(key);
    if (knownPage) return knownPage;
    const frame = this.#createFrame(reader, pages, siteLinks);
    const finishedPage = summary
      ? await this.#finishPage(reader, frame, { summary, age, pages })
      : await finish(
          <PortalLayout
            frame={frame}
            kind="overview"
            title={frame.title}
            description={frame.description}
            path={HOME_PATH}
          >
            <Overview frame={frame} />
          </PortalLayout>,
        );
    if (!finishedPage) return this.#openMissing(reader, path, pages, siteLinks);
    this.#finished.set(key, finishedPage, finishedPage.body.length + key.length);
    return finishedPage;
  }

  /** Returns a page with its HTML. Renders the page again if its HTML is from another version of the renderer. */
  async #readPage(
    projectId: string,
    path: string,
    { useCases, reference }: VisiblePages,
  ): Promise<{ page: ReferencePage; rendering: Rendering; kind: PortalPageKind } | undefined> {
    const { docs } = this.#store;
    const foundPage = await docs.rendered(projectId, path);
    if (!foundPage) {
      const useCase = useCases.pages.get(path);
      const derivedPage: ReferencePage | undefined = useCase ?? (await reference.read(path));
      if (!derivedPage) return undefined;
      const kind = useCase ? 'use-case' : derivedPage.operation ? 'operation' : 'reference';
      const { html, outline } = await this.#renderer.render(derivedPage);
      return { page: derivedPage, rendering: { html, outline, version: RENDERER_VERSION }, kind };
    }
    const { page, rendering } = foundPage;
    if (rendering?.version === RENDERER_VERSION) return { page, rendering, kind: 'page' };
    const newRendering = { ...(await this.#renderer.render(page)), version: RENDERER_VERSION };
    // The page can be sent without this write. If the write fails, the next request repeats it.
    await docs.storeRendering(projectId, page, newRendering).catch(() => undefined);
    return { page, rendering: newRendering, kind: 'page' };
  }

  async #finishPage(
    { state, base, audience }: PortalReader,
    frame: PortalFrame,
    { summary, age, pages }: { summary: DocsPageSummary; age: string; pages: VisiblePages },
  ): Promise<FinishedPage | undefined> {
    const { order, assets } = pages;
    const foundPage = await this.#readPage(state.projectId, summary.path, pages);
    if (!foundPage || (audience === 'everyone' && !foundPage.page.public)) return undefined;
    const { page, rendering, kind } = foundPage;
    const index = order.findIndex(({ path }) => path === page.path);
    const home: PageLink = { path: HOME_PATH, title: frame.title };
    const isHome = page.path === HOME_PATH;
    const before = index > 0 ? order[index - 1] : index === 0 && !isHome ? home : undefined;
    const after = index >= 0 ? order[index + 1] : isHome ? order[0] : undefined;
    const connectSources = page.operation ? listRequestOrigins(page.operation) : [];
    const finishedPage = await finish(
      <PortalLayout frame={frame} kind={kind} title={page.title} description={page.description} path={page.path}>
        <PageContents
          frame={frame}
          page={page}
          html={resolveMarks(rendering.html, base, assets)}
          outline={rendering.outline}
          age={age}
          before={before}
          after={after}
          extra={page.operation && connectSources.length > 0 && <TryIt operation={page.operation} />}
        />
      </PortalLayout>,
    );
    return { ...finishedPage, connectSources };
  }

  /** Returns a page of the portal that is not part of the docs, such as the confirmation page of a form. */
  async openExtra(
    reader: PortalReader,
    {
      kind,
      title,
      status = 200,
    }: { readonly kind: PortalPageKind; readonly title: string; readonly status?: FinishedPage['status'] },
    show: (frame: PortalFrame) => Child,
    navigation?: readonly NavigationNode[],
  ): Promise<FinishedPage> {
    const pages = await this.listVisible(reader);
    const siteLinks = await this.#siteLinks.list(reader.state.projectId, Date.now());
    const own = this.#createFrame(reader, pages, siteLinks);
    const frame = navigation ? { ...own, navigation } : own;
    return finish(
      <PortalLayout frame={frame} kind={kind} title={title} description="" path={undefined}>
        {show(frame)}
      </PortalLayout>,
      status,
    );
  }

  /** Returns the new path of a page that was moved from a path, or that the page was deleted, if the reader may know that the page existed. */
  async findFormer(
    { state, audience }: PortalReader,
    path: string,
    pages: VisiblePages,
  ): Promise<{ readonly movedTo: string | undefined; readonly isGone: boolean }> {
    const formerPath = await this.#store.docs.former(state.projectId, path);
    const movedTo = formerPath?.movedTo && pages.byPath.has(formerPath.movedTo) ? formerPath.movedTo : undefined;
    const isGone = formerPath?.movedTo === null && (formerPath.public || audience === 'members');
    return { movedTo, isGone };
  }

  async #openMissing(
    reader: PortalReader,
    path: string,
    pages: VisiblePages,
    siteLinks: readonly SiteLink[],
  ): Promise<PortalAnswer> {
    const asset = pages.assets.get(decodePath(path));
    if (asset !== undefined) return { movedTo: asset, isPermanent: false };
    const { movedTo, isGone } = await this.findFormer(reader, path, pages);
    if (movedTo !== undefined) return { movedTo: getPageAddress(reader.base, movedTo), isPermanent: true };
    const frame = this.#createFrame(reader, pages, siteLinks);
    return finish(
      <PortalLayout
        frame={frame}
        kind={isGone ? 'deleted' : 'missing'}
        title={isGone ? 'Deleted page' : 'No such page'}
        description=""
        path={undefined}
      >
        <MissingPage frame={frame} isGone={isGone} nearest={findNearestPages(path, [...pages.byPath.values()])} />
      </PortalLayout>,
      isGone ? 410 : 404,
    );
  }

  #createFrame(
    { state, slug, base, scheme }: PortalReader,
    pages: VisiblePages,
    siteLinks: readonly SiteLink[],
  ): PortalFrame {
    const { accentColor, logo, headerLinks, anonymousRead } = state.settings;
    const reach = { publicUrl: this.#publicUrl, portalHosts: this.#hosts };
    return {
      base,
      address: findPortalUrl(reach, slug, anonymousRead),
      isForEveryone: anonymousRead,
      styles: getStylesAddress(base, accentColor),
      logo: logo === null ? undefined : pages.assets.get(logo),
      title: state.settings.title ?? state.projectName,
      description: state.settings.description,
      navigation: pages.navigation,
      siteLinks: [...headerLinks.map(({ title, url }) => ({ label: title, url })), ...siteLinks],
      serviceUrl: base === '' ? this.#publicUrl : '',
      mcpUrl: this.#publicUrl && new URL('/mcp', this.#publicUrl).href,
      scheme,
    };
  }

  /** Returns the pages that a reader can see. All parts of one request use the same version of the pages. */
  listVisible(reader: PortalReader): Promise<VisiblePages> {
    const knownPages = this.#visibleOfRequest.get(reader);
    if (knownPages) return knownPages;
    const pages = this.#listVisible(reader);
    this.#visibleOfRequest.set(reader, pages);
    return pages;
  }

  async #listVisible(reader: PortalReader): Promise<VisiblePages> {
    const { base, state, audience } = reader;
    const { projectId, settings } = state;
    // Requests of the same event loop iteration are sent to the database together.
    const readReference = this.#reference.list(reader);
    const [useCases, reference] = await Promise.all([this.#useCases.list(reader, readReference), readReference]);
    const version = `${state.version} ${state.projectName} ${useCases.version} ${reference.version}`;
    const key = `${projectId} ${base} ${version} ${audience}`;
    const knownPages = this.#visible.get(key);
    if (knownPages) return knownPages;
    const { docs, docsAssets } = this.#store;
    const storedPages = await docs.all(projectId);
    const paths = new Set(storedPages.map(({ path }) => path));
    // A stored page takes precedence over the page of a use case or an operation with the same path.
    const derivedPages = [...useCases.pages.values(), ...reference.pages.values()];
    const all = [...storedPages, ...derivedPages.filter(({ path }) => !paths.has(path))];
    const assets = await docsAssets.all(projectId);
    const pages = audience === 'members' ? all : all.filter((page) => page.public);
    const listedNodes = buildNavigation(
      // The reference has its own navigation, because it can contain thousands of operations.
      settings.navigation === null ? pages.filter(({ path }) => !reference.pages.has(path)) : pages,
      settings.navigation,
    );
    const isListed = listReadingOrder(listedNodes).some(({ path }) => useCases.pages.has(path));
    const ofUseCases = pages.filter(({ path }) => useCases.pages.has(path));
    const hasReference = listReadingOrder(listedNodes).some(({ path }) => reference.pages.has(path));
    const navigation = [
      ...listedNodes,
      ...(isListed ? [] : buildNavigation(ofUseCases, null)),
      ...(hasReference ? [] : reference.navigation),
    ];
    const visiblePages = {
      version,
      useCases,
      reference,
      byPath: new Map(pages.map((page) => [page.path, page])),
      navigation,
      order: listReadingOrder(navigation),
      assets: new Map(assets.map((asset) => [asset.path, getAssetAddress(base, asset)])),
    };
    this.#visible.set(key, visiblePages, pages.length + assets.length + 1);
    return visiblePages;
  }
}
