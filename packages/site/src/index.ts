export type { DocumentFacts } from './facts/document-facts.ts';
export { getFacts } from './facts/get-facts.ts';
export { type PageMetadata, readPageMetadata } from './facts/page-metadata.ts';
export { listConfigPaths } from './generators/known-generators.ts';
export { indexSite, type SiteIndex } from './index-site.ts';
export type { SiteEntry } from './navigation/navigated-site.ts';
export type { FactUse, Location, MissingFacts, UseKind } from './reference-lookup.ts';
export type { SiteFiles } from './site-files.ts';
export { isKnownReason, UNCHECKED_REASONS } from './unchecked-reasons.ts';
