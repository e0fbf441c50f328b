import { parseConfig } from '@context-sync/formats';
import type { Reference } from '@context-sync/reading';
import { getPairs, getText, getValue, listAt } from '../config/config-values.ts';
import type { DocumentFacts } from '../facts/document-facts.ts';
import type { Generator, Target } from '../generator-rules.ts';
import { getFolder, getPathInside, joinPath, resolvePath, splitTarget } from '../repository-paths.ts';
import { createPermalink, type PermalinkSource } from './jekyll-permalinks.ts';
import { createMissingTarget, createSiteRules, type ReferenceQuestion, resolveAddress } from './page-site-rules.ts';
import { findFile } from './plain-rules.ts';

const PAGE_PATTERN = /\.(?:md|markdown|mkd|mkdown|mkdn|html?|adoc|asciidoc|textile)$/i;
const POST_PATTERN = /^(?:(.*)\/)?_posts\/(?:.*\/)?(\d{4}-\d{1,2}-\d{1,2}-[^/]+)$/;
/** Keys that other programs with a file `_config.yml` use. */
const OTHER_PROGRAMS = ['sphinx', 'execute', 'launch_buttons', 'public_dir', 'source_dir'];

/** The settings of a Jekyll site that determine URLs. */
interface JekyllSite {
  readonly folder: string;
  /** Path of the site's URL, without a trailing slash. */
  readonly base: string;
  readonly permalink: string;
  /** Permalinks of published collections; undefined for the default. */
  readonly collections: ReadonlyMap<string, string | undefined>;
  readonly defaults: readonly {
    readonly path: string;
    readonly type: string | undefined;
    readonly permalink: string;
  }[];
}

/** Rules of Jekyll, which GitHub Pages builds by default. Links are URLs or, with the plugins of GitHub Pages, paths of files. */
export const jekyll: Generator = {
  name: 'jekyll',
  configNames: ['_config.yml', '_config.yaml'],
  title: (path, text) => getText(parseConfig(path, text), 'title'),
  rules: (path, text, files) => {
    const config = parseConfig(path, text);
    const isOther = OTHER_PROGRAMS.some((key) => getValue(config, key) !== undefined);
    if (config === undefined || isOther || files.paths.has(joinPath(getFolder(path), '_toc.yml'))) return [];
    const folder = resolvePath(getFolder(path), getText(config, 'source') ?? '');
    if (folder === undefined) return [];
    const site = readSite(config, folder);
    return [
      createSiteRules({
        generator: 'jekyll',
        folder,
        linkBase: site.base,
        assets: [folder],
        getAddress: (file, facts) => createAddress(site, file, facts),
        namesFromPath: (file) => {
          const post = POST_PATTERN.exec(removeExtension(getPathInside(folder, file) ?? ''))?.[2];
          return post === undefined ? [] : [`post:${folder}:${post}`];
        },
        locate: (reference, question) => locate(reference, question, site),
        attributes: readVariables(config),
        includePath: (from, target, lookup) => {
          const include = joinPath(folder, `_includes/${target}`);
          return lookup.isFile(include) ? include : resolvePath(getFolder(from), target);
        },
      }),
    ];
  },
};

function readSite(config: unknown, folder: string): JekyllSite {
  const collections = new Map<string, string | undefined>();
  for (const [name, options] of getPairs(config, 'collections'))
    if (getValue(options, 'output') === true || name === 'posts') collections.set(name, getText(options, 'permalink'));
  const defaults = listAt(config, 'defaults').flatMap((entry) => {
    const scope = getValue(entry, 'scope');
    const permalink = getText(getValue(entry, 'values'), 'permalink');
    const path = (getText(scope, 'path') ?? '').replace(/\/$/, '');
    return permalink === undefined ? [] : [{ path, type: getText(scope, 'type'), permalink }];
  });
  return {
    folder,
    base: `/${getText(config, 'baseurl') ?? ''}`.replaceAll(/\/{2,}/g, '/').replace(/\/$/, ''),
    permalink: getText(config, 'permalink') ?? 'date',
    collections,
    // The last matching default with the longest path takes precedence.
    defaults: defaults.toReversed().sort((a, b) => b.path.length - a.path.length),
  };
}

/** Returns the values that Liquid can insert: the settings that are text, by their path, such as `site.version`. */
function readVariables(config: unknown): ReadonlyMap<string, string> {
  const texts = new Map([['liquid', 'jekyll']]);
  for (const [key, value] of getPairs({ config }, 'config'))
    if (typeof value === 'string' || typeof value === 'number') texts.set(`site.${key}`, String(value));
  return texts;
}

function createAddress(site: JekyllSite, file: string, facts: DocumentFacts): string | undefined {
  const innerPath = getPathInside(site.folder, file);
  if (innerPath === undefined || !PAGE_PATTERN.test(innerPath)) return undefined;
  const source = describeFile(innerPath, facts, site);
  if (source === undefined) return undefined;
  const { type, folder } = source;
  const ownPermalink = facts.address?.permalink;
  const scope = site.defaults.find(
    (each) => (each.type === undefined || each.type === type) && getPathInside(each.path, innerPath) !== undefined,
  );
  const configured = type === 'pages' ? undefined : site.collections.get(type);
  const permalink = ownPermalink ?? scope?.permalink ?? configured;
  return createPermalink(source, permalink, site.permalink, folder);
}

/** Returns the properties of a file by which its URL is created; undefined if Jekyll does not publish the file. */
function describeFile(
  innerPath: string,
  facts: DocumentFacts,
  { collections }: JekyllSite,
): (PermalinkSource & { readonly folder: string }) | undefined {
  const path = removeExtension(innerPath);
  const post = POST_PATTERN.exec(path);
  const { address = {} } = facts;
  if (post) {
    const [, year = '', month = '', day = '', title = ''] = /^(\d+)-(\d+)-(\d+)-(.+)$/.exec(post[2] ?? '') ?? [];
    const own = (address.categories ?? address.category ?? '').split(/[\s,[\]]+/).filter((name) => name !== '');
    const categories = [...(post[1] ?? '').split('/').filter((name) => name !== ''), ...own];
    return { type: 'posts', path: title, date: { year, month, day }, categories, slug: address.slug, folder: '' };
  }
  const [, collection, rest] = /^_([^/]+)\/(.+)$/.exec(path) ?? [];
  if (collection !== undefined)
    return collections.has(collection)
      ? { type: collection, path: rest ?? '', categories: [], slug: address.slug, folder: '' }
      : undefined;
  if (/(?:^|\/)[_.]/.test(path)) return undefined;
  return { type: 'pages', path, categories: [], slug: undefined, folder: getFolder(path) };
}

function locate({ kind, target }: Reference, question: ReferenceQuestion, site: JekyllSite): Target | undefined {
  if (kind !== 'url' && kind !== 'ref') return undefined;
  const { from, lookup, findPage } = question;
  const { path, query, fragment } = splitTarget(target);
  const createTarget = (file: string) => ({ path: file, query, fragment });
  if (path === '') return createTarget(from);
  if (kind === 'ref') {
    const file = resolvePath(site.folder, path);
    const namedFile = file !== undefined && lookup.isFile(file) ? file : undefined;
    const post = removeExtension(path.slice(path.lastIndexOf('/') + 1));
    const [first] = namedFile === undefined ? lookup.findByName(`post:${site.folder}:${post}`) : [namedFile];
    return first === undefined ? { problem: `page ${path} does not exist` } : createTarget(first);
  }
  const { base } = site;
  const isPrefixed = base !== '' && path.startsWith(`${base}/`);
  const address = resolveAddress(isPrefixed ? path.slice(base.length) : path, question.getAddress(from) ?? '/');
  const page = address === undefined ? undefined : findPage(address);
  if (page !== undefined) return createTarget(page);
  // The plugin jekyll-relative-links of GitHub Pages accepts paths of files.
  const candidate = resolvePath(path.startsWith('/') ? site.folder : getFolder(from), path);
  const file = candidate === undefined ? undefined : findFile(candidate, lookup);
  if (file !== undefined && lookup.isFile(file)) return createTarget(file);
  // The target of a tag that includes a template is relative to the folder of includes.
  const include = resolvePath(joinPath(site.folder, '_includes'), path);
  return include !== undefined && lookup.isFile(include)
    ? createTarget(include)
    : createMissingTarget(candidate ?? path);
}

function removeExtension(path: string): string {
  return path.replace(PAGE_PATTERN, '');
}
