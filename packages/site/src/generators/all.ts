import type { Generator } from '../rules.ts';
import { antora } from './antora.ts';
import { docusaurus } from './docusaurus.ts';
import { mkdocs } from './mkdocs.ts';
import { sphinx } from './sphinx.ts';

/** Generators whose configuration files are recognized. */
export const GENERATORS: readonly Generator[] = [antora, docusaurus, mkdocs, sphinx];
