import { truncate } from '@context-sync/base';
import { type Address, type ConvertedPage, convertPage } from '@context-sync/chunker';
import { normalize } from '@context-sync/formats';
import { getFormatName } from '@context-sync/formats/extensions';
import type { Site } from '@context-sync/reading';
import { isPartPath } from '@context-sync/reading';
import { getFacts, type PageMetadata, readPageMetadata } from '@context-sync/site';
import { ALL_SHARDS } from '@context-sync/sync';
import { decodeDocument, isLfsPointer } from '../docs/decode-document.ts';
import type { DocsSite } from '../docs/docs-site.ts';
import type { DocsWarning } from '../docs/docs-warning.ts';
import type { ListedDocument } from '../docs/find-docs.ts';
import { createNameIndex } from '../docs/name-index.ts';
import { readRepositorySite } from '../docs/repository-site.ts';
import type { Git } from '../git/git.ts';
import { assignPagePaths, HOME_PATH } from './page-paths.ts';
import { createAnchors } from './portal-anchors.ts';
import { PortalAssets } from './portal-assets.ts';
import {
  MAX_DESCRIPTION_CHARS,
  MAX_MARKDOWN_BYTES,
  MAX_PAGES,
  MAX_PORTAL_TITLE_CHARS,
  MAX_TITLE_CHARS,
  type PortalContent,
  type PortalPage,
} from './portal-content.ts';
import { type LinkTarget, PortalLinks } from './portal-links.ts';
import { createPortalNavigation, orderPages } from './portal-navigation.ts';

export interface PortalInput {
  readonly git: Git;
  readonly commit: string;
  /** The documents of the docs folder that are synced. */
  readonly documents: readonly ListedDocument[];
  /** `root` is the docs folder. */
  readonly address: Address;
  /** URL of the files of the repository, for links to files that the portal does not contain. */
  readonly repositoryUrl: string;
  /** Whether pages are public if the front matter does not specify it. */
  readonly public: boolean;
  /** A document converted to Markdown, with placeholders for its links. */
  readonly drafts: boolean;
}

const README = /(?:^|\/)readme\.[^/]+$/i;

interface LoadedText {
  readonly file: string;
  readonly text: string;
  readonly metadata: PageMetadata;
}

/** A document as Markdown, with placeholders for its links. */
interface Draft {
  readonly file: string;
  readonly text: string;
  readonly page: ConvertedPage;
}

/**
 * Builds the content of the docs portal for a docs folder at one commit. Reads only git objects. The same commit and settings result in the same content.
 * @throws GitError
 */
export async function buildPortal(input: PortalInput): Promise<PortalContent> {
  const { git, commit, address, repositoryUrl } = input;
  const { tree, site } = await readRepositorySite(git, commit, { ...address, repositoryUrl });
  const warnings: DocsWarning[] = [];
  const texts = await readTexts(input, site, warnings);
  const links = new PortalLinks(site.index);
  const drafts: Draft[] = [];
  for (const text of texts) {
    const page = await convert(text, { input, site, links, warnings });
    if (page.skipped === undefined) drafts.push({ file: text.file, text: text.text, page });
  }
  const paths = await findPaths(drafts, site, warnings);
  const assets = new PortalAssets(tree, address.root ?? '');
  const context = { paths, assets, anchors: createAnchors(drafts), links, warnings, input };
  const pages = drafts.flatMap((draft) => createPage(draft, context) ?? []);
  const files = await assets.list(git, commit);
  const metadata = new Map(texts.map(({ file, metadata }) => [file, metadata]));
  const documents = new Map(pages.map(({ file }) => [file, metadata.get(file) ?? {}]));
  const entries = await site.runUntilComplete(() => site.index.navigation(documents));
  const title = await site.runUntilComplete(() => site.index.siteTitle(documents.keys()));
  const labels = new Map(
    drafts.flatMap(({ file, page: { label } }) => (label === undefined ? [] : [[file, label] as const])),
  );
  const portal = createPortalNavigation(entries, new Map(pages.map((page) => [page.file, page])), labels);
  return {
    pages: orderPages(pages, portal.navigation),
    assets: files.assets,
    navigation: portal.navigation,
    title: title === undefined ? undefined : truncate(title, MAX_PORTAL_TITLE_CHARS),
    dependencies: [...site.readPaths],
    warnings: [...warnings, ...files.warnings, ...portal.warnings],
  };
}

/** Reads the documents, and passes their facts to the site, so that links to them can be resolved. */
async function readTexts(
  { git, documents }: PortalInput,
  site: DocsSite,
  warnings: DocsWarning[],
): Promise<LoadedText[]> {
  const texts: LoadedText[] = [];
  const pages = documents.filter(({ path }) => getFormatName(path) !== 'openapi');
  const listedPages = pages.slice(0, MAX_PAGES);
  for (const { path } of pages.slice(MAX_PAGES, MAX_PAGES + 1)) {
    const message = `and the documents after it are not published, because a portal has at most ${MAX_PAGES} pages`;
    warnings.push({ kind: 'format', path, line: 1, message });
  }
  let index = 0;
  for await (const bytes of git.read(
    listedPages.map(({ blob }) => blob),
    listedPages.map(({ path }) => path),
  )) {
    const file = listedPages[index]?.path ?? '';
    index += 1;
    const { text } = decodeDocument(bytes);
    if (isLfsPointer(text)) continue;
    const normalized = normalize(text);
    site.addFacts(file, getFacts(file, normalized));
    texts.push({ file, text, metadata: readPageMetadata(normalized) });
  }
  const names = new Map(texts.map(({ file }) => [file, { facts: '', names: site.index.getNames(file) }]));
  const records = { shards: new Set(ALL_SHARDS), documents: new Map(), load: () => Promise.resolve() };
  site.names = createNameIndex(records, names, []);
  return texts;
}

async function convert(
  { file, text }: LoadedText,
  context: { input: PortalInput; site: DocsSite; links: PortalLinks; warnings: DocsWarning[] },
): Promise<ConvertedPage> {
  const { input, site, links, warnings } = context;
  const portalSite: Site = { ...site.site, resolve: (from, reference) => links.resolve(from, reference) };
  const address = { ...input.address, repositoryUrl: input.repositoryUrl };
  try {
    return await site.runUntilComplete(() =>
      convertPage({ path: file, text }, { site: portalSite, address, drafts: input.drafts }),
    );
  } catch (error) {
    const message = `could not be converted, so its page shows the text as it is: ${error instanceof Error ? error.message : String(error)}`;
    warnings.push({ kind: 'format', path: file, line: 1, message });
    const title = file.slice(file.lastIndexOf('/') + 1);
    const mark = '`'.repeat(Math.max(3, ...[...text.matchAll(/`{3,}/g)].map(([run]) => run.length + 1)));
    return { title, markdown: `${mark}text\n${text.trimEnd()}\n${mark}\n`, headings: [], warnings: [] };
  }
}

/** Returns the path of each page by the path of its file. */
async function findPaths(
  drafts: readonly Draft[],
  site: DocsSite,
  warnings: DocsWarning[],
): Promise<ReadonlyMap<string, string>> {
  const addresses = await site.runUntilComplete(() =>
    drafts.flatMap(({ file }) => {
      const address = site.index.pagePath(file) ?? (isPartPath(file) ? undefined : file);
      return address === undefined ? [] : [{ file, address }];
    }),
  );
  // Pages of a site take precedence over other documents, and an index page over the README of its folder.
  const getRank = ({ file }: { file: string }) =>
    Number(site.index.generatorOf(file) === 'plain') * 2 + Number(README.test(file));
  const { paths, collisions } = assignPagePaths(addresses.toSorted((a, b) => getRank(a) - getRank(b)));
  for (const { file, other, path, instead } of collisions) {
    const message = `has the same page path as ${other}, "${path}", so its page is at "${instead}"`;
    warnings.push({ kind: 'format', path: file, line: 1, message });
  }
  return paths;
}

interface PageContext {
  readonly input: PortalInput;
  readonly paths: ReadonlyMap<string, string>;
  readonly assets: PortalAssets;
  readonly anchors: (target: LinkTarget) => string | undefined;
  readonly links: PortalLinks;
  readonly warnings: DocsWarning[];
}

function createPage({ file, page }: Draft, context: PageContext): PortalPage | undefined {
  const { input, paths, assets, anchors, links, warnings } = context;
  const path = paths.get(file);
  if (path === undefined) return undefined;
  const markdown = links.replace(page.markdown, (target) => {
    const page = paths.get(target.file);
    const anchor = anchors(target);
    if (target.file === file && anchor !== undefined) return `#${anchor}`;
    if (page !== undefined) return `/${page === HOME_PATH ? '' : page}${anchor === undefined ? '' : `#${anchor}`}`;
    const asset = assets.add(target.file, file);
    if (asset !== undefined) return `/${encodePath(asset)}`;
    return target.url ?? `${input.repositoryUrl}${target.file}`;
  });
  return {
    path,
    title: truncate(page.title, MAX_TITLE_CHARS),
    description: truncate(page.description ?? '', MAX_DESCRIPTION_CHARS),
    markdown: limitMarkdown(markdown, { file, repositoryUrl: input.repositoryUrl, warnings }),
    order: 0,
    public: page.public ?? input.public,
    file,
  };
}

/** Truncates a text that is longer than the service accepts, at the end of a line. */
function limitMarkdown(
  markdown: string,
  { file, repositoryUrl, warnings }: { file: string; repositoryUrl: string; warnings: DocsWarning[] },
): string {
  if (Buffer.byteLength(markdown) <= MAX_MARKDOWN_BYTES) return markdown;
  const message = `has more than ${MAX_MARKDOWN_BYTES} bytes of Markdown, so its page ends before the end of the document`;
  warnings.push({ kind: 'format', path: file, line: 1, message });
  const url = `${repositoryUrl}${encodePath(file)}`;
  const note = `\n\nThis page is too long to be shown completely. [Read the document](${url}).\n`;
  const bytes = Buffer.from(markdown).subarray(0, MAX_MARKDOWN_BYTES - Buffer.byteLength(note) - 8);
  const text = bytes.subarray(0, bytes.lastIndexOf(0x0a)).toString('utf8');
  const fences = text.match(/^ {0,3}(?:`{3,}|~{3,})/gm) ?? [];
  return `${text}${fences.length % 2 === 1 ? `\n${fences.at(-1)?.trim()}` : ''}${note}`;
}

/** Encodes a path for the destination of a Markdown link. */
function encodePath(path: string): string {
  return path
    .split('/')
    .map((segment) => encodeURIComponent(segment).replaceAll('(', '%28').replaceAll(')', '%29'))
    .join('/');
}
