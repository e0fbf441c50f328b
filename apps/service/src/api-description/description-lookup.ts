import { truncate } from '@context-sync/base';
import {
  type ApiOperation,
  buildOperationView,
  type DescribedRoutes,
  findOperations,
  getTextAt,
  isObject,
  listAt,
  type OperationView,
} from '@context-sync/openapi';
import type { Catalog } from './catalog.ts';

/** Maximum length of an operation's description in a list of operations. */
const MAX_DESCRIPTION_CHARS = 300;
/** Maximum number of suggestions for an unknown path or operation. */
const MAX_SUGGESTIONS = 5;

/** An operation as listed in search results and suggestions. */
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
 * Maximum number of operations to which logs are assigned. A log of any other operation gets the route that was sent with the log, or a route derived
 * from its URL.
 */
const MAX_ROUTES = 5_000;
const MAX_SERVERS = 20;

/**
 * Lookups in an OpenAPI document. Arguments and results are small plain objects, so that the parsed document can stay in the process that parsed it.
 */
export const LOOKUPS = {
  search: ({ index, operations }: Catalog, { query, limit }: { query: string; limit: number }): SearchResult => ({
    endpoints: index.find(query, limit).map(({ operation }) => summarize(operation)),
    total: operations.length,
  }),

  endpoint(
    { document, index, operations }: Catalog,
    question: { path: string; method?: string | undefined },
  ): EndpointResult {
    const { path, method } = question;
    const operationsOnPath = findOperations(operations, path);
    const matchingOperations = operationsOnPath.filter(
      (each) => method === undefined || each.method === method.toUpperCase(),
    );
    return {
      operations: matchingOperations.map((operation) => buildOperationView(document, operation)),
      methods: operationsOnPath.map((each) => each.method),
      near:
        operationsOnPath.length > 0
          ? []
          : index.find(path, MAX_SUGGESTIONS).map(({ operation }) => summarize(operation)),
    };
  },

  routes({ document, operations }: Catalog, _question: object): DescribedRoutes {
    const paths = listAt(document, 'servers')
      .slice(0, MAX_SERVERS)
      .map((server) => getBasePath(isObject(server) ? getTextAt(server, 'url') : undefined));
    return {
      basePaths: [...new Set(paths)],
      operations: operations
        .slice(0, MAX_ROUTES)
        .map(({ method, path, operationId }) => ({ method, path, operationId })),
    };
  },

  operation({ document, index, operations }: Catalog, { operationId }: { operationId: string }): OperationResult {
    const operation = operations.find((each) => each.operationId === operationId);
    if (operation) return { operation: buildOperationView(document, operation), near: [] };
    return { near: index.find(operationId, MAX_SUGGESTIONS).map((found) => summarize(found.operation)) };
  },
};

export type LookupFunctions = typeof LOOKUPS;
export type LookupQuestion<Kind extends keyof LookupFunctions> = Parameters<LookupFunctions[Kind]>[1];
export type LookupResult<Kind extends keyof LookupFunctions> = ReturnType<LookupFunctions[Kind]>;

/** Returns the path of a server's URL; an empty string if the URL contains variables. */
function getBasePath(url = '/'): string {
  const base = 'http://localhost/';
  return url.includes('{') || !URL.canParse(url, base) ? '' : new URL(url, base).pathname.replace(/\/+$/, '');
}

function summarize({
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
    ...(description === undefined ? {} : { description: truncateDescription(description) }),
    tags,
    deprecated,
  };
}

function truncateDescription(text: string): string {
  return truncate(text, MAX_DESCRIPTION_CHARS);
}
