export { buildOperationView } from './build-operation-view.ts';
export * from './json.ts';
export type { OperationView } from './operation-view.ts';
export { type ApiOperation, findOperations, listOperations } from './operations.ts';
export { pointerKeys, referenceOf, resolvePointer } from './pointer.ts';
export { createReferences, dereference, type ReferenceResolver, type ResolvedReference } from './references.ts';
