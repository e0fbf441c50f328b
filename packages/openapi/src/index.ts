export { buildOperationView } from './build-operation-view.ts';
export { checkDescription, DescriptionError } from './check-description.ts';
export { type ApiOperation, findOperations, listOperations } from './find-operations.ts';
export { getReference, parsePointer, resolvePointer } from './json-pointer.ts';
export * from './json-value.ts';
export type { OperationView } from './operation-view.ts';
export {
  createReferences,
  dereferenceValue,
  type ReferenceResolver,
  type ResolvedReference,
} from './resolve-references.ts';
export { type DescribedRoutes, RouteMatcher } from './route-matcher.ts';
