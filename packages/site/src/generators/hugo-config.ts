import { parseConfig } from '@context-sync/formats';
import { getPairs, getText, getValue, listAt } from '../config/config-values.ts';
import type { ConfigFiles } from '../generator-rules.ts';
import { getFolder, getPathInside, joinPath, resolvePath } from '../repository-paths.ts';

/** Maximum number of parameters that pages can insert. */
const MAX_PARAMETERS = 5_000;

/** A folder or file that is published below a content path. */
export interface Mount {
  readonly source: string;
  /** Path below the content root, without leading and trailing slashes. */
  readonly target: string;
  /** Language with a URL prefix; empty for the default language. */
  readonly language: string;
}

export interface HugoSite {
  readonly folder: string;
  readonly mounts: readonly Mount[];
  /** Codes of all languages except the default language. */
  readonly languages: readonly string[];
  /** Sections whose URL pattern only Hugo can evaluate. */
  readonly patterned: ReadonlySet<string>;
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
    const file = [`${name}.yaml`, `${name}.yml`, `${name}.toml`]
      .map((base) => joinPath(getFolder(path), base))
      .find((candidate) => files.paths.has(candidate));
    const fileText = file === undefined ? undefined : files.read(file);
    return fileText === undefined || file === undefined ? undefined : lowercaseKeys(parseConfig(file, fileText));
  };
  const languages = Object.entries((readPart('languages') ?? {}) as Readonly<Record<string, unknown>>);
  const defaultLanguage = getText(config, 'defaultcontentlanguage') ?? 'en';
  const isInFolder = getValue(config, 'defaultcontentlanguageinsubdir') === true;
  const getCode = (code: string) => (code === defaultLanguage && !isInFolder ? '' : code);
  const content = getText(config, 'contentdir') ?? 'content';
  const mounts = [
    ...readContentMounts(readPart('module'), folder),
    ...languages.flatMap(([code, language]) => {
      const contentFolder = getText(lowercaseKeys(language), 'contentdir');
      const source = contentFolder === undefined ? undefined : resolvePath(folder, contentFolder);
      return source === undefined ? [] : [{ source, target: '', language: getCode(code) }];
    }),
  ];
  const contentRoot = joinPath(folder, content.replace(/\/$/, ''));
  if (mounts.length === 0) mounts.push(...guessLanguageMounts(contentRoot, languages, files, getCode));
  if (mounts.length === 0) mounts.push({ source: contentRoot, target: '', language: '' });
  if (!isHugoFile && !hasFileIn(files, mounts)) return undefined;
  const permalinks = readPart('permalinks');
  const patternedSections = [...getPairs({ permalinks }, 'permalinks'), ...getPairs(permalinks, 'page')].flatMap(
    ([section, pattern]) => (typeof pattern === 'string' ? [section] : []),
  );
  const hook = getValue(getValue(getValue(getValue(config, 'markup'), 'goldmark'), 'renderhooks'), 'link');
  return {
    folder,
    mounts: mounts.sort((a, b) => b.source.length - a.source.length),
    languages: languages.map(([code]) => code).filter((code) => code !== defaultLanguage),
    patterned: new Set(patternedSections),
    base: getUrlPath(getText(config, 'baseurl') ?? ''),
    taxonomies: readTaxonomies(readPart('taxonomies')),
    hasImports: listAt(readPart('module'), 'imports').some((entry) => listAt(entry, 'mounts').some(isContentMount)),
    parameters: new Map([...readParameters(readFilePart('params')), ...readParameters(getValue(config, 'params'))]),
    hasLinkHook: languages.length > 1 || hook !== undefined || hasHookTemplate(files, folder),
  };
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

/** Returns a mount for each folder that is named after a language. Sites with mounts that a script generates have such folders. */
function guessLanguageMounts(
  content: string,
  languages: readonly (readonly [string, unknown])[],
  { paths }: ConfigFiles,
  getCode: (code: string) => string,
): Mount[] {
  if (languages.length === 0) return [];
  const folders = new Set<string>();
  for (const path of paths) folders.add(getPathInside(content, path)?.split('/', 1)[0] ?? '');
  const codes = languages.map(([code]) => code).filter((code) => folders.has(code));
  return codes.map((code) => ({ source: joinPath(content, code), target: '', language: getCode(code) }));
}

function readContentMounts(module: unknown, folder: string): Mount[] {
  return listAt(module, 'mounts').flatMap((mount) => {
    const mountTarget = getPathInside('content', (getText(mount, 'target') ?? '').replaceAll(/^\/|\/$/g, ''));
    const source = resolvePath(folder, getText(mount, 'source') ?? '');
    return mountTarget === undefined || source === undefined ? [] : [{ source, target: mountTarget, language: '' }];
  });
}

function hasFileIn({ paths }: ConfigFiles, mounts: readonly Mount[]): boolean {
  for (const path of paths) if (mounts.some(({ source }) => getPathInside(source, path) !== undefined)) return true;
  return false;
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
