import {
  findExportedText,
  findLiteral,
  findObjects,
  getBody,
  getLiterals,
  listScriptNames,
  removeJsComments,
} from '../config/javascript-config.ts';
import type { DocumentFacts } from '../facts/document-facts.ts';
import type { ConfigFiles, Generator, Rules, Target } from '../generator-rules.ts';
import { GITHUB_ANCHORS } from '../heading-anchors.ts';
import { removeNumberPrefix } from '../number-prefix.ts';
import { getFolder, getPathInside, joinPath, resolvePath, splitTarget } from '../repository-paths.ts';
import { UNCHECKED_REASONS } from '../unchecked-reasons.ts';
import {
  createPageFolderAddress,
  findPageFolder,
  hasPreset,
  isGeneratedPage,
  type PageFolder,
  readPageFolders,
} from './docusaurus-blog.ts';
import { createMissingTarget, createSiteRules, type ReferenceQuestion, resolveAddress } from './page-site-rules.ts';

/** The documents of one version of a docs instance. */
interface DocsSet {
  readonly folder: string;
  /** URL path of the documents, without a trailing slash. */
  readonly address: string;
}

const ANCHORS = { ...GITHUB_ANCHORS, hasTitle: false };

/** Rules of Docusaurus, in which links that end in `.md` are file paths, and other links are URLs. */
export const docusaurus: Generator = {
  name: 'docusaurus',
  configNames: listScriptNames('docusaurus.config'),
  title: (_path, text) => findExportedText(removeJsComments(text), 'title'),
  rules: (path, text, files) => {
    const source = removeJsComments(text);
    const site = getFolder(path);
    const base = String(findLiteral(source, 'baseUrl') ?? '/').replace(/\/$/, '');
    const trailingSlash = findLiteral(source, 'trailingSlash');
    const hasPrefixes = findLiteral(source, 'numberPrefixParser') !== false;
    const sets = readDocsSets(source, site, files);
    const folders = readPageFolders(source, site);
    const getAddress = (file: string, facts: DocumentFacts) => {
      const docsSet = findDocsSet(sets, file);
      if (docsSet && /\.mdx?$/i.test(file))
        return createPageAddress(docsSet, file, facts, { trailing: trailingSlash, hasPrefixes });
      const pageFolder = findPageFolder(folders, file);
      return pageFolder && createPageFolderAddress(pageFolder, file, facts, trailingSlash === true ? '/' : '');
    };
    return [createDocusaurusRules({ site, base, sets, folders, source }, getAddress)];
  },
};

function createDocusaurusRules(
  place: Place,
  getAddress: (file: string, facts: DocumentFacts) => string | undefined,
): Rules {
  const { site, base, sets, folders } = place;
  return createSiteRules({
    generator: 'docusaurus',
    folder: site,
    anchors: ANCHORS,
    linkBase: base,
    addsLinkBase: true,
    ignoresCase: true,
    assets: [joinPath(site, 'static')],
    covers: (path) => findDocsSet(sets, path) !== undefined || findPageFolder(folders, path) !== undefined,
    getAddress,
    locate: ({ kind, target }, question) => (kind === 'url' ? locate(target, question, place) : undefined),
    includePath: (_from, target) => (target.startsWith('@site/') ? resolvePath(site, target.slice(6)) : undefined),
  });
}

function findDocsSet(sets: readonly DocsSet[], path: string): DocsSet | undefined {
  return sets.find(({ folder }) => getPathInside(folder, path) !== undefined);
}

/** Returns the docs instances: the instance of the preset, and one for each use of the plugin. */
function readDocsSets(source: string, site: string, files: ConfigFiles): DocsSet[] {
  const preset = findObjects(source, 'docs').find((body) =>
    /\b(?:path|routeBasePath|sidebarPath|versions|editUrl|lastVersion)\b/.test(body),
  );
  const plugins = [...source.matchAll(/plugin-content-docs["']\s*,\s*\{/g)].flatMap((match) => {
    const body = getBody(source, match.index + match[0].length - 1);
    return body === undefined ? [] : [body];
  });
  const isOff = /(?<![\w$])docs\s*:\s*false/.test(source) || !hasPreset(source, plugins);
  const bodies = [...(preset === undefined && isOff ? [] : [preset ?? '']), ...plugins];
  return bodies.flatMap((body) => getVersions(body, site, files)).sort((a, b) => b.folder.length - a.folder.length);
}

function getVersions(body: string, site: string, files: ConfigFiles): DocsSet[] {
  const options = getLiterals(body);
  const readText = (key: string) => {
    const value = options.get(key);
    return typeof value === 'string' ? value : undefined;
  };
  const id = readText('id');
  const route = `/${readText('routeBasePath') ?? 'docs'}`.replace(/\/+$/, '').replace(/^\/+/, '/');
  const prefix = id === undefined || id === 'default' ? '' : `${id}_`;
  const names = readVersionNames(files, joinPath(site, `${prefix}versions.json`));
  const lastVersion = readText('lastVersion') ?? names[0] ?? 'current';
  const configuredVersions = findObjects(body, 'versions')[0] ?? '';
  const getAddress = (name: string) => {
    const configuredAddress = findObjects(
      configuredVersions,
      name.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`),
    )[0];
    const path = getLiterals(configuredAddress ?? '').get('path');
    if (typeof path === 'string')
      return path === '' || path === '/' ? route : `${route}/${path.replaceAll(/^\/|\/$/g, '')}`;
    if (name === lastVersion) return route;
    return `${route}/${name === 'current' ? 'next' : name}`;
  };
  const currentVersion = {
    folder: resolvePath(site, readText('path') ?? 'docs') ?? site,
    address: getAddress('current'),
  };
  return [
    currentVersion,
    ...names.map((name) => ({
      folder: joinPath(site, `${prefix}versioned_docs/version-${name}`),
      address: getAddress(name),
    })),
  ];
}

function readVersionNames(files: ConfigFiles, path: string): string[] {
  try {
    const names: unknown = JSON.parse(files.read(path) ?? '[]');
    return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : [];
  } catch {
    return [];
  }
}

function createPageAddress(
  { folder, address }: DocsSet,
  file: string,
  facts: DocumentFacts,
  { trailing: trailingSlash, hasPrefixes }: { trailing: string | boolean | undefined; hasPrefixes: boolean },
): string {
  const parts = (getPathInside(folder, file) ?? '').replace(/\.mdx?$/i, '').split('/');
  const names = hasPrefixes ? parts.map(removeNumberPrefix) : parts;
  const name = names.pop() ?? '';
  const { slug, id } = facts.address ?? {};
  const folderAddress = [address, ...names].join('/');
  const end = trailingSlash === true ? '/' : '';
  if (slug !== undefined) {
    const ownAddress = slug.startsWith('/')
      ? address + slug
      : `${address}/${resolvePath(names.join('/'), slug) ?? slug}`;
    return `${ownAddress.replace(/\/+$/, '')}${end}` || '/';
  }
  const isIndex = /^(?:index|readme)$/i.test(name) || name === names.at(-1);
  // URLs of index pages end in a slash unless `trailingSlash` is false.
  if (isIndex) return trailingSlash === false && folderAddress !== '' ? folderAddress : `${folderAddress}/`;
  return `${folderAddress}/${id ?? name}${end}`;
}

/** The folders and URL paths of a site. */
interface Place {
  readonly site: string;
  readonly base: string;
  readonly sets: readonly DocsSet[];
  readonly folders: readonly PageFolder[];
  /** The configuration without comments. */
  readonly source: string;
}

function locate(target: string, question: ReferenceQuestion, place: Place): Target {
  const { site, base, sets } = place;
  const { from, lookup, findPage, getAddress } = question;
  const { path, query, fragment } = splitTarget(target);
  const createTarget = (file: string) => ({ path: file, query, fragment });
  if (path === '') return createTarget(from);
  if (path.startsWith('@site/')) {
    const file = resolvePath(site, path.slice(6));
    return file !== undefined && lookup.isFile(file) ? createTarget(file) : createMissingTarget(file ?? path);
  }
  const docsSet = findDocsSet(sets, from);
  const candidates = path.startsWith('/')
    ? [
        ...(docsSet ? [resolvePath(docsSet.folder, path)] : []),
        resolvePath(site, path),
        resolvePath(joinPath(site, 'static'), path),
      ]
    : [
        resolvePath(getFolder(from), path),
        ...(/^\.\.?\//.test(path) || !docsSet ? [] : [resolvePath(docsSet.folder, path)]),
      ];
  const file = candidates.find((candidate) => candidate !== undefined && lookup.isFile(candidate));
  if (file !== undefined) return createTarget(file);
  if (/\.mdx?$/.test(path)) return createMissingTarget(candidates[0] ?? path);
  const address = resolveAddress(path, getAddress(from) ?? '/');
  const isPrefixed = path.startsWith('/') && address?.startsWith(`${base}/`) === true;
  const localPath = isPrefixed ? address.slice(base.length) : address;
  const page = localPath === undefined ? undefined : findPage(localPath);
  if (page !== undefined) return createTarget(page);
  return localPath !== undefined && isGenerated(localPath, place)
    ? { unchecked: UNCHECKED_REASONS.generated }
    : { problem: `no page has the URL ${address ?? path}` };
}

/** Returns whether Docusaurus or one of its plugins creates a page: lists of a blog, categories, tags, and redirects of the configuration. */
function isGenerated(path: string, { folders, sets, source }: Place): boolean {
  const page = path.replace(/(.)\/$/, '$1');
  const isInDocs = sets.some(
    ({ address }) => /^\/(?:category|tags)(?:\/|$)/.test(page.slice(address.length)) && page.startsWith(address),
  );
  return isGeneratedPage(folders, page) || isInDocs || source.includes(`'${page}'`) || source.includes(`"${page}"`);
}
