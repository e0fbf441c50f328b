import type { DocumentReader } from './document-reader.ts';
import { getProperty, isObject } from './json-value.ts';

/** Keys of a path item whose values are operations. */
const METHODS = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query']);

/** Position of an operation in the document: below `paths`, below `webhooks`, or in a callback of another operation. */
export type OperationKind = 'path' | 'webhook' | 'callback';

/** A path or webhook, with its references resolved. */
export interface PathItem {
  readonly group: 'paths' | 'webhooks';
  /** The path or the name of the webhook, as written in the document. */
  readonly key: string;
  /** The path item. Keys next to a reference override those of the target. If the target is not in the document, the path item consists only of these keys. */
  readonly item: unknown;
  /** A reference to another document, which is not followed. */
  readonly external?: string;
}

/** An operation of a path item. The operation itself can be a reference. */
export interface PathItemOperation {
  /** HTTP method: uppercase, or as written in `additionalOperations`. */
  readonly method: string;
  readonly operation: unknown;
  /** Keys of the operation in the path item. */
  readonly keys: readonly string[];
}

/** Returns whether a key is an extension. Only applies to objects with fixed keys: in maps, `x-` names are ordinary names. */
export function isExtension(key: string): boolean {
  return key.startsWith('x-');
}

/** Yields the paths and webhooks in document order. */
export function* listPathItems({ root, references, entries }: DocumentReader): Generator<PathItem> {
  for (const group of isObject(root) ? Object.keys(root) : []) {
    if (group !== 'paths' && group !== 'webhooks') continue;
    for (const [key, value] of entries(root, group)) {
      if (group === 'paths' && isExtension(key)) continue;
      const { object, external } = references.dereference(value, true);
      yield { group, key, item: object ?? value, ...(external === undefined ? {} : { external }) };
    }
  }
}

/** Returns the operations of a path item in document order, including `additionalOperations` (OpenAPI 3.2). */
export function getOperations(item: unknown): PathItemOperation[] {
  return Object.entries(isObject(item) ? item : {}).flatMap(([key, value]): PathItemOperation[] => {
    if (METHODS.has(key)) return [{ method: key.toUpperCase(), operation: value, keys: [key] }];
    if (key !== 'additionalOperations' || !isObject(value)) return [];
    return Object.entries(value).map(([method, operation]) => ({ method, operation, keys: [key, method] }));
  });
}

/** A request that the API sends to a URL from an earlier request. */
export interface Callback {
  readonly name: string;
  /** Runtime expression of the URL, such as `{$request.body#/callbackUrl}`. */
  readonly expression: string;
  readonly item: unknown;
}

/** Yields the callbacks of an operation. */
export function* listCallbacks({ references, entries }: DocumentReader, operation: unknown): Generator<Callback> {
  for (const [name, value] of entries(operation, 'callbacks')) {
    const { object } = references.dereference(value);
    for (const [expression, item] of entries({ object }, 'object'))
      if (!isExtension(expression)) yield { name, expression, item: references.dereference(item, true).object };
  }
}

/**
 * Returns the list with this key from the innermost level that contains one. For example, the servers of an operation take precedence over the servers of its
 * path and of the document.
 */
export function getInnermostList(key: string, ...levels: readonly unknown[]): readonly unknown[] {
  const lists = levels.map((level) => getProperty(level, key)).filter((each) => Array.isArray(each));
  return lists.findLast((each) => each.length > 0) ?? [];
}
