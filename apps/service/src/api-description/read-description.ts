import { checkDescription, DescriptionError, type JsonObject } from '@context-sync/openapi';
import { isWithinDepth, MAX_JSON_DEPTH } from '@context-sync/redaction';
import { MAX_JSON_VALUES, measureJson } from '../ingest/measure-json.ts';
import type { DescriptionFormat } from '../store/api-descriptions.ts';
import { parseYaml } from './parse-yaml.ts';

/** Maximum size of a document in bytes, by format. Parsing YAML takes about a hundred times as long as JSON. */
export const MAX_DOCUMENT_BYTES: Readonly<Record<DescriptionFormat, number>> = { json: 8_388_608, yaml: 1_048_576 };

/** Parses and checks an OpenAPI document. @throws DescriptionError */
export function readDescription(text: string, format: DescriptionFormat): JsonObject {
  const bytes = Buffer.byteLength(text);
  if (bytes > MAX_DOCUMENT_BYTES[format]) {
    const fix = format === 'yaml' ? `; as JSON up to ${MAX_DOCUMENT_BYTES.json} are allowed` : '';
    throw new DescriptionError(`the document has ${bytes} bytes; the maximum is ${MAX_DOCUMENT_BYTES[format]}${fix}`);
  }
  const value = format === 'json' ? parseJson(text) : parseYaml(text);
  if (!isWithinDepth(value)) throw new DescriptionError(`it is nested deeper than ${MAX_JSON_DEPTH} levels: use $ref`);
  return checkDescription(value);
}

/** Returns the format according to the extension of the file name; for other extensions, according to the first character of the text. */
export function detectFormat(text: string, file = ''): DescriptionFormat {
  if (/\.json$/i.test(file)) return 'json';
  if (/\.ya?ml$/i.test(file)) return 'yaml';
  return text.trimStart().startsWith('{') ? 'json' : 'yaml';
}

function parseJson(text: string): unknown {
  const { values } = measureJson(text);
  if (values > MAX_JSON_VALUES) {
    throw new DescriptionError(`it has ${values} JSON values; the maximum is ${MAX_JSON_VALUES}: use $ref`);
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new DescriptionError(`it is not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}
