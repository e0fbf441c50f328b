export { type Catalog, Catalogs, type DescriptionSummary, summaryOf } from './catalog.ts';
export { DescriptionError } from './description-error.ts';
export type { FoundOperation } from './find.ts';
export type { Json } from './json.ts';
export { type OperationView, operationView } from './operation-view.ts';
export { type Operation, operationsAt } from './operations.ts';
export { formatOf, LARGEST } from './read.ts';
