import { type ApiOperation, getObjectAt, getTextAt, type JsonObject, listOperations } from '@context-sync/openapi';
import type { ApiDescription } from '../store/api-descriptions.ts';
import { OperationIndex } from './operation-index.ts';
import { readDescription } from './read-description.ts';

/** The text of an OpenAPI document and its format. */
export type DescriptionText = Pick<ApiDescription, 'text' | 'format'>;

/** A parsed OpenAPI document with an index of its operations. */
export interface Catalog {
  readonly document: JsonObject;
  readonly operations: readonly ApiOperation[];
  readonly index: OperationIndex;
}

/** A short summary of an OpenAPI document. */
export interface DescriptionSummary {
  readonly openapi: string;
  readonly title: string;
  readonly version: string;
  readonly operations: number;
}

/** Parses an OpenAPI document and indexes its operations. @throws DescriptionError */
export function createCatalog({ text, format }: DescriptionText): Catalog {
  const document = readDescription(text, format);
  const operations = listOperations(document);
  return { document, operations, index: new OperationIndex(document, operations, text.length) };
}

/** Summarizes an OpenAPI document. @throws DescriptionError */
export function getSummary({ text, format }: DescriptionText): DescriptionSummary {
  const document = readDescription(text, format);
  const info = getObjectAt(document, 'info');
  return {
    openapi: getTextAt(document, 'openapi') ?? '',
    title: getTextAt(info, 'title') ?? '',
    version: getTextAt(info, 'version') ?? '',
    operations: listOperations(document).length,
  };
}
