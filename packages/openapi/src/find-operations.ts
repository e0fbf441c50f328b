import type { DocumentReader } from './document-reader.ts';
import { getProperty, getTextAt, isObject, listAt } from './json-value.ts';
import { getOperations, listCallbacks, listPathItems, type OperationKind } from './path-items.ts';
import { RouteMatcher } from './route-matcher.ts';

/** Maximum number of tags per operation. Thousands of operations may share one long list of tags. */
const MAX_TAGS = 100;
/** Maximum number of callbacks that are listed. Thousands of operations may share one long list of callbacks. */
const MAX_CALLBACKS = 1_000;

/** One operation of an OpenAPI document, with its path and method. */
export interface ApiOperation {
  readonly kind: OperationKind;
  /** HTTP method in uppercase. */
  readonly method: string;
  /** Path as written in the document, with `{parameters}`; the name of a webhook; or the runtime expression of a callback. */
  readonly path: string;
  /** Name of the callback. */
  readonly callback?: string;
  readonly operationId: string | undefined;
  readonly summary: string | undefined;
  readonly description: string | undefined;
  readonly tags: readonly string[];
  readonly deprecated: boolean;
  /** The path item, which all operations of the path share. */
  readonly pathItem: unknown;
  /** The operation; not an object if the document is invalid. */
  readonly operation: unknown;
}

/** Lists all operations: those of paths and webhooks in document order, followed by callbacks. */
export function listOperations(reader: DocumentReader): ApiOperation[] {
  const operations = [...listPathItems(reader)].flatMap(({ group, key, item }) =>
    toOperations(reader, { kind: group === 'paths' ? 'path' : 'webhook', path: key }, item),
  );
  const callbacks: ApiOperation[] = [];
  for (const { operation } of operations) {
    for (const { name, expression, item } of listCallbacks(reader, operation)) {
      if (callbacks.length >= MAX_CALLBACKS) return [...operations, ...callbacks];
      callbacks.push(...toOperations(reader, { kind: 'callback', path: expression, callback: name }, item));
    }
  }
  return [...operations, ...callbacks];
}

type OperationPlace = Pick<ApiOperation, 'kind' | 'path' | 'callback'>;

function toOperations({ references }: DocumentReader, place: OperationPlace, pathItem: unknown): ApiOperation[] {
  return getOperations(pathItem).flatMap(({ method, operation: value }) => {
    const { object: operation, external } = references.dereference(value);
    if (external !== undefined) return [];
    return [
      {
        ...place,
        method,
        operationId: getTextAt(operation, 'operationId'),
        summary: getTextAt(operation, 'summary') ?? getTextAt(pathItem, 'summary'),
        description: getTextAt(operation, 'description') ?? getTextAt(pathItem, 'description'),
        tags: listAt(operation, 'tags')
          .slice(0, MAX_TAGS)
          .filter((tag) => typeof tag === 'string'),
        deprecated: getProperty(operation, 'deprecated') === true,
        pathItem: isObject(pathItem) ? pathItem : {},
        operation,
      },
    ];
  });
}

/**
 * Finds the operations of a path. The path may be written as in the document, use other parameter names, or have values in place of parameters. A
 * webhook is found by its name, and a callback by its name or its expression.
 */
export function findOperations(
  operations: readonly ApiOperation[],
  path: string,
  matcher = new RouteMatcher({ basePaths: [], operations: operations.filter(({ kind }) => kind === 'path') }),
): ApiOperation[] {
  const [pathname = ''] = path.replace(/^https?:\/\/[^/]+/i, '').split(/[?#]/);
  const wantedPath = pathname.length > 1 ? pathname.replace(/\/+$/, '') : pathname;
  const exactMatches = operations.filter((each) => [path, wantedPath].includes(each.path) || each.callback === path);
  if (exactMatches.length > 0) return exactMatches;
  const shape = removeParameterNames(wantedPath);
  const operationsOfShape = operations.filter(
    (each) => each.kind === 'path' && removeParameterNames(each.path) === shape,
  );
  if (operationsOfShape.length > 0) return operationsOfShape;
  const route = matcher.match(wantedPath);
  return operations.filter((each) => each.kind === 'path' && each.path === route);
}

function removeParameterNames(path: string): string {
  return path.replaceAll(/\{[^{}/]*\}/g, '{}');
}
