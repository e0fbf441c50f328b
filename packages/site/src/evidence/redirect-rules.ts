import { parseConfig } from '@context-sync/formats';
import { getText, getValue, listAt } from '../config/config-values.ts';
import type { ConfigFiles, Rules } from '../generator-rules.ts';
import { getFolder, getPathInside, joinPath, listFoldersAbove } from '../repository-paths.ts';
import { type AddressRules, createAddressRules } from './address-rules.ts';

/** Files with the redirects of hosts and web servers, each with a function that returns the URL paths that its text redirects. */
const READERS: ReadonlyMap<string, (path: string, text: string) => readonly string[]> = new Map([
  ['_redirects', (_path, text) => findAll(text, /^[ \t]*(\/[^\s=]*)(?:[ \t]+|=)\S/gm)],
  ['netlify.toml', (_path, text) => findAll(text, /^[ \t]*from\s*=\s*["'](\/[^"'\n]*)["']/gm)],
  ['vercel.json', (path, text) => listSources(parseConfig(path, text), ['redirects', 'rewrites'])],
  [
    'firebase.json',
    (path, text) => listSources(getValue(parseConfig(path, text), 'hosting'), ['redirects', 'rewrites']),
  ],
  ['staticwebapp.config.json', (path, text) => listSources(parseConfig(path, text), ['routes'])],
  ['nginx.conf', (_path, text) => findAll(text, /^[ \t]*(?:rewrite|location)\s+(?:[=~^*]+\s*)?\^?(\/[^\s;]*)/gm)],
  ['.htaccess', (_path, text) => findAll(text, /^[ \t]*Redirect(?:Match|Permanent|Temp)?\s+(?:\w+\s+)?\^?(\/\S*)/gim)],
]);
/** Matches other files that projects name after their redirects. */
const REDIRECT_FILE =
  /(?:^|\/)_?redirects?(?:[-._](?:map|rules|list|config))?\.(?:json|[cm]?[jt]s|ya?ml|txt|csv|map|toml)$/i;
const WRITTEN_ADDRESS = /(?<![\w./-])(\/[\w./%~+-]{1,300})(?=["'`\s,:;]|$)/gm;

const MAX_FILES = 20;

/** Reads the redirects of hosts and web servers from the folder of a site, the folders above it, and its folders of assets. */
export function readRedirectRules(
  { folder, assets = [] }: Rules,
  configPath: string,
  files: ConfigFiles,
): AddressRules {
  const folders = new Set([folder, ...listFoldersAbove(folder), ...listFoldersAbove(configPath), ...assets]);
  const sources = [...READERS].flatMap(([name, read]) =>
    [...folders].flatMap((each) => {
      const path = joinPath(each, name);
      return files.paths.has(path) ? read(path, files.read(path) ?? '') : [];
    }),
  );
  const project = getFolder(configPath);
  const others = [...files.paths].filter(
    (path) => REDIRECT_FILE.test(path) && getPathInside(project, path) !== undefined,
  );
  for (const path of others.slice(0, MAX_FILES)) sources.push(...findAll(files.read(path) ?? '', WRITTEN_ADDRESS));
  return createAddressRules(sources);
}

function listSources(config: unknown, keys: readonly string[]): string[] {
  return keys
    .flatMap((key) => listAt(config, key))
    .flatMap((entry) => getText(entry, 'source') ?? getText(entry, 'route') ?? getText(entry, 'from') ?? [])
    .filter((source) => source.startsWith('/'));
}

function findAll(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, source = '']) => source);
}
