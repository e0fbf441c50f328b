import { truncate } from '@context-sync/base';
import { createReader, type DocumentReader } from './document-reader.ts';
import { type ApiOperation, listOperations } from './find-operations.ts';
import { getProperty, isObject, type UnknownObject } from './json-value.ts';

const MAX_OPERATIONS = 5_000;
const MAX_SHOWN_CHARS = 60;

/** An error for a text that is not a valid OpenAPI document. The message contains the problem, the rule and the fix. */
export class OpenapiError extends Error {
  override readonly name = 'OpenapiError';
}

/** A checked document with its operations. */
export interface CheckedDocument {
  readonly reader: DocumentReader;
  readonly operations: readonly ApiOperation[];
}

/**
 * Checks the parts of an OpenAPI 3.0, 3.1 or 3.2 document (https://spec.openapis.org/oas/) that this project reads. Documents that a linter would
 * reject for other reasons are accepted.
 * @throws OpenapiError
 */
export function checkDocument(document: unknown): CheckedDocument {
  if (!isObject(document)) throw new OpenapiError('it must be an object with "openapi", "info" and "paths"');
  checkVersion(document);
  const info = getProperty(document, 'info');
  if (!isObject(info)) throw new OpenapiError('info is missing: it must be an object with "title" and "version"');
  for (const name of ['title', 'version']) {
    const text = getProperty(info, name);
    if (typeof text === 'string' && text !== '') continue;
    throw new OpenapiError(`info.${name} must be a non-empty string${quoteHint(text)}`);
  }
  checkPaths(document);
  const reader = createReader(document);
  const operations = listOperations(reader);
  checkOperations(operations);
  return { reader, operations };
}

function checkVersion(document: UnknownObject): void {
  const version = getProperty(document, 'openapi');
  if (typeof version === 'string' && /^3\.[012]\.\d+(-[0-9A-Za-z.-]+)?$/.test(version)) return;
  const swagger = getProperty(document, 'swagger');
  if (version === undefined && swagger !== undefined) {
    throw new OpenapiError(
      `swagger is ${quoteValue(swagger)}: only OpenAPI 3.0, 3.1 and 3.2 are supported; convert the document to one of them`,
    );
  }
  if (version === undefined) throw new OpenapiError('openapi is missing: add the version, such as "3.1.0"');
  throw new OpenapiError(`openapi must be 3.0.x, 3.1.x or 3.2.x (got ${quoteValue(version)})${quoteHint(version)}`);
}

function checkPaths(document: UnknownObject): void {
  const paths = getProperty(document, 'paths');
  if (
    paths === undefined &&
    (isObject(getProperty(document, 'webhooks')) || isObject(getProperty(document, 'components')))
  ) {
    return;
  }
  if (!isObject(paths)) throw new OpenapiError('paths is missing: it must be an object of paths');
  for (const [path, item] of Object.entries(paths)) {
    if (path.startsWith('x-')) continue;
    if (!path.startsWith('/')) throw new OpenapiError(`paths: ${quoteValue(path)} must start with "/"`);
    if (!isObject(item)) throw new OpenapiError(`paths: ${quoteValue(path)} must be an object of operations`);
  }
}

function checkOperations(operations: readonly ApiOperation[]): void {
  if (operations.length > MAX_OPERATIONS) {
    throw new OpenapiError(`it has ${operations.length} operations; the maximum is ${MAX_OPERATIONS}`);
  }
  const operationsById = new Map<string, string>();
  for (const { kind, method, path, operation, operationId } of operations) {
    const name = `${method} ${path}`;
    if (!isObject(operation)) throw new OpenapiError(`${quoteValue(name)} must be an object`);
    // Paths and callbacks can refer to the same path item, so only operations that clients send are required to have unique ids.
    if (operationId === undefined || kind !== 'path') continue;
    const otherOperation = operationsById.get(operationId);
    if (otherOperation !== undefined) {
      throw new OpenapiError(
        `operationId ${quoteValue(operationId)} is used by both ${quoteValue(otherOperation)} and ${quoteValue(name)}: operation ids must be unique`,
      );
    }
    operationsById.set(operationId, name);
  }
}

/** Returns a hint to quote the version if it is a number; otherwise, an empty string. YAML parses an unquoted 3.1 as a number. */
function quoteHint(value: unknown): string {
  return typeof value === 'number' ? '; put it in quotes' : '';
}

function quoteValue(value: unknown): string {
  return truncate(typeof value === 'bigint' ? String(value) : (JSON.stringify(value) ?? 'undefined'), MAX_SHOWN_CHARS);
}
