import { getElementAt } from '@context-sync/base';
import type { Reference } from '@context-sync/reading';
import type { DocumentFacts } from '../facts/document-facts.ts';
import type { Generator, Target } from '../generator-rules.ts';
import { GITHUB_ANCHORS, getAnchors } from '../heading-anchors.ts';
import type { Lookup } from '../reference-lookup.ts';
import { getFolder, getPathInside, joinPath, listFoldersAbove, resolvePath, splitTarget } from '../repository-paths.ts';
import { UNCHECKED_REASONS } from '../unchecked-reasons.ts';
import { type HugoSite, readHugoSite } from './hugo-config.ts';
import { createMissingTarget, createSiteRules, type ReferenceQuestion, resolveAddress } from './page-site-rules.ts';

const PAGE_PATTERN = /\.(?:md|markdown|html?|adoc|asciidoc|rst)$/i;
const INDEX_PATTERN = /(^|\/)_?index$/;

/** The lookup keys of a page, with which links are resolved. */
interface HugoPage {
  /** Path below the content root in lowercase, without extension. For an index page, the path of its folder. */
  readonly key: string;
  readonly language: string;
}

/** Rules of Hugo. Links are looked up as pages if there is a render hook; otherwise, they are URLs. `ref` and `relref` refer to pages by name. */
export const hugo: Generator = {
  name: 'hugo',
  configNames: [
    ...['hugo.yml', 'hugo.yaml', 'hugo.toml', 'hugo.json', 'config.yml', 'config.yaml', 'config.toml'],
    ...['config/_default/config.yml', 'config/_default/config.yaml', 'config/_default/config.toml'],
  ],
  rules: (path, text, files) => {
    const site = readHugoSite(path, text, files);
    if (!site) return [];
    const { folder, patterned } = site;
    const getPage = (file: string) => createPage(site, file, files.paths);
    return [
      createSiteRules({
        generator: 'hugo',
        folder,
        linkBase: site.base,
        assets: [...site.files, ...site.mounts].map(({ source }) => source),
        covers: (file) => site.mounts.some(({ source }) => getPathInside(source, file) !== undefined),
        getAddress: (file, facts) => {
          const hugoPage = getPage(file);
          return hugoPage &&
            (facts.address?.url !== undefined || !patterned.has(getElementAt(hugoPage.key.split('/'), 0)))
            ? getAddress(hugoPage, file, facts)
            : undefined;
        },
        namesFromPath: (file) => {
          const hugoPage = getPage(file);
          if (!hugoPage) return [];
          const name = hugoPage.key.slice(hugoPage.key.lastIndexOf('/') + 1);
          return [`page:${folder}:${hugoPage.language}:${hugoPage.key}`, `base:${folder}:${hugoPage.language}:${name}`];
        },
        locate: (reference, question) => locate(reference, question, site, getPage),
        attributes: site.parameters,
        includePath: (from, target, lookup) => locateInclude(from, target, lookup, site),
      }),
    ];
  },
};

function createPage(site: HugoSite, file: string, paths: ReadonlySet<string>): HugoPage | undefined {
  if (!PAGE_PATTERN.test(file)) return undefined;
  const mount = site.mounts.find(({ source }) => getPathInside(source, file) !== undefined);
  if (!mount || isResource(mount.source, file, paths)) return undefined;
  const relativeFile = getPathInside(mount.source, file) ?? '';
  const path = joinPath(mount.target, relativeFile).replace(PAGE_PATTERN, '').toLowerCase().replaceAll(' ', '-');
  const suffix = site.languages.find((code) => path.endsWith(`.${code}`));
  const pathWithoutSuffix = suffix === undefined ? path : path.slice(0, -suffix.length - 1);
  return { key: pathWithoutSuffix.replace(INDEX_PATTERN, ''), language: suffix ?? mount.language };
}

/** Returns whether the file is a resource in a leaf bundle, a folder that contains `index.md`. */
function isResource(root: string, file: string, paths: ReadonlySet<string>): boolean {
  const isIndex = /(?:^|\/)index(?:\.\w+)?\.\w+$/.test(file);
  for (
    let folder = isIndex ? getFolder(getFolder(file)) : getFolder(file);
    folder.length > root.length;
    folder = getFolder(folder)
  )
    if (paths.has(`${folder}/index.md`)) return true;
  return false;
}

function getAddress({ key, language }: HugoPage, file: string, { address = {} }: DocumentFacts): string {
  const { url, slug } = address;
  const prefix = language === '' ? '' : `/${language}`;
  if (url !== undefined) return url.startsWith('/') ? url : `${prefix}/${url}`;
  const isSection = /(?:^|\/)_index\./.test(file);
  const path = slug === undefined || isSection || key === '' ? key : joinPath(getFolder(key), slug);
  return path === '' ? `${prefix}/` : `${prefix}/${path}/`;
}

function locate(
  { kind, target }: Reference,
  question: ReferenceQuestion,
  site: HugoSite,
  page: (file: string) => HugoPage | undefined,
): Target | undefined {
  if (kind !== 'url' && kind !== 'ref') return undefined;
  const { from, lookup } = question;
  const { path, query, fragment } = splitTarget(target);
  const createTarget = (file: string) => ({ path: file, query, fragment });
  if (path === '') return createTarget(from);
  const currentPage = page(from);
  const language = currentPage?.language ?? '';
  const get = (keys: readonly (string | undefined)[]) => {
    for (const key of keys)
      for (const code of key === undefined ? [] : [language, '']) {
        const [first] = lookup.findByName(`page:${site.folder}:${code}:${key}`);
        if (first !== undefined) return first;
      }
    return undefined;
  };
  if (kind === 'ref') {
    const file = get(listRefKeys(path, from, currentPage)) ?? findUniqueName(path, language, question, site);
    if (file !== undefined) return createTarget(file);
    if (isGenerated(path.startsWith('/') ? path : `/${path}`, site)) return { unchecked: UNCHECKED_REASONS.generated };
    return site.hasImports ? { unchecked: UNCHECKED_REASONS.project } : { problem: `page ${path} does not exist` };
  }
  // On some sites, a render hook turns links to `g` into links to the glossary.
  if (path === 'g' && site.hasLinkHook) {
    const glossary = findUniqueName('glossary', language, question, site);
    return glossary === undefined ? undefined : { path: glossary };
  }
  const findByKey = () => get(listLinkKeys(path, from, currentPage));
  const findByAddress = () => {
    const written = resolveAddress(path, question.getAddress(from) ?? '/');
    const address = written?.startsWith(`${site.base}/`) ? written.slice(site.base.length) : written;
    return address === undefined || PAGE_PATTERN.test(path) ? undefined : question.findPage(address);
  };
  const pages = site.hasLinkHook ? [findByKey(), findByAddress()] : [findByAddress() ?? findByKey()];
  const file = choosePage(pages, fragment, lookup) ?? getFile(path, question, site);
  if (file !== undefined) return createTarget(file);
  if (isGenerated(resolveAddress(path, question.getAddress(from) ?? '/') ?? path, site))
    return { unchecked: UNCHECKED_REASONS.generated };
  return createMissingTarget(path.startsWith('/') ? path : (resolvePath(getFolder(from), path) ?? path));
}

/** Returns the first page, or the first page with the anchor. A render hook of a site can leave relative links as they are, so that they are URLs. */
function choosePage(
  pages: readonly (string | undefined)[],
  fragment: string | undefined,
  lookup: Lookup,
): string | undefined {
  const found = [...new Set(pages)].filter((page) => page !== undefined);
  if (found.length < 2 || fragment === undefined) return found[0];
  return found.find((page) => getAnchors(lookup.facts(page) ?? {}, GITHUB_ANCHORS).has(fragment)) ?? found[0];
}

/** Returns whether Hugo creates the page from a taxonomy, gets the page or file from a source that the build creates, or computes the URL of the page. */
function isGenerated(written: string, { base, taxonomies, missing, patterned }: HugoSite): boolean {
  const address = written.startsWith(`${base}/`) ? written.slice(base.length) : written;
  const page = address.replace(PAGE_PATTERN, '').replace(/(.)\/+$/, '$1');
  const isMissing = missing.some(
    (each) => page === each.address || (each.isFolder && page.startsWith(`${each.address}/`)),
  );
  return (
    isMissing ||
    taxonomies.has(page.split('/')[1] ?? '') ||
    [...patterned.values()].some((pattern) => pattern.test(page))
  );
}

/** Returns the file that a page includes: another page, or a file of the project. The extension may be missing. */
function locateInclude(from: string, target: string, lookup: Lookup, { mounts, folder }: HugoSite): string | undefined {
  const contentRoots = mounts
    .filter(({ source }) => getPathInside(source, from) !== undefined)
    .map(({ source }) => source);
  const siteRoots = [...contentRoots, folder];
  // Shortcodes of many sites search the folders above the page for a folder with texts that pages share.
  const shared = /^\.{0,2}\//.test(target)
    ? []
    : listFoldersAbove(from)
        .filter((each) => contentRoots.some((root) => getPathInside(root, each) !== undefined))
        .map((each) => `${each}/_includes`);
  const roots = target.startsWith('/') ? siteRoots : [getFolder(from), ...shared, ...siteRoots];
  const suffixes = /\.\w+$/.test(target) ? [''] : ['.md', '/index.md', '/_index.md', ''];
  const candidates = roots.flatMap((root) =>
    suffixes.map((suffix) => resolvePath(root, target.replace(/\/$/, '') + suffix)),
  );
  return candidates.find((file) => file !== undefined && lookup.isFile(file));
}

/** Returns the path of a file relative to the page, or of a file that is published unchanged; undefined if there is none. */
function getFile(path: string, { from, lookup }: ReferenceQuestion, { files }: HugoSite): string | undefined {
  const published = files.flatMap(({ source, target }) => {
    const innerPath = resolvePath('', path);
    const mountedPath = innerPath === undefined ? undefined : getPathInside(target, innerPath);
    return mountedPath === undefined ? [] : [joinPath(source, mountedPath)];
  });
  const candidates = path.startsWith('/') ? published : [resolvePath(getFolder(from), path), ...published];
  return candidates.find((file) => file !== undefined && lookup.isFile(file));
}

function getKey(path: string): string {
  return path
    .replace(/\/+$/, '')
    .replace(PAGE_PATTERN, '')
    .toLowerCase()
    .replaceAll(' ', '-')
    .replace(INDEX_PATTERN, '');
}

/** Returns the page keys of a link in the order in which Hugo looks them up. */
function listLinkKeys(target: string, from: string, own: HugoPage | undefined): (string | undefined)[] {
  const key = own?.key ?? '';
  const path = target.replace(/^\.\//, '');
  const listKeys = (folder: string) => {
    const resolvedPath = resolvePath(folder, path);
    return resolvedPath === undefined ? undefined : getKey(resolvedPath);
  };
  if (path.startsWith('/')) return [listKeys('')];
  const hasExtension = PAGE_PATTERN.test(path);
  const isSection = /(?:^|\/)_index\.[^/]+$/.test(from);
  const isBundle = /(?:^|\/)index\.[^/]+$/.test(from);
  const parent = getFolder(key);
  const baseKey = isSection || (isBundle && hasExtension && path.startsWith('../')) ? key : parent;
  const siblingBase = isSection || isBundle ? key : parent;
  return [
    listKeys(baseKey),
    ...(hasExtension ? [listKeys(siblingBase)] : []),
    ...(path.startsWith('.') ? [] : [listKeys('')]),
  ];
}

function listRefKeys(path: string, from: string, own: HugoPage | undefined): (string | undefined)[] {
  const key = own?.key ?? '';
  const isIndex = /(?:^|\/)_?index\.[^/]+$/.test(from);
  const listKeys = (folder: string) => {
    const resolvedPath = resolvePath(folder, path);
    return resolvedPath === undefined ? undefined : getKey(resolvedPath);
  };
  return path.startsWith('/')
    ? [listKeys('')]
    : [listKeys(isIndex ? key : getFolder(key)), listKeys(getFolder(key)), listKeys('')];
}

/** Returns the page with a file name that is unique in the site; undefined if there is no such page. */
function findUniqueName(
  path: string,
  language: string,
  { lookup }: ReferenceQuestion,
  { folder }: HugoSite,
): string | undefined {
  const name = getKey(path.replace(/^\//, ''));
  if (name.includes('/')) return undefined;
  const pages = lookup.findByName(`base:${folder}:${language}:${name}`);
  return pages.length === 1 ? pages[0] : undefined;
}
