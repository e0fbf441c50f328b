import { posix } from 'node:path';
import type { RepositoryTree } from './repository-tree.ts';

export const GENERATORS = [
  'antora',
  'docfx',
  'docusaurus',
  'fumadocs',
  'gitbook',
  'hugo',
  'jekyll',
  'mdbook',
  'mintlify',
  'mkdocs',
  'nextra',
  'nuxt',
  'sphinx',
  'starlight',
  'vitepress',
  'none',
] as const;
export type GeneratorName = (typeof GENERATORS)[number];

export interface SiteSettings {
  readonly root: string;
  readonly base: string;
  readonly static: readonly string[];
}

/** The pages and files of a site by URL path, according to the documentation of the site generator. */
export interface PublishedSite {
  /** Returns the files that a link of a document can refer to. */
  find(from: string, written: string): readonly string[];
  hasAnchor(path: string, anchor: string): boolean;
}

const SOURCE = /\.(?:mdx?|mdoc|markdown|rst|adoc|ipynb|txt)$/i;
/** Generators that publish `a/b.md` as `/a/b/`, so that a relative URL is resolved from the page's own folder. */
const FOLDER_PAGES = new Set<GeneratorName>(['hugo', 'jekyll', 'starlight', 'docusaurus', 'mkdocs']);
/** Generators that resolve a relative target without an extension only as a URL, and not as the path of a file. */
const ADDRESS_ONLY = new Set<GeneratorName>(['hugo', 'jekyll', 'starlight', 'nextra']);

export function listAddresses(tree: RepositoryTree, generator: GeneratorName, settings: SiteSettings): PublishedSite {
  const files = new Map<string, string>();
  const addressByPath = new Map<string, string>();
  const add = (address: string, path: string) => {
    const key = clean(address);
    if (!files.has(key)) files.set(key, path);
  };
  const root = settings.root === '' ? '' : `${settings.root}/`;
  for (const path of tree.paths) {
    for (const folder of settings.static) if (path.startsWith(`${folder}/`)) add(path.slice(folder.length), path);
    if (!path.startsWith(root)) continue;
    const local = path.slice(root.length);
    if (!SOURCE.test(path)) {
      add(`${settings.base}/${local}`, path);
      continue;
    }
    const address = getAddress(generator, local, tree.read(path), settings.base);
    addressByPath.set(path, address);
    add(address, path);
    for (const alias of listAliases(tree.read(path)))
      add(alias.startsWith('/') ? alias : posix.join(address, '..', alias), path);
  }
  const labels = generator === 'sphinx' ? listLabels(tree, root) : new Map<string, string[]>();
  const find = (from: string, writtenAddress: string): string[] => {
    if (/^(?:ref|term):/.test(writtenAddress))
      return labels.get(writtenAddress.slice(writtenAddress.indexOf(':') + 1).toLowerCase()) ?? [];
    const target = decode(writtenAddress.replace(/^doc:/, '').replace(/[?#].*$/, ''));
    if (target === '' || target === '.' || target === './') return [from];
    const foundPages = new Set<string>();
    const addFile = (path: string) => {
      for (const each of [
        path,
        `${path}.md`,
        `${path}.mdx`,
        `${path}.rst`,
        ...['index', 'README', '_index', 'readme'].flatMap((name) => [
          posix.join(path, `${name}.md`),
          posix.join(path, `${name}.mdx`),
        ]),
      ])
        if (tree.isFile(each)) foundPages.add(each);
    };
    if (target.startsWith('/')) {
      const page = files.get(clean(target)) ?? files.get(clean(settings.base + target));
      if (page !== undefined) foundPages.add(page);
      if (
        generator === 'jekyll' ||
        generator === 'sphinx' ||
        generator === 'mkdocs' ||
        generator === 'vitepress' ||
        generator === 'gitbook'
      )
        addFile(posix.join(settings.root, target));
      return [...foundPages];
    }
    if (generator === 'antora') return findAntora(tree, from, target);
    if (!ADDRESS_ONLY.has(generator) || /\.\w+$/.test(target)) addFile(posix.join(posix.dirname(from), target));
    const address = addressByPath.get(from);
    if (address !== undefined) {
      const base =
        FOLDER_PAGES.has(generator) && generator !== 'docusaurus' ? `${address.replace(/\/$/, '')}/x` : address;
      const page = files.get(clean(posix.join(posix.dirname(base), target)));
      if (page !== undefined) foundPages.add(page);
    }
    return [...foundPages];
  };
  return { find, hasAnchor: (path, anchor) => hasAnchor(tree, path, anchor, generator) };
}

function getAddress(generator: GeneratorName, local: string, text: string, base: string): string {
  const own = /^(?:slug|permalink|url)\s*[:=]\s*["']?([^"'\n]+?)["']?\s*$/m.exec(
    /^(?:---|\+\+\+)\n([\s\S]*?)\n(?:---|\+\+\+)/.exec(text)?.[1] ?? '',
  )?.[1];
  let path = local
    .replace(SOURCE, '')
    .replace(/(^|\/)(?:_?index|README|readme)$/, '$1')
    .replace(/\/$/, '');
  if (generator === 'nuxt' || generator === 'fumadocs' || generator === 'nextra')
    path = path
      .replaceAll(/(^|\/)\([^()/]+\)(?=\/|$)/g, '')
      .replaceAll(/(^|\/)\d+\./g, '$1')
      .replace(/^\//, '');
  if (generator === 'docusaurus') path = path.replaceAll(/(^|\/)\d+[-_.]+(?=[^/])/g, '$1');
  if (generator === 'hugo') path = path.toLowerCase().replaceAll(' ', '-');
  if (own !== undefined && !/[:{]/.test(own)) {
    if (own.startsWith('/')) return generator === 'jekyll' || generator === 'hugo' ? own : base + own;
    path = posix.join(posix.dirname(path), own);
  } else if (generator === 'docusaurus') {
    const id = /^id:\s*["']?([\w.-]+)/m.exec(/^---\n([\s\S]*?)\n---/.exec(text)?.[1] ?? '')?.[1];
    if (id !== undefined) path = posix.join(posix.dirname(path), id);
  }
  return `${base}/${path}`;
}

/** Returns the documents by label. A document's labels are defined in the document or in a file that it includes. */
function listLabels(tree: RepositoryTree, root: string): Map<string, string[]> {
  const labels = new Map<string, string[]>();
  const includers = new Map<string, string[]>();
  for (const path of tree.paths)
    if (path.startsWith(root) && /\.(?:rst|md)$/.test(path))
      for (const [, file = ''] of tree
        .read(path)
        .matchAll(/^[ \t]*(?:\.\. include::|[`:]{3,}\{include\})[ \t]+(\S+)/gm)) {
        const included = posix.join(posix.dirname(path), file);
        includers.set(included, [...(includers.get(included) ?? []), path]);
      }
  for (const path of tree.paths)
    if (path.startsWith(root) && /\.(?:rst|md|txt)$/.test(path))
      for (const [, rst, myst] of tree.read(path).matchAll(/^[ \t]*\.\. _([^:\n`]+):[ \t]*$|^\(([^()\n]+)\)=/gm))
        for (const page of [path, ...(includers.get(path) ?? [])]) {
          const label = (rst ?? myst ?? '').toLowerCase();
          labels.set(label, [...(labels.get(label) ?? []), page]);
        }
  return labels;
}

function listAliases(text: string): string[] {
  const head = /^---\n([\s\S]*?)\n---/.exec(text)?.[1] ?? '';
  const list = /^(?:aliases|redirect_from):\s*(.*(?:\n\s+-.*|\n-\s.*)*)/m.exec(head)?.[1] ?? '';
  return [...list.matchAll(/["'\s[,-]((?:\/|[\w.])[\w./-]*)/g)].map(([, alias = '']) => alias);
}

/** Resolves the ID of a page: `module:path.adoc`, or `path.adoc` of the same module. Pages of other components are not found. */
function findAntora(tree: RepositoryTree, from: string, target: string): string[] {
  const [, modules = '', own = ''] = /^(.*modules\/)([^/]+)\//.exec(from) ?? [];
  const parts = target.split(':');
  if (parts.length > 2 || target.includes('@')) return [];
  const [module, page = ''] = parts.length === 2 ? [parts[0] === '' ? own : parts[0], parts[1]] : [own, parts[0]];
  const folder = `${modules}${module}/pages`;
  const relative =
    page.startsWith('./') || page.startsWith('../') ? posix.join(posix.dirname(from), page) : posix.join(folder, page);
  return tree.isFile(relative) ? [relative] : [];
}

/** Returns whether a file or a file that it includes contains an anchor, according to the rules for headings of any site generator. */
function hasAnchor(tree: RepositoryTree, path: string, anchor: string, generator: GeneratorName, depth = 0): boolean {
  const text = tree.read(path);
  const escapedText = anchor.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&');
  const explicit = new RegExp(
    `(?:id|name)=["'{]?["'\`]?${escapedText}["'\`}\\s>]|\\{#${escapedText}[\\s}]|\\[\\[${escapedText}[\\],]|\\[[^\\]\\n]*#${escapedText}[\\].,%]|^\\s*\\(${escapedText}\\)=|anchor:${escapedText}\\[|\\[#${escapedText}\\]`,
    'im',
  );
  if (explicit.test(text) || listPatterns(text).some((pattern) => pattern.test(anchor))) return true;
  // In Docusaurus, the title of a page has no anchor. In Asciidoctor, a heading with an explicit ID has no other anchor.
  const titlelessBlock =
    generator === 'docusaurus'
      ? text.replaceAll(/^# .*$/gm, '')
      : text.replaceAll(/^\[(?:\[|#)[^\]\n]*\]{1,2}[ \t]*\n={1,6} .*$/gm, '');
  const body = titlelessBlock.replaceAll(/^[ \t>]*(`{3,}|~{3,})[^\n]*\n[\s\S]*?^[ \t>]*\1/gm, '');
  const titles = [
    ...body.matchAll(/^[ >]{0,6}(?:#{1,6}|={1,6})[ \t]+(.+?)[ \t#]*$|^(\S[^\n]*)\n(?:=+|-+|~+|\^+)[ \t]*$/gm),
  ].map(([, a, b]) => a ?? b ?? '');
  const baseAnchor = anchor.replace(/[-_]\d+$/, '');
  if (titles.some((title) => listSlugs(title).some((slug) => slug === anchor || slug === baseAnchor))) return true;
  if (depth === 3) return false;
  const includes = [
    ...text.matchAll(
      /include::(?:[\w-]+\$)?([^[\s]+)\[|--8<--\s+["']([^"']+)|\{\{#include\s+([^\s}]+)|```\{include\}\s+(\S+)/g,
    ),
  ].map((match) => match.slice(1).find(Boolean) ?? '');
  return includes.some((name) => {
    const end = name.replace(/^(?:\.{1,2}\/)+/, '').replaceAll(/\{[^{}]*\}\/?/g, '');
    return [...tree.paths].some(
      (each) => each.endsWith(`/${end}`) && each !== path && hasAnchor(tree, each, anchor, generator, depth + 1),
    );
  });
}

/** Returns patterns for AsciiDoc IDs that contain attributes. The values of the attributes depend on the page that includes the file. */
function listPatterns(text: string): RegExp[] {
  return [...text.matchAll(/\[(?:\[|#)([^\],\n]*\{[\w-]+\}[^\],\n]*)\]/g)].map(([, id = '']) => {
    const parts = id.split(/\{[\w-]+\}/).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
    return new RegExp(`^${parts.join('.+')}$`);
  });
}

/** Returns the anchors that generators create for a heading: GitHub, Python-Markdown, Asciidoctor, VitePress and Docutils. */
function listSlugs(title: string): string[] {
  const plainText = title
    .replaceAll(/\{[^{}]*\}|<[^<>]*>|\[\[[^\]]*\]\]/g, '')
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[`*]/g, '')
    .trim()
    .toLowerCase();
  const words = plainText.normalize('NFKD').replaceAll(/[\u0300-\u036f]/g, '');
  return [
    plainText.replaceAll(/[^\p{L}\p{N}\p{M}\s_-]/gu, '').replaceAll(/\s/g, '-'),
    words
      .replaceAll(/[^\w\s-]/g, '')
      .trim()
      .replaceAll(/[-\s]+/g, '-'),
    `_${words.replaceAll(/[^\w\s.-]/g, '').replaceAll(/[\s.-]+/g, '_')}`,
    words.replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-|-$/g, ''),
  ];
}

function clean(address: string): string {
  return `/${posix
    .normalize(address)
    .replace(/\.(?:html?|mdx?)$/, '')
    .replace(/(^|\/)index$/, '$1')
    .replaceAll(/^\/+|\/+$/g, '')}`;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
