import type { AreaStore } from '../../platform/ports.ts';
import {
  formatIndex,
  formatMissing,
  formatPage,
  formatSitemap,
  formatSkills,
  getMarkdownAddress,
  type IndexContents,
  MAX_FULL_TEXT_CHARS,
} from './agent-texts.ts';
import { ByteCache } from './byte-cache.ts';
import { createFinished, type FinishedPage } from './finished-page.ts';
import { HOME_PATH } from './navigation.ts';
import { findNearestPages } from './nearest-pages.ts';
import type { Portal, PortalAnswer, VisiblePages } from './portal.tsx';
import type { PortalReader } from './portal-reader.ts';
import type { DocsPage, DocsPorts } from './store.ts';

const MARKDOWN = 'text/markdown; charset=utf-8';
const PLAIN = 'text/plain; charset=utf-8';
/** Maximum total size in bytes of the texts that are cached in memory. */
const MAX_CACHED_BYTES = 16_777_216;

const SKILLS_PATH = '.well-known/agent-skills/index.json';
const SKILL_PATH = /^\.well-known\/agent-skills\/([a-z0-9-]+)\/SKILL\.md$/;

/** A text file of a portal. */
export type TextRequest =
  | { readonly kind: 'page'; readonly path: string }
  | { readonly kind: 'index'; readonly folder: string }
  | { readonly kind: 'full' }
  | { readonly kind: 'sitemap' }
  | { readonly kind: 'skills' }
  | { readonly kind: 'skill'; readonly name: string };

/** Returns the kind of text at a path below the portal; undefined if the path is that of a page. */
export function parseTextAddress(path: string): TextRequest | undefined {
  if (path === 'llms-full.txt') return { kind: 'full' };
  if (path === SKILLS_PATH) return { kind: 'skills' };
  const [, skill] = SKILL_PATH.exec(path) ?? [];
  if (skill !== undefined) return { kind: 'skill', name: skill };
  if (path === 'sitemap.xml') return { kind: 'sitemap' };
  if (path === 'llms.txt') return { kind: 'index', folder: '' };
  if (path.endsWith('/llms.txt')) return { kind: 'index', folder: path.slice(0, -'/llms.txt'.length) };
  return path.endsWith('.md') ? { kind: 'page', path: path.slice(0, -'.md'.length) } : undefined;
}

/** Creates the texts of the portals for agents and search engines. */
export class PortalTexts {
  readonly #store: AreaStore<DocsPorts>;
  readonly #portal: Portal;
  readonly #finished = new ByteCache<FinishedPage>(MAX_CACHED_BYTES);

  constructor(store: AreaStore<DocsPorts>, portal: Portal) {
    this.#store = store;
    this.#portal = portal;
  }

  /** Returns a text. Its URLs begin with the origin of the reader. */
  async open(reader: PortalReader, request: TextRequest): Promise<PortalAnswer | undefined> {
    const { state, base: start, origin, audience } = reader;
    const pages = await this.#portal.listVisible(reader);
    const key = JSON.stringify([state.projectId, start, pages.version, audience, request, origin]);
    const finishedPage = this.#finished.get(key);
    if (finishedPage) return finishedPage;
    const base = `${origin}${start}`;
    const answer = await this.#create(reader, request, { base, pages });
    if (answer && 'body' in answer && answer.status === 200) {
      this.#finished.set(key, answer, answer.body.length + key.length);
    }
    return answer;
  }

  async #create(
    reader: PortalReader,
    request: TextRequest,
    { base, pages }: { readonly base: string; readonly pages: VisiblePages },
  ): Promise<PortalAnswer | undefined> {
    const { state } = reader;
    switch (request.kind) {
      case 'page':
        return this.#createPage(reader, request.path, { base, pages });
      case 'sitemap':
        return createFinished(formatSitemap(base, pages.byPath.values()), 'application/xml; charset=utf-8');
      case 'skills':
        return createFinished(formatSkills(pages.useCases.skills.values()), 'application/json; charset=utf-8');
      case 'skill': {
        const skill = pages.useCases.skills.get(request.name);
        return skill && createFinished(skill.markdown, MARKDOWN);
      }
      case 'full':
        return createFinished(await this.#joinPages(state.projectId, pages), PLAIN);
      case 'index': {
        const contents: IndexContents = {
          title: state.settings.title ?? state.projectName,
          description: state.settings.description,
          base,
          pages: pages.byPath,
          order: pages.order,
        };
        const index = formatIndex(contents, request.folder);
        return index === undefined ? undefined : createFinished(index, PLAIN);
      }
    }
  }

  async #createPage(
    reader: PortalReader,
    path: string,
    { base, pages }: { readonly base: string; readonly pages: VisiblePages },
  ): Promise<PortalAnswer> {
    const page = await this.#readPage(reader.state.projectId, path, pages);
    if (page && (page.public || reader.audience === 'members')) return createFinished(formatPage(base, page), MARKDOWN);
    if (path === HOME_PATH) {
      return { movedTo: `${reader.base}/llms.txt`, isPermanent: false };
    }
    const formerPath = await this.#portal.findFormer(reader, path, pages);
    if (formerPath.movedTo !== undefined) {
      return { movedTo: getMarkdownAddress(reader.base, formerPath.movedTo), isPermanent: true };
    }
    const nearest = findNearestPages(path, [...pages.byPath.values()]);
    return createFinished(formatMissing(base, formerPath.isGone, nearest), MARKDOWN, formerPath.isGone ? 410 : 404);
  }

  async #readPage(
    projectId: string,
    path: string,
    { byPath, useCases, reference }: VisiblePages,
  ): Promise<DocsPage | undefined> {
    if (!byPath.has(path)) return undefined;
    return (await this.#store.docs.page(projectId, path)) ?? useCases.pages.get(path) ?? reference.read(path);
  }

  /** Returns the concatenated texts of all pages in the reading order, up to `MAX_FULL_TEXT_CHARS`. */
  async #joinPages(projectId: string, pages: VisiblePages): Promise<string> {
    const paths = new Set([HOME_PATH, ...pages.order.map(({ path }) => path), ...pages.byPath.keys()]);
    const texts: string[] = [];
    let chars = 0;
    for (const path of paths) {
      const page = await this.#readPage(projectId, path, pages);
      if (!page) continue;
      const text = `<!-- ${page.path} -->\n\n# ${page.title}\n\n${page.markdown.trim()}\n`;
      chars += text.length;
      if (chars > MAX_FULL_TEXT_CHARS) {
        texts.push(
          `The text ends here, because it is limited to ${MAX_FULL_TEXT_CHARS} characters. llms.txt lists all pages.\n`,
        );
        break;
      }
      texts.push(text);
    }
    return texts.join('\n');
  }
}
