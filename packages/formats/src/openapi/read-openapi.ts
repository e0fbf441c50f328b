import { isObject } from '@context-sync/openapi';
import { createMarkdownWriter } from '../reading/markdown-writer.ts';
import type { FrontEnd } from '../reading/reading.ts';
import { jsonSource } from './json-source.ts';
import { NOT_OPENAPI, recognise } from './recognize-openapi.ts';
import { WHOLE_LEVEL, writeDescription } from './write-document.ts';
import { yamlSource } from './yaml-source.ts';

/** Reads an OpenAPI 3 document in YAML or JSON: one heading for each operation and webhook, under the title of the API. */
export const readOpenapi: FrontEnd = (text) => {
  const writer = createMarkdownWriter();
  const recognised = recognise(text);
  if ('skipped' in recognised) return writer.reading({ skipped: recognised.skipped });
  const source = recognised.syntax === 'json' ? jsonSource(text) : yamlSource(text);
  if ('fault' in source) {
    writer.warn(source.fault.line, source.fault.message);
    return writer.reading({ skipped: 'it begins like an OpenAPI description, but cannot be read' });
  }
  if (!isObject(source.root)) return writer.reading({ skipped: NOT_OPENAPI });
  for (const { line, message } of source.warnings) writer.warn(line, message);
  writeDescription(writer, source, text.length);
  return writer.reading({ wholeLevel: WHOLE_LEVEL });
};
