import type { Generator } from '../rules.ts';
import { antora } from './antora.ts';
import { docusaurus } from './docusaurus.ts';
import { hugo } from './hugo.ts';
import { mdbook } from './mdbook.ts';
import { mintlify } from './mintlify.ts';
import { mkdocs } from './mkdocs.ts';
import { nextra } from './nextra.ts';
import { sphinx } from './sphinx.ts';
import { starlight } from './starlight.ts';
import { vitepress } from './vitepress.ts';

/** Generators whose configuration files are recognized. */
export const GENERATORS: readonly Generator[] = [
  antora,
  docusaurus,
  hugo,
  mdbook,
  mintlify,
  mkdocs,
  nextra,
  sphinx,
  starlight,
  vitepress,
];
