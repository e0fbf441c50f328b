import { parseConfig } from '@context-sync/formats';
import { listAt, textAt, valueAt } from '../config/config-values.ts';
import type { Generator } from '../generator-rules.ts';
import type { AnchorRule } from '../heading-anchors.ts';
import type { Lookup } from '../reference-lookup.ts';
import { getFolder, pathInside, resolvePath, splitTarget } from '../repository-paths.ts';
import { createMissingTarget, type ReferenceQuestion, resolveAddress, siteRules } from './page-site-rules.ts';

/** Python-Markdown's `toc` extension. */
function slugify(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/[^\x20-\x7e]/g, '')
    .replaceAll(/[^\w\s-]/g, '')
    .trim()
    .toLowerCase()
    .replaceAll(/[-\s]+/g, '-');
}

/** The `slugify` function of PyMdown Extensions, which keeps letters of all languages. */
function slugifyUnicode(text: string): string {
  return text
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{N}\p{M}_\s-]/gu, '')
    .trim()
    .toLowerCase()
    .replaceAll(/\s/g, '-');
}

/** MkDocs: links are relative to the file. Pages have folder addresses unless `use_directory_urls` is off. */
export const mkdocs: Generator = {
  name: 'mkdocs',
  configNames: ['mkdocs.yml', 'mkdocs.yaml'],
  rules: (path, text) => {
    const config = parseConfig(path, text);
    if (config === undefined) return [];
    const folder = resolvePath(getFolder(path), textAt(config, 'docs_dir') ?? 'docs');
    if (folder === undefined) return [];
    const isDirectory = valueAt(config, 'use_directory_urls') !== false;
    const basePath = getPath(textAt(config, 'site_url') ?? '');
    const isUnicode = text.includes('pymdownx.slugs');
    const anchors: AnchorRule = {
      slug: isUnicode ? slugifyUnicode : slugify,
      separator: '_',
      first: 1,
      hasTitle: true,
    };
    const bases = snippetBases(config).flatMap((base) => resolvePath(getFolder(path), base) ?? []);
    const locateSnippet = (target: string, lookup: Lookup) =>
      bases.flatMap((base) => resolvePath(base, target) ?? []).find((file) => lookup.isFile(file));
    return [
      siteRules({
        generator: 'mkdocs',
        folder,
        anchors,
        addressOf: (file) => {
          const relativeFile = pathInside(folder, file);
          return relativeFile === undefined || !/\.md$/i.test(relativeFile)
            ? undefined
            : pageAddress(relativeFile.slice(0, -3), isDirectory);
        },
        locate: ({ kind, target }, question) =>
          kind === 'url' ? locate(target, question, folder, basePath) : undefined,
        includePath: (_from, target, lookup) => locateSnippet(target, lookup),
      }),
    ];
  },
};

function pageAddress(page: string, isDirectory: boolean): string {
  const index = /(^|\/)(?:index|README)$/i;
  if (index.test(page)) return `/${page.replace(index, '$1')}`;
  return isDirectory ? `/${page}/` : `/${page}.html`;
}

function locate(
  target: string,
  { from, lookup, pageAt, addressOf }: ReferenceQuestion,
  folder: string,
  basePath: string,
) {
  const { path, query, fragment } = splitTarget(target);
  if (path === '') return { path: from, query, fragment };
  if (path.startsWith('/')) {
    // Absolute links stay as written, so they are addresses on the host. `relative_to_docs` makes them count from the docs folder.
    const file = resolvePath(folder, path);
    if (file !== undefined && lookup.isFile(file)) return { path: file, query, fragment };
    const page = path.startsWith(basePath) ? pageAt(path.slice(basePath.length - 1)) : undefined;
    return page === undefined ? createMissingTarget(path) : { path: page, query, fragment };
  }
  const file = resolvePath(getFolder(from), path);
  if (file !== undefined && lookup.isFile(file)) return { path: file, query, fragment };
  // A link to something other than a file stays unchanged, so browsers resolve it relative to the URL of the page.
  const address = resolveAddress(path, addressOf(from) ?? '/');
  const page = address === undefined || /\.md$/.test(path) ? undefined : pageAt(address);
  return page === undefined ? createMissingTarget(file ?? path) : { path: page, query, fragment };
}

/** Path of a URL with a slash at its end. */
function getPath(url: string): string {
  const path = /^https?:\/\/[^/]+(\/.*)$/.exec(url)?.[1] ?? '/';
  return path.endsWith('/') ? path : `${path}/`;
}

/** Folders that snippets count from. */
function snippetBases(config: unknown): string[] {
  for (const extension of listAt(config, 'markdown_extensions')) {
    const options = valueAt(extension, 'pymdownx.snippets');
    const configuredBases = valueAt(options, 'base_path');
    const bases = (Array.isArray(configuredBases) ? configuredBases : [configuredBases]).filter(
      (base) => typeof base === 'string',
    );
    if (bases.length > 0) return bases.map((base) => base.replace(/^\$config_dir\/?/, ''));
  }
  return [''];
}
