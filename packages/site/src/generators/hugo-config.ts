import { parseConfig } from '@context-sync/formats';
import { listAt, pairsAt, textAt, valueAt } from '../config/values.ts';
import { folderOf, joinPath, pathInside, resolvePath } from '../paths.ts';
import type { ConfigFiles } from '../rules.ts';

/** A folder or file whose content is published below a path. */
export interface Mount {
  readonly source: string;
  /** Path below the content root, without slashes at its ends. */
  readonly target: string;
  /** Language with an address of its own; empty for the default language. */
  readonly language: string;
}

export interface HugoSite {
  readonly folder: string;
  readonly mounts: readonly Mount[];
  /** Codes of the languages other than the default one. */
  readonly languages: readonly string[];
  /** Sections whose addresses follow a pattern that only Hugo can fill. */
  readonly patterned: ReadonlySet<string>;
  /** Whether links are looked up as pages, by a render hook of the site or by Hugo's own. */
  readonly hasLinkHook: boolean;
}

/** Reads what decides addresses. Undefined if the file is not the configuration of a Hugo site. */
export function hugoSite(path: string, text: string, files: ConfigFiles): HugoSite | undefined {
  const config = withoutCase(parseConfig(path, text));
  const inDefault = /(^|\/)config\/_default$/.test(folderOf(path));
  const folder = inDefault ? folderOf(folderOf(folderOf(path))) : folderOf(path);
  const part = (name: string) => {
    if (valueAt(config, name) !== undefined || !inDefault) return valueAt(config, name);
    const file = [`${name}.yaml`, `${name}.yml`, `${name}.toml`]
      .map((base) => joinPath(folderOf(path), base))
      .find((candidate) => files.paths.has(candidate));
    const found = file === undefined ? undefined : files.read(file);
    return found === undefined || file === undefined ? undefined : withoutCase(parseConfig(file, found));
  };
  const languages = Object.entries((part('languages') ?? {}) as Readonly<Record<string, unknown>>);
  const defaultLanguage = textAt(config, 'defaultcontentlanguage') ?? 'en';
  const isInFolder = valueAt(config, 'defaultcontentlanguageinsubdir') === true;
  const codeOf = (code: string) => (code === defaultLanguage && !isInFolder ? '' : code);
  const content = textAt(config, 'contentdir') ?? 'content';
  const mounts = [
    ...contentMounts(part('module'), folder),
    ...languages.flatMap(([code, language]) => {
      const own = textAt(withoutCase(language), 'contentdir');
      const source = own === undefined ? undefined : resolvePath(folder, own);
      return source === undefined ? [] : [{ source, target: '', language: codeOf(code) }];
    }),
  ];
  if (mounts.length === 0)
    mounts.push({ source: joinPath(folder, content.replace(/\/$/, '')), target: '', language: '' });
  const isSite = ['baseurl', 'theme', 'module', 'languages', 'markup'].some(
    (key) => valueAt(config, key) !== undefined,
  );
  const named = /(?:^|\/)hugo\.\w+$/.test(path);
  if (!(named || (isSite && hasFileIn(files, mounts)))) return undefined;
  const permalinks = part('permalinks');
  const patterned = [...pairsAt({ permalinks }, 'permalinks'), ...pairsAt(permalinks, 'page')].flatMap(
    ([section, pattern]) => (typeof pattern === 'string' ? [section] : []),
  );
  const hook = valueAt(valueAt(valueAt(valueAt(config, 'markup'), 'goldmark'), 'renderhooks'), 'link');
  return {
    folder,
    mounts: mounts.sort((a, b) => b.source.length - a.source.length),
    languages: languages.map(([code]) => code).filter((code) => code !== defaultLanguage),
    patterned: new Set(patterned),
    hasLinkHook: languages.length > 1 || hook !== undefined || hasHookTemplate(files, folder),
  };
}

function contentMounts(module: unknown, folder: string): Mount[] {
  return listAt(module, 'mounts').flatMap((mount) => {
    const inside = pathInside('content', (textAt(mount, 'target') ?? '').replaceAll(/^\/|\/$/g, ''));
    const source = resolvePath(folder, textAt(mount, 'source') ?? '');
    return inside === undefined || source === undefined ? [] : [{ source, target: inside, language: '' }];
  });
}

function hasFileIn({ paths }: ConfigFiles, mounts: readonly Mount[]): boolean {
  for (const path of paths) if (mounts.some(({ source }) => pathInside(source, path) !== undefined)) return true;
  return false;
}

function hasHookTemplate({ paths }: ConfigFiles, folder: string): boolean {
  const layouts = joinPath(folder, 'layouts');
  for (const path of paths)
    if (path.endsWith('render-link.html') && pathInside(layouts, path) !== undefined) return true;
  return false;
}

/** The keys of Hugo's configuration count without case. Sections of `permalinks` and languages are in lower case as well. */
function withoutCase(config: unknown): unknown {
  if (Array.isArray(config)) return config.map(withoutCase);
  if (typeof config !== 'object' || config === null) return config;
  return Object.fromEntries(Object.entries(config).map(([key, value]) => [key.toLowerCase(), withoutCase(value)]));
}
