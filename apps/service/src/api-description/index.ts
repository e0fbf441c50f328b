export { type Catalog, catalogOf, type DescriptionSummary, type DescriptionText, summaryOf } from './catalog.ts';
export { DescriptionError } from './description-error.ts';
export type { Json } from './json.ts';
export { LOOKUPS, type Lookups, type Question, type Result } from './lookup.ts';
export type { OperationView } from './operation-view.ts';
export { formatOf, LARGEST } from './read.ts';
