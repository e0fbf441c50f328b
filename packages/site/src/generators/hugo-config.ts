import { parseConfig } from '@context-sync/formats';
import { getPairs, getText, getValue, listAt } from '../config/config-values.ts';
import type { ConfigFiles } from '../generator-rules.ts';
import { getFolder, getPathInside, joinPath, resolvePath } from '../repository-paths.ts';
import {
  guessLanguageMounts,
  hasFileIn,
  listMissingPaths,
  listMountsAt,
  type MissingPath,
  type Mount,
  readMounts,
  sortMounts,
} from './hugo-mounts.ts';

/** Folders whose files are published unchanged or can be inserted into pages. */
const FILE_FOLDERS = ['static', 'assets'];
/** Matches the end of the name of a template from which a build creates a configuration file. */
const TEMPLATE_END = /\.(?:template|tmpl|tpl|j2|in)$/;
/** Maximum number of parameters that pages can insert. */
const MAX_PARAMETERS = 5_000;

export interface HugoSite {
  readonly folder: string;
  readonly mounts: readonly Mount[];
  /** Folders and files that are published unchanged. */
  readonly files: readonly Mount[];
  /** URL paths of the pages and files whose sources the build of the site creates or fetches. */
  readonly missing: readonly MissingPath[];
  /** Codes of all languages except the default language. */
  readonly languages: readonly string[];
  /** Sections whose URL pattern only Hugo can evaluate, each with an expression that matches the URL paths of its pages. */
  readonly patterned: ReadonlyMap<string, RegExp>;
  /** Parameters of the site that are text, by their path in lowercase, such as `params.version`. */
  readonly parameters: ReadonlyMap<string, string>;
  /** Path of the site's URL, without a trailing slash. */
  readonly base: string;
  /** First segments of the URLs of pages that Hugo generates for taxonomies. */
  readonly taxonomies: ReadonlySet<string>;
  /** Whether the site imports content of other projects. */
  readonly hasImports: boolean;
  /** Whether links are looked up as pages, by a render hook of the site or by Hugo's embedded render hook. */
  readonly hasLinkHook: boolean;
}

/** Returns the settings that determine the URLs of pages; undefined if the file is not the configuration of a Hugo site. */
export function readHugoSite(path: string, text: string, files: ConfigFiles): HugoSite | undefined {
  const config = lowercaseKeys(parseConfig(path, text));
  const isHugoFile = /(?:^|\/)hugo\.\w+$/.test(path);
  const isSite = ['baseurl', 'theme', 'module', 'languages', 'markup'].some(
    (key) => getValue(config, key) !== undefined,
  );
  // Many programs use the name `config.toml`. A repository can contain hundreds of these files.
  if (!isHugoFile && !isSite) return undefined;
  const isInDefault = /(^|\/)config\/_default$/.test(getFolder(path));
  const folder = isInDefault ? getFolder(getFolder(getFolder(path))) : getFolder(path);
  const readPart = (name: string) => getValue(config, name) ?? readFilePart(name);
  const readFilePart = (name: string) => {
    if (!isInDefault) return undefined;
    const file = listPartNames(name)
      .map((base) => joinPath(getFolder(path), base))
      .find((candidate) => files.paths.has(candidate));
    const fileText = file === undefined ? undefined : files.read(file);
    if (fileText === undefined || file === undefined) return undefined;
    return lowercaseKeys(parseConfig(file.replace(TEMPLATE_END, ''), fileText));
  };
  const languages = Object.entries((readPart('languages') ?? {}) as Readonly<Record<string, unknown>>);
  const defaultLanguage = getText(config, 'defaultcontentlanguage') ?? 'en';
  const isInFolder = getValue(config, 'defaultcontentlanguageinsubdir') === true;
  const getCode = (code: string) => (code === defaultLanguage && !isInFolder ? '' : code);
  const content = getText(config, 'contentdir') ?? 'content';
  const contentRoot = joinPath(folder, content.replace(/\/$/, ''));
  const moduleMounts = readMounts(readPart('module'), folder, getCode);
  const mounts = [
    ...listMountsAt(moduleMounts, ['content']),
    ...languages.flatMap(([code, language]) => {
      const contentFolder = getText(lowercaseKeys(language), 'contentdir');
      const source = contentFolder === undefined ? undefined : resolvePath(folder, contentFolder);
      return source === undefined ? [] : [{ source, target: '', language: getCode(code) }];
    }),
  ];
  if (mounts.length === 0) mounts.push(...guessLanguageMounts(contentRoot, languages, files, getCode));
  if (mounts.length === 0) mounts.push({ source: contentRoot, target: '', language: '' });
  if (!isHugoFile && !hasFileIn(files, mounts)) return undefined;
  const fileMounts = listMountsAt(moduleMounts, FILE_FOLDERS);
  const permalinks = readPart('permalinks');
  const patternedSections = [...getPairs({ permalinks }, 'permalinks'), ...getPairs(permalinks, 'page')].flatMap(
    ([section, pattern]): [string, RegExp][] =>
      typeof pattern === 'string' ? [[section, createPermalinkPattern(pattern)]] : [],
  );
  const hook = getValue(getValue(getValue(getValue(config, 'markup'), 'goldmark'), 'renderhooks'), 'link');
  return {
    folder,
    mounts: sortMounts(mounts, getCode(defaultLanguage)),
    files: [
      ...fileMounts,
      ...FILE_FOLDERS.map((name) => ({ source: joinPath(folder, name), target: '', language: '' })),
    ],
    missing: listMissingPaths([...mounts, ...fileMounts], files),
    languages: languages.map(([code]) => code).filter((code) => code !== defaultLanguage),
    patterned: new Map(patternedSections),
    base: getUrlPath(getText(config, 'baseurl') ?? ''),
    taxonomies: readTaxonomies(readPart('taxonomies')),
    hasImports: listAt(readPart('module'), 'imports').some((entry) => listAt(entry, 'mounts').some(isContentMount)),
    parameters: new Map([...readParameters(readFilePart('params')), ...readParameters(getValue(config, 'params'))]),
    hasLinkHook: languages.length > 1 || hook !== undefined || hasHookTemplate(files, folder),
  };
}

/** Returns the names of a file with a part of the configuration. A build can create the file from a template, such as `module-template.yaml`. */
function listPartNames(name: string): string[] {
  const ends = ['yaml', 'yml', 'toml'];
  const templates = ['-template', '.template', '_template', '-tmpl', '.tmpl', '.tpl'];
  return [
    ...ends.map((end) => `${name}.${end}`),
    ...ends.flatMap((end) => [
      ...templates.map((mark) => `${name}${mark}.${end}`),
      ...['template', 'tmpl', 'tpl', 'j2', 'in'].map((mark) => `${name}.${end}.${mark}`),
    ]),
  ];
}

/** Returns an expression that matches the URL paths of a permalink pattern, such as `/:year/:month/:slug/`. */
function createPermalinkPattern(pattern: string): RegExp {
  const parts = pattern
    .split('/')
    .filter((part) => part !== '')
    .map((part) =>
      part.startsWith(':sections')
        ? '.+'
        : part.replaceAll(/:[a-z]+(?:\[[^\]]*\])?|[.*+?^${}()|[\]\\]/g, (found) =>
            found === ':year' ? '\\d{4}' : found.startsWith(':') ? '[^/]+' : `\\${found}`,
          ),
    );
  return new RegExp(`^/${parts.join('/')}/?$`);
}

/** Returns the path of a URL without a trailing slash. */
function getUrlPath(url: string): string {
  return (/^https?:\/\/[^/]+(\/.*)$/.exec(url)?.[1] ?? '').replace(/\/+$/, '');
}

function readTaxonomies(configuredTaxonomies: unknown): ReadonlySet<string> {
  const names = Object.values((configuredTaxonomies ?? {}) as Readonly<Record<string, unknown>>).filter(
    (name) => typeof name === 'string',
  );
  return new Set(names.length > 0 ? names : ['tags', 'categories']);
}

function isContentMount(mount: unknown): boolean {
  return getPathInside('content', (getText(mount, 'target') ?? '').replaceAll(/^\/|\/$/g, '')) !== undefined;
}

/** Returns the parameters as one map. Keys are in lowercase, because Hugo ignores their case. */
function readParameters(parameters: unknown): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  const open: (readonly [prefix: string, value: unknown])[] = [['params', parameters]];
  for (let next = open.pop(); next !== undefined && texts.size < MAX_PARAMETERS; next = open.pop()) {
    const [prefix, value] = next;
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
      texts.set(prefix, String(value));
    else if (typeof value === 'object' && value !== null)
      for (const [key, inner] of Object.entries(value)) open.push([`${prefix}.${key}`, inner]);
  }
  return texts;
}

function hasHookTemplate({ paths }: ConfigFiles, folder: string): boolean {
  const layoutFolder = joinPath(folder, 'layouts');
  for (const path of paths)
    if (path.endsWith('render-link.html') && getPathInside(layoutFolder, path) !== undefined) return true;
  return false;
}

/**
 * Returns the configuration with keys in lowercase, because Hugo ignores their case. Sections of `permalinks` and languages are converted as well.
 */
function lowercaseKeys(config: unknown): unknown {
  if (Array.isArray(config)) return config.map(lowercaseKeys);
  if (typeof config !== 'object' || config === null) return config;
  return Object.fromEntries(Object.entries(config).map(([key, value]) => [key.toLowerCase(), lowercaseKeys(value)]));
}
