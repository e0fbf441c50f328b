import { type ApiOperation, buildOperationView, findOperations, type OperationView } from '@context-sync/openapi';
import type { Catalog } from './catalog.ts';

/** Characters of a description that are shown among others. */
const SHOWN = 300;
/** Operations that are proposed in place of one that does not exist. */
const PROPOSED = 5;

/** What a list shows of an operation. */
export interface OperationSummary {
  readonly method: string;
  readonly path: string;
  readonly operationId?: string;
  readonly summary?: string;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly deprecated: boolean;
}

export interface SearchResult {
  /** Best first. */
  readonly endpoints: readonly OperationSummary[];
  /** How many operations the description has. */
  readonly total: number;
}

export interface EndpointResult {
  /** All operations of the path, or the one of the method. */
  readonly operations: readonly OperationView[];
  /** Methods of the path; empty if the description does not have it. */
  readonly methods: readonly string[];
  /** Operations with similar words, if the description does not have the path. */
  readonly near: readonly OperationSummary[];
}

export interface OperationResult {
  readonly operation?: OperationView;
  /** Operations with similar words, if there is none of the name. */
  readonly near: readonly OperationSummary[];
}

/**
 * What can be looked up in a description. Questions and results are small and plain data, so that a large description stays in the process
 * that has read it.
 */
export const LOOKUPS = {
  search: ({ index, operations }: Catalog, { query, limit }: { query: string; limit: number }): SearchResult => ({
    endpoints: index.find(query, limit).map(({ operation }) => summarized(operation)),
    total: operations.length,
  }),

  endpoint(
    { document, index, operations }: Catalog,
    question: { path: string; method?: string | undefined },
  ): EndpointResult {
    const { path, method } = question;
    const there = findOperations(operations, path);
    const asked = there.filter((each) => method === undefined || each.method === method.toUpperCase());
    return {
      operations: asked.map((operation) => buildOperationView(document, operation)),
      methods: there.map((each) => each.method),
      near: there.length > 0 ? [] : index.find(path, PROPOSED).map(({ operation }) => summarized(operation)),
    };
  },

  operation({ document, index, operations }: Catalog, { operationId }: { operationId: string }): OperationResult {
    const operation = operations.find((each) => each.operationId === operationId);
    if (operation) return { operation: buildOperationView(document, operation), near: [] };
    return { near: index.find(operationId, PROPOSED).map((found) => summarized(found.operation)) };
  },
};

export type Lookups = typeof LOOKUPS;
export type Question<Kind extends keyof Lookups> = Parameters<Lookups[Kind]>[1];
export type Result<Kind extends keyof Lookups> = ReturnType<Lookups[Kind]>;

function summarized({
  method,
  path,
  operationId,
  summary,
  description,
  tags,
  deprecated,
}: ApiOperation): OperationSummary {
  return {
    method,
    path,
    ...(operationId === undefined ? {} : { operationId }),
    ...(summary === undefined ? {} : { summary }),
    ...(description === undefined ? {} : { description: shortened(description) }),
    tags,
    deprecated,
  };
}

function shortened(text: string): string {
  return text.length > SHOWN ? `${text.slice(0, SHOWN).toWellFormed()}…` : text;
}
