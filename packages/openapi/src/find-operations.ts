import { getElementAt } from '@context-sync/base';
import { getObjectAt, getProperty, getTextAt, isObject, type Json, type JsonObject, listAt } from './json-value.ts';
import { dereferenceValue } from './resolve-references.ts';

/** Maximum number of tags per operation. Thousands of operations may share one long list of tags. */
const MAX_TAGS = 100;
const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'] as const;

/** One operation of an OpenAPI document, with its path and method. */
export interface ApiOperation {
  /** HTTP method in uppercase. */
  readonly method: string;
  /** Path as written in the document, with `{parameters}`. */
  readonly path: string;
  readonly operationId: string | undefined;
  readonly summary: string | undefined;
  readonly description: string | undefined;
  readonly tags: readonly string[];
  readonly deprecated: boolean;
  /** The path item, which all operations of the path share. */
  readonly pathItem: JsonObject;
  readonly operation: Json;
}

/** Lists all operations in document order. */
export function listOperations(document: JsonObject): ApiOperation[] {
  return Object.entries(getObjectAt(document, 'paths')).flatMap(([path, value]) => {
    const pathItem = dereferenceValue(document, value);
    if (!path.startsWith('/') || !isObject(pathItem)) return [];
    const methods = METHODS.filter((method) => Object.hasOwn(pathItem, method));
    return methods.map((method) => toOperation(method, path, pathItem, getProperty(pathItem, method) ?? null));
  });
}

function toOperation(method: string, path: string, pathItem: JsonObject, operation: Json): ApiOperation {
  const fields = isObject(operation) ? operation : {};
  return {
    method: method.toUpperCase(),
    path,
    operationId: getTextAt(fields, 'operationId'),
    summary: getTextAt(fields, 'summary') ?? getTextAt(pathItem, 'summary'),
    description: getTextAt(fields, 'description') ?? getTextAt(pathItem, 'description'),
    tags: listAt(fields, 'tags')
      .slice(0, MAX_TAGS)
      .filter((tag) => typeof tag === 'string'),
    deprecated: getProperty(fields, 'deprecated') === true,
    pathItem,
    operation,
  };
}

/** Finds the operations of a path. The path may be written as in the document, use other parameter names, or have values in place of parameters. */
export function findOperations(operations: readonly ApiOperation[], path: string): ApiOperation[] {
  const [pathname = ''] = path.replace(/^https?:\/\/[^/]+/i, '').split(/[?#]/);
  const wantedPath = pathname.length > 1 ? pathname.replace(/\/+$/, '') : pathname;
  const exactMatches = operations.filter((each) => each.path === wantedPath);
  if (exactMatches.length > 0) return exactMatches;
  const shape = removeParameterNames(wantedPath);
  const operationsOfShape = operations.filter((each) => removeParameterNames(each.path) === shape);
  if (operationsOfShape.length > 0) return operationsOfShape;
  const matchingOperations = operations.filter((each) => matchesTemplate(each.path, wantedPath));
  // "/users/me" matches the path of that name rather than "/users/{id}".
  const fewestParameters = Math.min(...matchingOperations.map((each) => countParameters(each.path)));
  const bestMatch = matchingOperations.find((each) => countParameters(each.path) === fewestParameters);
  return matchingOperations.filter((each) => each.path === bestMatch?.path);
}

function removeParameterNames(path: string): string {
  return path.replaceAll(/\{[^{}/]*\}/g, '{}');
}

function countParameters(path: string): number {
  return path.split('{').length - 1;
}

/** Returns whether `path` matches `template`. Compares segment by segment, so that the time stays linear for any path. */
function matchesTemplate(template: string, path: string): boolean {
  const [wanted, given] = [template.split('/'), path.split('/')];
  return (
    wanted.length === given.length &&
    wanted.every((segment, index) => {
      const openBrace = segment.indexOf('{');
      const value = getElementAt(given, index);
      if (openBrace < 0) return segment === value;
      const closeBrace = segment.lastIndexOf('}');
      const [before, after] = [segment.slice(0, openBrace), segment.slice(closeBrace + 1)];
      return value.length > before.length + after.length && value.startsWith(before) && value.endsWith(after);
    })
  );
}
