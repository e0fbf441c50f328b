import { createHash } from 'node:crypto';
import { truncate } from '@context-sync/base';
import { type ApiOperation, getObjectAt, getTextAt, listParameters } from '@context-sync/openapi';
import type { Catalog } from './catalog.ts';

const MAX_KEY_CHARS = 80;
const MAX_TITLE_CHARS = 120;
const MAX_SUMMARY_CHARS = 300;
const MAX_TEXT_CHARS = 2_000;
const MAX_LISTED_PARAMETERS = 50;
const MAX_TAGS = 5;

/** An operation of an API reference. */
export interface ReferenceEntry {
  /** Identifies the operation in URLs: the operation id or, without one, the method and path. */
  readonly key: string;
  readonly method: string;
  readonly path: string;
  readonly title: string;
  /** First sentences of the description, in one line. */
  readonly description: string;
  readonly tags: readonly string[];
  readonly deprecated: boolean;
}

/** All operations of an OpenAPI document. */
export interface ApiReference {
  readonly title: string;
  readonly version: string;
  readonly description: string;
  readonly entries: readonly ReferenceEntry[];
}

/** The text of an operation that a search indexes. */
export interface OperationText {
  readonly name: string;
  readonly title: string;
  readonly content: string;
}

const keysOfCatalogs = new WeakMap<Catalog, ReadonlyMap<string, ApiOperation>>();

/** Returns the operations of paths and webhooks by their keys, in document order. */
export function getReferenceOperations(catalog: Catalog): ReadonlyMap<string, ApiOperation> {
  const operationsByKey = keysOfCatalogs.get(catalog);
  if (operationsByKey) return operationsByKey;
  const operations = new Map<string, ApiOperation>();
  for (const operation of catalog.operations) {
    if (operation.kind === 'callback') continue;
    const key = createKey(operation);
    operations.set(operations.has(key) ? `${key}-${hashName(operation)}` : key, operation);
  }
  keysOfCatalogs.set(catalog, operations);
  return operations;
}

/** Returns a segment of a URL path. It depends only on the operation, so it does not change when other operations are added. */
function createKey(operation: ApiOperation): string {
  const { operationId, method, path } = operation;
  const name = operationId ?? `${method} ${path}`;
  const key = name
    .replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, '-')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');
  if (key.length > 0 && key.length <= MAX_KEY_CHARS && key !== 'tags') return key;
  return `${key.slice(0, MAX_KEY_CHARS - 10) || 'operation'}-${hashName(operation)}`;
}

const hashName = ({ operationId = '', method, path }: ApiOperation) =>
  createHash('sha256')
    .update(JSON.stringify([operationId, method, path]))
    .digest('hex')
    .slice(0, 8);

/** Returns the title of an operation: its summary or, without one, its name. */
export function getOperationTitle({ summary, operationId, method, path }: ApiOperation): string {
  const title = [summary, operationId].map((text) => toLine(text ?? '')).find((text) => text !== '');
  return truncate(title ?? toLine(`${method} ${path}`), MAX_TITLE_CHARS);
}

const toLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** Lists the operations of an OpenAPI document. */
export function listReference(catalog: Catalog): ApiReference {
  const info = getObjectAt(catalog.reader.root, 'info');
  return {
    title: truncate(toLine(getTextAt(info, 'title') ?? ''), MAX_TITLE_CHARS),
    version: truncate(toLine(getTextAt(info, 'version') ?? ''), MAX_KEY_CHARS),
    description: (getTextAt(info, 'description') ?? '').slice(0, MAX_TEXT_CHARS).toWellFormed(),
    entries: [...getReferenceOperations(catalog)].map(([key, operation]) => ({
      key,
      method: truncate(operation.method, MAX_KEY_CHARS),
      path: truncate(operation.path, MAX_SUMMARY_CHARS),
      title: getOperationTitle(operation),
      description: truncate(toLine(operation.description ?? ''), MAX_SUMMARY_CHARS),
      tags: operation.tags.slice(0, MAX_TAGS).map((tag) => truncate(toLine(tag), MAX_KEY_CHARS)),
      deprecated: operation.deprecated,
    })),
  };
}

/** Returns the texts by which a search finds the operations of an OpenAPI document. */
export function listOperationTexts(catalog: Catalog): OperationText[] {
  return [...getReferenceOperations(catalog)].map(([name, operation]) => {
    const { method, path, operationId, description, tags, pathItem } = operation;
    const parameters = listParameters(catalog.reader, [pathItem, operation.operation], MAX_LISTED_PARAMETERS).map(
      ({ object }) => getTextAt(object, 'name') ?? '',
    );
    const parts = [
      `${method} ${path}`,
      operationId ?? '',
      (description ?? '').slice(0, MAX_TEXT_CHARS),
      parameters.length > 0 ? `Parameters: ${parameters.join(', ')}` : '',
      tags.length > 0 ? `Tags: ${tags.slice(0, MAX_TAGS).join(', ')}` : '',
    ];
    const content = parts.filter((part) => part !== '').join('\n\n');
    return { name, title: getOperationTitle(operation), content: content.slice(0, 2 * MAX_TEXT_CHARS).toWellFormed() };
  });
}
