import { listScriptNames, removeJsComments } from '../config/javascript-config.ts';
import type { ConfigFiles, Rules } from '../generator-rules.ts';
import { IGNORE_FILE, isIgnored } from '../ignored-files.ts';
import { getFolder, getPathInside, joinPath, resolvePath } from '../repository-paths.ts';
import { type AddressRules, createAddressRules } from './address-rules.ts';
import { readNamedAddresses } from './named-addresses.ts';
import { readRedirectRules } from './redirect-rules.ts';

/** What the build and the host of a site add to the files in the repository. */
export interface BuildEvidence {
  /** Whether a plugin, a submodule or an import adds pages that the repository does not contain. */
  readonly addsPages: boolean;
  /** Whether a program of the project changes the links of pages, or the build moves the pages to another folder. */
  readonly changesLinks: boolean;
  /** URL paths that the host of the site redirects. */
  readonly redirects: AddressRules;
  /** URL paths that the configuration names, or for which the project contains a program. */
  readonly named: AddressRules;
}

export const NO_EVIDENCE: BuildEvidence = {
  addsPages: false,
  changesLinks: false,
  redirects: createAddressRules([]),
  named: createAddressRules([]),
};

/** Returns the evidence as plain data. */
export function describeEvidence({ addsPages, changesLinks, redirects, named }: BuildEvidence): readonly unknown[] {
  const describe = ({ exact, patterns }: AddressRules) => [[...exact].sort(), patterns.map(({ source }) => source)];
  return [addsPages, changesLinks, describe(redirects), describe(named)];
}

/** Matches the names of plugins and settings with which generators create pages, or get them from elsewhere. */
const ADDING_PLUGINS = new RegExp(
  [
    // MkDocs
    /\bgen-files\b|\bmonorepo\b|\bmultirepo\b|\bmkdocs-?simple\b|\bapi-autonav\b|\bautoapi\b|\bmkdoxy\b|\bgallery\b|!include\b/,
    // Sphinx
    /\bautosummary\b|\bapidoc\b|\bsphinx_gallery\b|\bnbgallery\b|\bexhale\b|\bbreathe\b|\bsphinx_multiproject\b|\bsphinx_collections\b/,
    // Docusaurus and other sites with programs
    /openapi|typedoc|remote-content|redoc|\bapi-docs\b|\bcreateRedirects\b|\bgenerate[A-Z]?\w*Docs\b|\bsdk-?docs\b/i,
    // mdBook and Hugo
    /^[ \t]*\[preprocessor\.|^[ \t]*imports\s*:|^[ \t]*\[\[(?:module\.)?imports\]\]/m,
  ]
    .map(({ source }) => source)
    .join('|'),
  'm',
);

/** Matches the setting with which VitePress publishes pages at other URL paths than those of their files. */
const REWRITES = /\brewrites\s*(?::|\()/;
const LOCAL_IMPORT =
  /(?:\bfrom\s+|\bimport\s*\(\s*|\brequire(?:\.resolve)?\s*\(\s*|^[ \t]*import\s+)["'](\.{1,2}\/[^"'\n]+)["']/gm;
const SCRIPT_ENDS = ['', '.ts', '.js', '.mjs', '.cjs', '.mts', '/index.ts', '/index.js', '/index.mjs'];
const MAX_MODULES = 30;
/** Matches a program that visits the links of Markdown, and one that sets their URLs. */
const LINK_VISIT = /["'](?:link|linkReference|definition|link_open|a)["']|\bnormalizeLink\b/;
const URL_CHANGE = /\.(?:url|href)\s*=[^=]|\battrSet\b|\battrs?\b[^\n]*=[^=]|\bnormalizeLink\s*=|["']href["']/;
const PROCESSOR = /\b(?:unist|visit|mdast|hast|remark|rehype|markdown-it|MarkdownIt|transformer)/;

/**
 * Reads what a site adds to the files in the repository.
 * @param configPath path of the configuration file with the text `text`
 */
export function readBuildEvidence(rules: Rules, configPath: string, text: string, files: ConfigFiles): BuildEvidence {
  const isScript = /\.[cm]?[jt]s$/.test(configPath);
  const source = isScript ? removeJsComments(text) : text.replaceAll(/^[ \t]*#[^\n]*$/gm, '');
  const project = getFolder(configPath);
  return {
    addsPages: ADDING_PLUGINS.test(source) || hasSubmodule(rules.folder, files) || hasPageProgram(rules, files),
    changesLinks:
      isMoved(configPath, files) ||
      (isScript &&
        (hasLinkProgram(source, project, files) || (rules.generator === 'vitepress' && REWRITES.test(source)))),
    redirects: readRedirectRules(rules, configPath, files),
    named: readNamedAddresses(rules, project, isScript ? [source, ...listContentConfigs(project, files)] : [], files),
  };
}

/** Returns whether a submodule is in the folder of a site. Submodules with themes do not count. */
function hasSubmodule(folder: string, files: ConfigFiles): boolean {
  const text = files.paths.has('.gitmodules') ? (files.read('.gitmodules') ?? '') : '';
  return [...text.matchAll(/^[ \t]*path\s*=\s*(\S+)/gm)].some(
    ([, path = '']) => !/(?:^|\/)_?themes?(?:\/|$)/i.test(path) && getPathInside(folder, path) !== undefined,
  );
}

/** Returns further configuration files of a project with Astro or Next.js. */
function listContentConfigs(project: string, { paths, read }: ConfigFiles): string[] {
  return ['src/content.config.ts', 'src/content/config.ts', ...listScriptNames('next.config')]
    .map((name) => joinPath(project, name))
    .flatMap((path) => (paths.has(path) ? [removeJsComments(read(path) ?? '')] : []));
}

/** Returns whether a Jekyll site has a plugin of its own that generates pages. */
function hasPageProgram({ generator, folder }: Rules, { paths, read }: ConfigFiles): boolean {
  if (generator !== 'jekyll') return false;
  const plugins = [...paths].filter(
    (path) => path.endsWith('.rb') && getPathInside(joinPath(folder, '_plugins'), path),
  );
  return plugins.slice(0, MAX_MODULES).some((path) => /\bGenerator\b|\bPageWithoutAFile\b/.test(read(path) ?? ''));
}

/** Returns whether git ignores a file with the name of the configuration in a folder above it, which means that the build copies the site there. */
function isMoved(configPath: string, { paths, read }: ConfigFiles): boolean {
  const name = configPath.slice(configPath.lastIndexOf('/') + 1);
  for (let folder = getFolder(configPath); folder !== ''; ) {
    folder = getFolder(folder);
    const ignoreFile = joinPath(folder, IGNORE_FILE);
    const isRead = paths.has(ignoreFile) && !paths.has(joinPath(folder, name));
    if (isRead && isIgnored(name, read(ignoreFile) ?? '')) return true;
  }
  return false;
}

/** Returns whether a module that the configuration imports from the project changes links. */
function hasLinkProgram(source: string, folder: string, { paths, read }: ConfigFiles): boolean {
  const seen = new Set<string>();
  const open: [source: string, folder: string][] = [[source, folder]];
  for (let next = open.pop(); next !== undefined && seen.size < MAX_MODULES; next = open.pop()) {
    const [code, base] = next;
    for (const [, target = ''] of code.matchAll(LOCAL_IMPORT)) {
      const file = SCRIPT_ENDS.map((end) => resolvePath(base, target.replace(/\.js$/, '') + end))
        .concat(resolvePath(base, target))
        .find((path) => path !== undefined && /\.[cm]?[jt]s$/.test(path) && paths.has(path));
      if (file === undefined || seen.has(file)) continue;
      seen.add(file);
      const text = removeJsComments(read(file) ?? '');
      if (PROCESSOR.test(text) && LINK_VISIT.test(text) && URL_CHANGE.test(text)) return true;
      open.push([text, getFolder(file)]);
    }
  }
  return false;
}
