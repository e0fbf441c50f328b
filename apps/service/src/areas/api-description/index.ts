export { DescriptionError, type Json, type OperationView } from '@context-sync/openapi';
export { type Catalog, createCatalog, type DescriptionSummary, type DescriptionText, getSummary } from './catalog.ts';
export {
  LOOKUPS,
  type LookupFunctions,
  type LookupQuestion,
  type LookupResult,
} from './description-lookup.ts';
export { decodeSource, detectFormat, MAX_DOCUMENT_BYTES } from './read-description.ts';
