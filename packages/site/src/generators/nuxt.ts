import { parseConfig } from '@context-sync/formats';
import { getPairs } from '../config/config-values.ts';
import { listScriptNames, removeJsComments } from '../config/javascript-config.ts';
import type { ConfigFiles, Generator, Rules } from '../generator-rules.ts';
import { type AnchorRule, GITHUB_ANCHORS } from '../heading-anchors.ts';
import { removeNumberPrefix } from '../number-prefix.ts';
import { getFolder, getPathInside, joinPath } from '../repository-paths.ts';
import { locateAddressed } from './addressed-files.ts';
import { createSiteRules, normalizeAddress } from './page-site-rules.ts';

/** Configuration of undocs, a theme for which the docs folder itself contains the pages. */
const UNDOCS_NAMES = ['.config/docs.yaml', '.config/docs.yml', '.docs/.config/docs.yaml'];

/** Anchors of GitHub without dashes at the ends. An anchor does not start with a digit. */
const ANCHORS: AnchorRule = {
  ...GITHUB_ANCHORS,
  alternatives: (text) => [
    GITHUB_ANCHORS.slug(text)
      .replaceAll(/^-+|-+$/g, '')
      .replace(/^(?=\d)/, '_'),
  ],
};

/** Rules of Nuxt Content, in which links are URLs: the paths of the files without the numbers that sort them. */
export const nuxt: Generator = {
  name: 'nuxt',
  configNames: [...listScriptNames('nuxt.config'), ...UNDOCS_NAMES],
  rules: (path, text, files) => {
    const undocs = UNDOCS_NAMES.find((name) => path === name || path.endsWith(`/${name}`));
    if (undocs !== undefined) {
      const folder = path.slice(0, -undocs.length).replace(/\/$/, '');
      return [createNuxtRules(folder, folder, readRedirects(getPairs(parseConfig(path, text), 'redirects')))];
    }
    const project = getFolder(path);
    const source = removeJsComments(text);
    const folder = joinPath(project, 'content');
    const isContent = /content|docus/.test(source) && hasPageIn(files, folder);
    return isContent ? [createNuxtRules(project, folder, readRedirects(listPairs(source)))] : [];
  },
};

function createNuxtRules(project: string, folder: string, redirects: ReadonlyMap<string, string>): Rules {
  const assets = ['public', '.docs/public', 'docs/public'].map((name) => joinPath(project, name));
  const site = { folder, assets, base: '', redirects };
  return createSiteRules({
    generator: 'nuxt',
    anchors: ANCHORS,
    folder,
    assets,
    getAddress: (file, { address }) => {
      const relativeFile = getPathInside(folder, file);
      if (relativeFile === undefined || !/\.md$/.test(relativeFile) || /(?:^|\/)\./.test(relativeFile))
        return undefined;
      const own = address?.slug ?? address?.path;
      if (own?.startsWith('/')) return own;
      const names = relativeFile.slice(0, -3).split('/').map(removeNumberPrefix);
      const page = names.map((name) => name.toLowerCase().replaceAll(/\s+/g, '-'));
      return `/${page.join('/').replace(/(^|\/)(?:index|readme)$/, '')}`;
    },
    locate: ({ kind, target }, question) => (kind === 'url' ? locateAddressed(target, question, site) : undefined),
  });
}

function hasPageIn({ paths }: ConfigFiles, folder: string): boolean {
  for (const path of paths) if (path.endsWith('.md') && getPathInside(folder, path) !== undefined) return true;
  return false;
}

function listPairs(source: string): [string, unknown][] {
  const expression = /["'](\/[^"'\n]*)["']\s*:\s*\{[^{}]*?redirect\s*:\s*["'](\/[^"'\n]*)["']/g;
  return [...source.matchAll(expression)].map(([, from = '', to]) => [from, to]);
}

function readRedirects(pairs: readonly [string, unknown][]): ReadonlyMap<string, string> {
  return new Map(pairs.flatMap(([from, to]) => (typeof to === 'string' ? [[normalizeAddress(from), to]] : [])));
}
