import { isObject, type Json, type JsonObject, listOperations, property } from '@context-sync/openapi';
import { DescriptionError } from './description-error.ts';

const MOST_OPERATIONS = 5_000;
const SHOWN = 60;

/**
 * The document, if it is one of OpenAPI 3.0, 3.1 or 3.2 (https://spec.openapis.org/oas/), as far as it is used here. A linter says more, and a
 * description that only a linter minds is still worth reading.
 * @throws DescriptionError
 */
export function checkDescription(value: unknown): JsonObject {
  const document = value as Json | undefined;
  if (!isObject(document)) throw new DescriptionError('it must be an object with "openapi", "info" and "paths"');
  checkVersion(document);
  const info = property(document, 'info');
  if (!isObject(info)) throw new DescriptionError('info is missing: it must be an object with "title" and "version"');
  for (const name of ['title', 'version']) {
    const text = property(info, name);
    if (typeof text === 'string' && text !== '') continue;
    throw new DescriptionError(`info.${name} must be a text that is not empty${quoteHint(text)}`);
  }
  checkPaths(document);
  checkOperations(document);
  return document;
}

function checkVersion(document: JsonObject): void {
  const version = property(document, 'openapi');
  if (typeof version === 'string' && /^3\.[012]\.\d+(-[0-9A-Za-z.-]+)?$/.test(version)) return;
  const swagger = property(document, 'swagger');
  if (version === undefined && swagger !== undefined) {
    throw new DescriptionError(
      `swagger is ${shown(swagger)}: OpenAPI 3.0, 3.1 and 3.2 are taken; convert it to one of them`,
    );
  }
  if (version === undefined) throw new DescriptionError('openapi is missing: say the version, such as "3.1.0"');
  throw new DescriptionError(`openapi must be 3.0.x, 3.1.x or 3.2.x, not ${shown(version)}${quoteHint(version)}`);
}

function checkPaths(document: JsonObject): void {
  const paths = property(document, 'paths');
  if (paths === undefined && (isObject(property(document, 'webhooks')) || isObject(property(document, 'components')))) {
    return;
  }
  if (!isObject(paths)) throw new DescriptionError('paths is missing: it must be an object of paths');
  for (const [path, item] of Object.entries(paths)) {
    if (path.startsWith('x-')) continue;
    if (!path.startsWith('/')) throw new DescriptionError(`paths: ${shown(path)} must begin with "/"`);
    if (!isObject(item)) throw new DescriptionError(`paths: ${shown(path)} must be an object of operations`);
  }
}

function checkOperations(document: JsonObject): void {
  const operations = listOperations(document);
  if (operations.length > MOST_OPERATIONS) {
    throw new DescriptionError(`it has ${operations.length} operations, and ${MOST_OPERATIONS} are the most`);
  }
  const known = new Map<string, string>();
  for (const { method, path, operation, operationId } of operations) {
    const name = `${method} ${path}`;
    if (!isObject(operation)) throw new DescriptionError(`${shown(name)} must be an object`);
    if (operationId === undefined) continue;
    const other = known.get(operationId);
    if (other !== undefined) {
      throw new DescriptionError(
        `operationId ${shown(operationId)} stands at ${shown(other)} and at ${shown(name)}: each must have its own`,
      );
    }
    known.set(operationId, name);
  }
}

/** YAML reads 3.1 as a number. */
function quoteHint(value: Json | undefined): string {
  return typeof value === 'number' ? '; put it in quotes' : '';
}

function shown(value: Json): string {
  const text = JSON.stringify(value);
  return text.length > SHOWN ? `${text.slice(0, SHOWN).toWellFormed()}…` : text;
}
