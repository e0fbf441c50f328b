export type { Json, OperationView } from '@context-sync/openapi';
export { type Catalog, catalogOf, type DescriptionSummary, type DescriptionText, summaryOf } from './catalog.ts';
export { DescriptionError } from './description-error.ts';
export { type DescribedRoutes, LOOKUPS, type LookupQuestion, type LookupResult, type Lookups } from './lookup.ts';
export { detectFormat, MAX_DOCUMENT_BYTES } from './read.ts';
