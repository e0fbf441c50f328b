import { createHash } from 'node:crypto';
import type { ExportedSkill } from '../use-cases/export-skill.ts';
import { HOME_PATH, type PageLink } from './navigation.ts';
import { getLinkBase } from './page-links.ts';
import { makeLinksAbsolute } from './portable-links.ts';
import type { DocsPage, DocsPageSummary } from './store.ts';

/** Maximum size in characters of an index for agents, so that the index fits into the context window of a model. */
export const MAX_INDEX_CHARS = 50_000;
/** Maximum size in characters of the text that contains all pages. */
export const MAX_FULL_TEXT_CHARS = 2_000_000;

type IndexedPage = Pick<DocsPageSummary, 'path' | 'title' | 'description'>;

/** Contents of the index for agents. */
export interface IndexContents {
  readonly title: string;
  readonly description: string;
  /** URL of the portal. */
  readonly base: string;
  readonly pages: ReadonlyMap<string, IndexedPage>;
  /** Pages in the reading order. */
  readonly order: readonly PageLink[];
}

/** Returns the URL of the Markdown of a page. */
export const getMarkdownAddress = (base: string, path: string): string => `${base}/${path}.md`;

/**
 * Returns the index of the docs in the format of llmstxt.org. If the index would exceed `MAX_INDEX_CHARS`, it lists the sections, each with a link to
 * its own index.
 * @param folder folder to which the index is limited; empty for all docs
 */
export function formatIndex(contents: IndexContents, folder: string): string | undefined {
  const listedPages = listPages(contents).filter(
    ({ path }) => folder === '' || path === folder || path.startsWith(`${folder}/`),
  );
  if (folder !== '' && listedPages.length === 0) return undefined;
  const head = [
    `# ${formatLine(contents.title)}${folder === '' ? '' : `: ${folder}`}`,
    ...(contents.description && folder === '' ? [`> ${formatLine(contents.description)}`] : []),
  ];
  const lines = listedPages.map((page) => formatEntry(contents.base, page));
  const full = [...head, `## Pages`, lines.join('\n')].join('\n\n');
  if (full.length <= MAX_INDEX_CHARS) return `${full}\n`;
  return `${[...head, ...formatSections(contents, folder, listedPages)].join('\n\n')}\n`;
}

/** Returns the pages that the navigation lists in the order of the navigation, and then all other pages. */
function listPages({ pages, order }: IndexContents): IndexedPage[] {
  const home = pages.get(HOME_PATH);
  const first = [...(home ? [home] : []), ...order.flatMap(({ path }) => pages.get(path) ?? [])];
  return [...new Set([...first, ...pages.values()])];
}

function formatSections(contents: IndexContents, folder: string, listedPages: readonly IndexedPage[]): string[] {
  const depth = folder === '' ? 0 : folder.split('/').length;
  const sections = new Map<string, number>();
  const own: IndexedPage[] = [];
  for (const page of listedPages) {
    const segments = page.path.split('/');
    if (segments.length <= depth + 1) own.push(page);
    else {
      const name = segments.slice(0, depth + 1).join('/');
      sections.set(name, (sections.get(name) ?? 0) + 1);
    }
  }
  const lines = [...sections].map(([name, count]) => `- [${name}](${contents.base}/${name}/llms.txt): ${count} pages`);
  const entries = own.map((page) => formatEntry(contents.base, page));
  return [
    ...(lines.length > 0 ? [`## Sections`, fitLines(lines)] : []),
    ...(entries.length > 0 ? [`## Pages`, fitLines(entries)] : []),
  ];
}

/** Returns as many lines as fit into half of an index, and the number of omitted lines. */
function fitLines(lines: readonly string[]): string {
  let chars = 0;
  const end = lines.findIndex((line) => {
    chars += line.length + 1;
    return chars > MAX_INDEX_CHARS / 2 - 200;
  });
  if (end < 0) return lines.join('\n');
  return [...lines.slice(0, end), `- ${lines.length - end} more are in sitemap.xml`].join('\n');
}

function formatEntry(base: string, { path, title, description }: IndexedPage): string {
  const label = formatLine(title).replaceAll(/[[\]\\]/g, '\\$&');
  return `- [${label}](${getMarkdownAddress(base, path)})${description ? `: ${formatLine(description)}` : ''}`;
}

const formatLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

/** Returns a page as Markdown for agents: with its title, a link to the list of all pages, and absolute links. */
export function formatPage(base: string, { path, title, description, markdown, source }: DocsPage): string {
  const text = makeLinksAbsolute(markdown.trim(), getLinkBase(path, source), base);
  const [, own = `# ${formatLine(title)}`, rest = text] = /^(# [^\n]*)\n+([\s\S]*)$/.exec(text) ?? [];
  return [own, `> All pages of these docs: ${base}/llms.txt`, ...(description ? [formatLine(description)] : []), rest]
    .join('\n\n')
    .concat('\n');
}

/** Returns the sitemap (sitemaps.org). @param base absolute URL of the portal */
export function formatSitemap(base: string, pages: Iterable<Pick<DocsPageSummary, 'path' | 'updatedAt'>>): string {
  const entries = [...pages].map(({ path, updatedAt }) => {
    const address = path === HOME_PATH ? base : `${base}/${path}`;
    return `<url><loc>${escapeXml(address)}</loc><lastmod>${updatedAt}</lastmod></url>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</urlset>\n`;
}

/** Returns the index of the skills (agent skills discovery, version 0.2.0). The URLs of the skills are relative to the URL of the index. */
export function formatSkills(skills: Iterable<ExportedSkill>): string {
  const entries = [...skills].map(({ name, description, markdown }) => ({
    name,
    type: 'skill-md',
    description,
    url: `${name}/SKILL.md`,
    digest: `sha256:${createHash('sha256').update(markdown).digest('hex')}`,
  }));
  const index = { $schema: 'https://schemas.agentskills.io/discovery/0.2.0/schema.json', skills: entries };
  return `${JSON.stringify(index, null, 2)}\n`;
}

const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** Returns the Markdown that is sent if a page does not exist. */
export function formatMissing(base: string, isGone: boolean, nearestPages: readonly PageLink[]): string {
  const lines = nearestPages.map(({ path, title }) => `- [${formatLine(title)}](${getMarkdownAddress(base, path)})`);
  return [
    isGone ? '# This page was deleted' : '# There is no such page',
    ...(lines.length > 0 ? [`These pages may help:`, lines.join('\n')] : []),
    `All pages of these docs: ${base}/llms.txt`,
  ]
    .join('\n\n')
    .concat('\n');
}
