export { buildOperationView } from './build-operation-view.ts';
export { type CheckedDocument, checkDocument, OpenapiError } from './check-document.ts';
export { describeRoutes } from './describe-routes.ts';
export { createReader, type DocumentReader, type Entries, type Entry } from './document-reader.ts';
export { type ApiOperation, findOperations, listOperations } from './find-operations.ts';
export { getReference, parsePointer } from './json-pointer.ts';
export * from './json-value.ts';
export {
  getSecurity,
  listExamples,
  listParameters,
  listResponses,
  MAX_PARAMETERS,
  type NamedExample,
} from './operation-parts.ts';
export type { OperationView } from './operation-view.ts';
export { getOperations, isExtension, listPathItems, type PathItem } from './path-items.ts';
export {
  createReferences,
  type DanglingReason,
  dereferenceValue,
  type ReferenceResolver,
} from './resolve-references.ts';
export { type DescribedRoutes, RouteMatcher } from './route-matcher.ts';
export { getKeyMeaning, type KeyMeaning } from './schema-keywords.ts';
export { type ApiServer, listServers } from './servers.ts';
export { findUnresolvedReferences, type UnresolvedReference } from './unresolved-references.ts';
