import { getSlug, parseConfig } from '@context-sync/formats';
import { getText, getValue, listAt } from '../config/config-values.ts';
import type { ConfigFiles, Generator, Target } from '../generator-rules.ts';
import type { AnchorRule } from '../heading-anchors.ts';
import { getFolder, getPathInside, joinPath, resolvePath, splitTarget } from '../repository-paths.ts';
import { createMissingTarget, createSiteRules, normalizeAddress, type ReferenceQuestion } from './page-site-rules.ts';

const PAGE_PATTERN = /\.mdx?$/i;

/** Anchors of headings. Mintlify does not document a rule, and sites use both forms. */
const ANCHORS: AnchorRule = {
  slug: getSlug,
  alternatives: (text) => [
    text
      .toLowerCase()
      .replaceAll(/[\s./]+/g, '-')
      .replaceAll(/[^\p{L}\p{N}$:_-]/gu, '')
      .replaceAll(/-{2,}/g, '-')
      .replaceAll(/^-|-$/g, ''),
  ],
  separator: '-',
  first: 1,
  hasTitle: true,
  hasComponents: true,
};

/** Rules of Mintlify, in which links are URLs: the paths of the pages without extension. */
export const mintlify: Generator = {
  name: 'mintlify',
  configNames: ['docs.json', 'mint.json'],
  title: (path, text) => getText(parseConfig(path, text), 'name'),
  rules: (path, text, files) => {
    const config = parseConfig(path, text);
    if (getValue(config, 'navigation') === undefined) return [];
    const folder = getFolder(path);
    const redirects = getRedirects(config, folder, files);
    return [
      createSiteRules({
        generator: 'mintlify',
        folder,
        assets: [folder],
        anchors: ANCHORS,
        getAddress: (file) => {
          const relativeFile = getPathInside(folder, file);
          if (relativeFile === undefined || !PAGE_PATTERN.test(relativeFile) || relativeFile.startsWith('snippets/'))
            return undefined;
          return `/${relativeFile.replace(PAGE_PATTERN, '').replace(/(^|\/)index$/, '$1')}`.replace(/(.)\/$/, '$1');
        },
        locate: ({ kind, target }, question) =>
          kind === 'url' ? locate(target, question, folder, redirects) : undefined,
        includePath: (from, target) =>
          target.startsWith('/') ? resolvePath(folder, target) : resolvePath(getFolder(from), target),
      }),
    ];
  },
};

function getRedirects(config: unknown, folder: string, files: ConfigFiles): ReadonlyMap<string, string> {
  const file = resolvePath(folder, getText(getValue(config, 'redirects'), '$ref') ?? '') ?? '';
  const text = file === folder ? undefined : files.read(file);
  const redirectList = text === undefined ? listAt(config, 'redirects') : parseConfig(file, text);
  const redirects = new Map<string, string>();
  for (const entry of Array.isArray(redirectList) ? redirectList : []) {
    const source = getText(entry, 'source');
    const destination = getText(entry, 'destination');
    if (source !== undefined && destination !== undefined) redirects.set(normalizeAddress(source), destination);
  }
  return redirects;
}

function locate(
  target: string,
  question: ReferenceQuestion,
  folder: string,
  redirects: ReadonlyMap<string, string>,
): Target {
  const { from, lookup, findPage } = question;
  const { path, query, fragment } = splitTarget(target);
  if (path === '') return { path: from, query, fragment };
  const file = resolvePath(path.startsWith('/') ? folder : getFolder(from), path);
  if (file === undefined) return createMissingTarget(path);
  const locatePage = (address: string) => {
    const page = findPage(address);
    if (page !== undefined) return page;
    const pagePath = joinPath(folder, address.replace(/^\//, ''));
    return lookup.isFile(pagePath) ? pagePath : undefined;
  };
  const address = `/${getPathInside(folder, file) ?? ''}`;
  const locatedPath = locatePage(address);
  if (locatedPath !== undefined) return { path: locatedPath, query, fragment };
  const redirectTarget = redirects.get(normalizeAddress(address));
  if (redirectTarget === undefined || !redirectTarget.startsWith('/')) return createMissingTarget(file);
  const movedTarget = splitTarget(redirectTarget);
  const page = locatePage(movedTarget.path);
  return page === undefined
    ? createMissingTarget(file)
    : { path: page, query, fragment: fragment ?? movedTarget.fragment };
}
