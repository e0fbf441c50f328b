import type { Generator } from '../generator-rules.ts';
import { joinPath } from '../repository-paths.ts';
import { antora } from './antora.ts';
import { docfx } from './docfx.ts';
import { docusaurus } from './docusaurus.ts';
import { fumadocs } from './fumadocs.ts';
import { hugo } from './hugo.ts';
import { jekyll } from './jekyll.ts';
import { mdbook } from './mdbook.ts';
import { mintlify } from './mintlify.ts';
import { mkdocs } from './mkdocs.ts';
import { mystmd } from './mystmd.ts';
import { nextra } from './nextra.ts';
import { nuxt } from './nuxt.ts';
import { sphinx } from './sphinx.ts';
import { starlight } from './starlight.ts';
import { vitepress } from './vitepress.ts';

/** Generators whose configuration files are recognized. */
const GENERATORS: readonly Generator[] = [
  antora,
  docfx,
  docusaurus,
  fumadocs,
  hugo,
  jekyll,
  mdbook,
  mintlify,
  mkdocs,
  mystmd,
  nextra,
  nuxt,
  sphinx,
  starlight,
  vitepress,
];

/** Names of configuration files with their generators, grouped by file name. */
const CONFIG_NAMES = Map.groupBy(
  GENERATORS.flatMap((generator) => generator.configNames.map((name) => ({ name, generator }))),
  ({ name }) => getFileName(name),
);

/** Folder next to the docs that contains the configuration of Docusaurus. */
const SITE_FOLDER = 'website';

/** Returns the generators that a file can configure. */
export function getGenerators(path: string): Generator[] {
  const names = CONFIG_NAMES.get(getFileName(path)) ?? [];
  const matchingGenerators = names.filter(({ name }) => path === name || path.endsWith(`/${name}`));
  return [...new Set(matchingGenerators.map(({ generator }) => generator))];
}

/**
 * Returns the paths outside of the docs folder where generators expect the configuration of its site: in all parent folders, and in the folder
 * `website` next to the docs.
 */
export function listConfigPaths(folder: string): string[] {
  if (folder === '') return [];
  const folders = folder.split('/').map((_, index, parts) => parts.slice(0, index).join('/'));
  const names = [...CONFIG_NAMES.values()].flat().map(({ name }) => name);
  return [...folders, SITE_FOLDER].flatMap((each) => names.map((name) => joinPath(each, name)));
}

function getFileName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
