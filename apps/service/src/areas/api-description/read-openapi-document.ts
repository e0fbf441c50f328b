import { type CheckedDocument, checkDocument, OpenapiError } from '@context-sync/openapi';
import { type OpenapiSource, parseSource, type SourceFault } from '@context-sync/openapi/source';
import { MAX_JSON_DEPTH } from '@context-sync/redaction';
import { MAX_JSON_VALUES, measureJson } from '../../platform/parsing/measure-json.ts';
import { checkSize } from './check-size.ts';
import type { OpenapiFormat } from './store.ts';

export { decodeSource, detectFormat } from '@context-sync/openapi/source';

/** Maximum size of a document in bytes, by format. Parsing YAML takes about a hundred times as long as JSON. */
export const MAX_DOCUMENT_BYTES: Readonly<Record<OpenapiFormat, number>> = { json: 8_388_608, yaml: 1_048_576 };
/** Maximum number of lexemes of a YAML document: scalars, indicators, whitespace and line ends. A document of 1 MiB has about 160,000. */
const MAX_LEXEMES = 500_000;

/** A document that has been parsed and checked. */
export interface ReadOpenapiDocument extends CheckedDocument {
  readonly source: OpenapiSource;
}

/** Parses and checks an OpenAPI document. @throws OpenapiError */
export function readOpenapiDocument(text: string, format: OpenapiFormat): ReadOpenapiDocument {
  const bytes = Buffer.byteLength(text);
  if (bytes > MAX_DOCUMENT_BYTES[format]) {
    const fix = format === 'yaml' ? `; as JSON up to ${MAX_DOCUMENT_BYTES.json} are allowed` : '';
    throw new OpenapiError(`the document has ${bytes} bytes; the maximum is ${MAX_DOCUMENT_BYTES[format]}${fix}`);
  }
  const values = format === 'json' ? measureJson(text).values : 0;
  if (values > MAX_JSON_VALUES) {
    throw new OpenapiError(`it has ${values} JSON values; the maximum is ${MAX_JSON_VALUES}: use $ref`);
  }
  const source = parseSource(text, format, { depth: MAX_JSON_DEPTH, lexemes: MAX_LEXEMES });
  if ('fault' in source) throw new OpenapiError(formatFault(source.fault));
  checkSize(source.root);
  return { source, ...checkDocument(source.root) };
}

function formatFault({ syntax, kind, message, line, column }: SourceFault): string {
  return kind === 'limit' ? message : `it is not ${syntax}: ${message} at line ${line}, column ${column}`;
}
