import { truncate } from '@context-sync/base';
import {
  type ApiOperation,
  buildOperationView,
  type DescribedRoutes,
  describeRoutes,
  findOperations,
  type OperationView,
} from '@context-sync/openapi';
import type { Catalog } from './catalog.ts';
import { describeReferenceOperation, type ReferenceOperation } from './describe-reference.ts';
import { type ApiReference, listOperationTexts, listReference, type OperationText } from './reference-entries.ts';

/** Maximum length of an operation's description in a list of operations. */
const MAX_DESCRIPTION_CHARS = 300;
/** Maximum number of suggestions for an unknown path or operation. */
const MAX_SUGGESTIONS = 5;

/** An operation as listed in search results and suggestions. */
export interface OperationSummary {
  /** Absent for operations that clients send; `webhook` and `callback` are requests that the API sends. */
  readonly kind?: 'webhook' | 'callback';
  readonly method: string;
  readonly path: string;
  readonly operationId?: string;
  readonly summary?: string;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly deprecated: boolean;
}

export interface SearchResult {
  /** The operations that match the query, best match first. */
  readonly endpoints: readonly OperationSummary[];
  /** Number of operations in the document. */
  readonly total: number;
}

export interface EndpointResult {
  /** All operations of the path, or only the operation of the given method. */
  readonly operations: readonly OperationView[];
  /** Methods of the path; empty if the document does not contain the path. */
  readonly methods: readonly string[];
  /** Operations with similar words, if the document does not contain the path; empty otherwise. */
  readonly near: readonly OperationSummary[];
}

export interface OperationResult {
  readonly operation?: OperationView;
  /** Operations with similar words, if no operation has this id; empty otherwise. */
  readonly near: readonly OperationSummary[];
}

/**
 * Lookups in an OpenAPI document. Arguments and results are small plain objects, so that the parsed document can stay in the process that parsed it.
 */
export const LOOKUPS = {
  search: ({ index, operations }: Catalog, { query, limit }: { query: string; limit: number }): SearchResult => ({
    endpoints: index.find(query, limit).map(({ operation }) => summarize(operation)),
    total: operations.length,
  }),

  endpoint(
    { reader, index, operations, matcher }: Catalog,
    question: { path: string; method?: string | undefined },
  ): EndpointResult {
    const { path, method } = question;
    const operationsOnPath = findOperations(operations, path, matcher);
    const matchingOperations = operationsOnPath.filter(
      (each) => method === undefined || each.method.toUpperCase() === method.toUpperCase(),
    );
    return {
      operations: matchingOperations.map((operation) => buildOperationView(reader, operation)),
      methods: operationsOnPath.map((each) => each.method),
      near:
        operationsOnPath.length > 0
          ? []
          : index.find(path, MAX_SUGGESTIONS).map(({ operation }) => summarize(operation)),
    };
  },

  routes: ({ reader, operations }: Catalog, _question: object): DescribedRoutes =>
    describeRoutes(reader.root, operations),

  reference: (catalog: Catalog, _question: object): ApiReference => listReference(catalog),

  operationTexts: (catalog: Catalog, _question: object): OperationText[] => listOperationTexts(catalog),

  referenceOperation: (catalog: Catalog, { key }: { key: string }): { readonly operation?: ReferenceOperation } => {
    const operation = describeReferenceOperation(catalog, key);
    return operation ? { operation } : {};
  },

  operation({ reader, index, operations }: Catalog, { operationId }: { operationId: string }): OperationResult {
    const operation = operations.find((each) => each.operationId === operationId);
    if (operation) return { operation: buildOperationView(reader, operation), near: [] };
    return { near: index.find(operationId, MAX_SUGGESTIONS).map((found) => summarize(found.operation)) };
  },
};

export type LookupFunctions = typeof LOOKUPS;
export type LookupQuestion<Kind extends keyof LookupFunctions> = Parameters<LookupFunctions[Kind]>[1];
export type LookupResult<Kind extends keyof LookupFunctions> = ReturnType<LookupFunctions[Kind]>;

function summarize({
  kind,
  method,
  path,
  operationId,
  summary,
  description,
  tags,
  deprecated,
}: ApiOperation): OperationSummary {
  return {
    ...(kind === 'path' ? {} : { kind }),
    method,
    path,
    ...(operationId === undefined ? {} : { operationId }),
    ...(summary === undefined ? {} : { summary }),
    ...(description === undefined ? {} : { description: truncateDescription(description) }),
    tags,
    deprecated,
  };
}

function truncateDescription(text: string): string {
  return truncate(text, MAX_DESCRIPTION_CHARS);
}
