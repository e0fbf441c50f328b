import { type ApiOperation, type JsonObject, listOperations, objectAt, textAt } from '@context-sync/openapi';
import type { ApiDescription } from '../store/api-descriptions.ts';
import { OperationIndex } from './find.ts';
import { readDescription } from './read.ts';

/** A description as it is sent. */
export type DescriptionText = Pick<ApiDescription, 'text' | 'format'>;

/** What is asked of a description, read once. */
export interface Catalog {
  readonly document: JsonObject;
  readonly operations: readonly ApiOperation[];
  readonly index: OperationIndex;
}

/** In short, what a description is of. */
export interface DescriptionSummary {
  readonly openapi: string;
  readonly title: string;
  readonly version: string;
  readonly operations: number;
}

/** @throws DescriptionError */
export function catalogOf({ text, format }: DescriptionText): Catalog {
  const document = readDescription(text, format);
  const operations = listOperations(document);
  return { document, operations, index: new OperationIndex(document, operations, text.length) };
}

/** @throws DescriptionError */
export function summaryOf({ text, format }: DescriptionText): DescriptionSummary {
  const document = readDescription(text, format);
  const info = objectAt(document, 'info');
  return {
    openapi: textAt(document, 'openapi') ?? '',
    title: textAt(info, 'title') ?? '',
    version: textAt(info, 'version') ?? '',
    operations: listOperations(document).length,
  };
}
