import {
  type ApiOperation,
  type DocumentReader,
  describeRoutes,
  findUnresolvedReferences,
  getObjectAt,
  getTextAt,
  RouteMatcher,
  type UnresolvedReference,
} from '@context-sync/openapi';
import type { OpenapiSource } from '@context-sync/openapi/source';
import { OperationIndex } from './operation-index.ts';
import { readOpenapiDocument } from './read-openapi-document.ts';
import type { ApiDescription } from './store.ts';

/** Maximum number of warnings about one document. */
const MAX_WARNINGS = 20;

/** The text of an OpenAPI document and its format. */
export type OpenapiText = Pick<ApiDescription, 'text' | 'format'>;

/** A parsed OpenAPI document with an index of its operations. */
export interface Catalog {
  readonly reader: DocumentReader;
  readonly operations: readonly ApiOperation[];
  readonly index: OperationIndex;
  readonly matcher: RouteMatcher;
}

/** A short summary of an OpenAPI document. */
export interface OpenapiSummary {
  readonly openapi: string;
  readonly title: string;
  readonly version: string;
  /** Number of operations under `paths` and `webhooks`. */
  readonly operations: number;
  /** Parts of the document that cannot be used, such as references to other files. */
  readonly warnings: readonly string[];
}

/** Parses an OpenAPI document and indexes its operations. @throws OpenapiError */
export function createCatalog({ text, format }: OpenapiText): Catalog {
  const { reader, operations } = readOpenapiDocument(text, format);
  const index = new OperationIndex(reader, operations, text.length);
  return { reader, operations, index, matcher: new RouteMatcher(describeRoutes(reader.root, operations)) };
}

/** Summarizes an OpenAPI document. @throws OpenapiError */
export function getSummary({ text, format }: OpenapiText): OpenapiSummary {
  const { reader, operations, source } = readOpenapiDocument(text, format);
  const info = getObjectAt(reader.root, 'info');
  const warnings = [
    ...source.warnings.map(({ line, message }) => `line ${line}: ${message}`),
    ...findUnresolvedReferences(reader).map((each) => formatUnresolved(each, source)),
  ];
  return {
    openapi: getTextAt(reader.root, 'openapi') ?? '',
    title: getTextAt(info, 'title') ?? '',
    version: getTextAt(info, 'version') ?? '',
    operations: operations.filter(({ kind }) => kind !== 'callback').length,
    warnings: warnings.slice(0, MAX_WARNINGS),
  };
}

function formatUnresolved({ reference, reason }: UnresolvedReference, source: OpenapiSource): string {
  const line = source.lineOfReference(reference);
  const problem =
    reason === 'missing'
      ? 'does not exist'
      : 'is to another file, which the service does not have: bundle the files into one document';
  return `${line === undefined ? '' : `line ${line}: `}the reference ${JSON.stringify(reference)} ${problem}`;
}
