import { isObject } from '@context-sync/openapi';
import {
  detectFormat,
  formatFault,
  NOT_OPENAPI_REASON,
  type OpenapiSource,
  parseSource,
  recognizeText,
  WARNING_LIMIT,
} from '@context-sync/openapi/source';
import type { FrontEnd } from '@context-sync/reading';
import { createMarkdownWriter } from '@context-sync/reading';
import { bundleFiles } from './bundle-files.ts';
import { WHOLE_HEADING_LEVEL, writeDescription } from './write-document.ts';

/** Reads an OpenAPI 3 document in YAML or JSON: one heading for each operation and webhook, under the title of the API. */
export const readOpenapi: FrontEnd = (text, context) => {
  const writer = createMarkdownWriter();
  const recognition = recognizeText(text);
  if ('skipped' in recognition) return writer.reading({ skipped: recognition.skipped });
  const source = parseSource(text, recognition.syntax === 'json' ? detectFormat(text, context?.path) : 'yaml');
  if ('fault' in source) {
    writer.warn(source.fault.line, formatFault(source.fault));
    return writer.reading({ skipped: 'it begins like an OpenAPI document, but cannot be read' });
  }
  if (!isObject(source.root)) return writer.reading({ skipped: NOT_OPENAPI_REASON });
  for (const { line, message } of source.warnings) writer.warn(line, message);
  const bundle = context?.site ? bundleFiles(source.root, context) : undefined;
  for (const { message, place } of bundle?.problems.slice(0, WARNING_LIMIT) ?? [])
    writer.warn(findLineOfPlace(source, place), message);
  writeDescription(writer, source, text.length + (bundle?.chars ?? 0), bundle?.missing);
  return writer.reading({ wholeLevel: WHOLE_HEADING_LEVEL });
};

/** Returns the first line of the innermost part of the OpenAPI document whose position is known and that contains the given keys. */
function findLineOfPlace(source: OpenapiSource, place: readonly string[]): number {
  for (let length = place.length; length > 0; length -= 1) {
    const range = source.lines(place.slice(0, length));
    if (range) return range[0];
  }
  return 1;
}
