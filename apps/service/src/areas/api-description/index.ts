export { type Json, OpenapiError, type OperationView } from '@context-sync/openapi';
export { type Catalog, createCatalog, getSummary, type OpenapiSummary, type OpenapiText } from './catalog.ts';
export {
  LOOKUPS,
  type LookupFunctions,
  type LookupQuestion,
  type LookupResult,
} from './openapi-lookup.ts';
export { decodeSource, detectFormat, MAX_DOCUMENT_BYTES } from './read-openapi-document.ts';
