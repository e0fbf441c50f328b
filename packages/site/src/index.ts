export type { DocumentFacts } from './facts/document-facts.ts';
export { factsOf } from './facts/facts-of.ts';
export { configPathsAround } from './generators/all.ts';
export { indexSite, type SiteIndex } from './index-site.ts';
export type { Location, MissingFacts, Use, UseKind } from './lookup.ts';
export type { SiteFiles } from './site-files.ts';
