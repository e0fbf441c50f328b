import { getSource, parseQuery } from '@context-sync/search';
import type { Project } from '../../platform/access/accounts.ts';
import type { McpViewer } from '../../platform/mcp/mcp-viewer.ts';
import type { AreaStore } from '../../platform/ports.ts';
import type { FoundText, ProjectSearchPorts } from '../search/store.ts';
import { suggestQuery } from './nearest-words.ts';
import type { Portal, VisiblePages } from './portal.tsx';
import { getPageAddress } from './portal-frame.ts';
import type { PortalReader } from './portal-reader.ts';
import { REFERENCE_PATH } from './portal-reference.ts';
import { findExcerpt, removeInlineMarkup } from './search-excerpt.ts';
import type { DocsSearchResult, DocsSearchResults } from './search-result.ts';
import type { DocsPorts, OutlineEntry } from './store.ts';

type SearchedProject = Pick<Project, 'id' | 'slug' | 'name'>;

/** Searches the content that the reader of a portal can see: pages, operations, use cases and context items. */
export class PortalSearch {
  readonly #store: AreaStore<DocsPorts & ProjectSearchPorts>;
  readonly #portal: Portal;
  /** The files of each version of the pages, which every search needs. */
  readonly #files = new WeakMap<VisiblePages, ReadonlySet<string>>();

  constructor(store: AreaStore<DocsPorts & ProjectSearchPorts>, portal: Portal) {
    this.#store = store;
    this.#portal = portal;
  }

  /** Returns a member as a reader of the project's portal. */
  async readerOf(project: SearchedProject): Promise<PortalReader> {
    const state = await this.#portal.snapshots.readOf(project);
    const { slug } = project;
    return { slug, base: `/p/${slug}`, origin: '', state, audience: 'members', scheme: undefined };
  }

  /** Returns a client of the MCP server as a reader; undefined if the client has no key and the docs are not published for clients without a key. */
  async readerFor(project: SearchedProject, viewer: Pick<McpViewer, 'publicOnly'>): Promise<PortalReader | undefined> {
    const reader = await this.readerOf(project);
    if (!viewer.publicOnly) return reader;
    const { published, anonymousRead } = reader.state.settings;
    return published && anonymousRead ? { ...reader, audience: 'everyone' } : undefined;
  }

  async find(reader: PortalReader, query: string, limit: number): Promise<DocsSearchResults> {
    const { projectId } = reader.state;
    const publicOnly = reader.audience === 'everyone';
    const [pages, foundTexts] = await Promise.all([
      this.#portal.listVisible(reader),
      // Some results are removed below.
      this.#store.projectSearch.find(projectId, query, { limit: limit * 2, publicOnly }),
    ]);
    const files = this.#files.get(pages) ?? listFiles(pages);
    this.#files.set(pages, files);
    const texts = foundTexts.texts.filter((text) => isShown(text, pages, files)).slice(0, limit);
    if (texts.length === 0) {
      const titles = await this.#store.projectSearch.titles(projectId, { publicOnly });
      return { matched: 'none', results: [], suggestion: suggestQuery(query, titles) ?? null };
    }
    const paths = texts.flatMap((text) => (text.kind === 'page' ? [text.owner] : []));
    const outlines = await this.#store.docs.outlines(projectId, [...new Set(paths)]);
    const { words, related } = parseQuery(query);
    const results = texts.map((text) =>
      createResult(text, [...words, ...related], { base: reader.base, pages, outlines }),
    );
    return { matched: foundTexts.matched, results, suggestion: null };
  }
}

/** Returns the paths of the files from which the pages were created. The context items of these files contain the same text as the pages. */
function listFiles(pages: VisiblePages): ReadonlySet<string> {
  return new Set([...pages.byPath.values()].flatMap(({ source }) => source?.file ?? []));
}

/** Returns whether to keep a result. Omits pages that were unpublished in the meantime, and context items of files that are also pages. */
function isShown(text: FoundText, pages: VisiblePages, files: ReadonlySet<string>): boolean {
  if (text.kind === 'page') return pages.byPath.has(text.owner);
  if (text.kind === 'operation') return pages.reference.pages.has(`${REFERENCE_PATH}/${text.name}`);
  if (text.kind === 'use-case') return pages.useCases.paths.has(text.name);
  if (text.kind !== 'item') return true;
  const source = getSource(text.content)?.replace(/[?#].*$/s, '');
  return source === undefined || !endsWithFile(source, files);
}

/** Returns whether a URL ends with a slash and the path of one of the files. */
function endsWithFile(url: string, files: ReadonlySet<string>): boolean {
  for (let slash = url.indexOf('/'); slash >= 0; slash = url.indexOf('/', slash + 1)) {
    if (files.has(url.slice(slash + 1))) return true;
  }
  return false;
}

function createResult(
  text: FoundText,
  words: readonly string[],
  {
    base,
    pages,
    outlines,
  }: {
    readonly base: string;
    readonly pages: VisiblePages;
    readonly outlines: ReadonlyMap<string, readonly OutlineEntry[]>;
  },
): DocsSearchResult {
  const source = text.kind === 'item' ? getSource(text.content) : null;
  const content = source === null ? text.content : text.content.replace(/(?:^|\n)Source: \S+\s*$/, '');
  const { heading, ...excerpt } = findExcerpt(text.title, content, words);
  const sharedProperties = { title: removeInlineMarkup(text.title) || text.title, ...excerpt, score: text.score };
  switch (text.kind) {
    case 'item':
      return { kind: 'item', id: text.id, address: toWebAddress(source), ...sharedProperties };
    case 'page': {
      const fragment = findFragment(heading, outlines.get(text.owner) ?? []);
      return {
        kind: 'page',
        id: text.owner,
        address: `${getPageAddress(base, text.owner)}${fragment}`,
        ...sharedProperties,
      };
    }
    case 'use-case': {
      const path = pages.useCases.paths.get(text.name) ?? '';
      return { kind: 'use-case', id: text.name, address: getPageAddress(base, path), ...sharedProperties };
    }
    case 'operation':
      return {
        kind: 'operation',
        id: text.name,
        address: getPageAddress(base, `${REFERENCE_PATH}/${text.name}`),
        ...sharedProperties,
      };
  }
}

/** Returns the URL fragment of a heading; empty if the page does not contain the heading. */
function findFragment(heading: string | undefined, outline: readonly OutlineEntry[]): string {
  if (heading === undefined) return '';
  const simplify = (text: string) => text.replaceAll(/[^\p{L}\p{N}]+/gu, '').toLowerCase();
  const searched = simplify(heading);
  const entry = outline.find(({ text }) => simplify(text) === searched);
  return entry ? `#${encodeURIComponent(entry.id)}` : '';
}

/** Returns the URL if a page may link to it; null for any other text. */
const toWebAddress = (address: string | null): string | null =>
  address !== null && /^https?:\/\//i.test(address) && URL.canParse(address) ? address : null;
