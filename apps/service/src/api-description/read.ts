import type { JsonObject } from '@context-sync/openapi';
import { isWithinDepth, MAX_JSON_DEPTH } from '@context-sync/redaction';
import { MAX_JSON_VALUES, measureJson } from '../ingest/json-size.ts';
import type { DescriptionFormat } from '../store/api-descriptions.ts';
import { checkDescription } from './check.ts';
import { DescriptionError } from './description-error.ts';
import { fromYaml } from './yaml.ts';

/** Bytes. YAML takes a hundred times as long to read as JSON. */
export const LARGEST: Readonly<Record<DescriptionFormat, number>> = { json: 8_388_608, yaml: 1_048_576 };

/** The OpenAPI document that a text is. @throws DescriptionError that says what is wrong and what to change */
export function readDescription(text: string, format: DescriptionFormat): JsonObject {
  const bytes = Buffer.byteLength(text);
  if (bytes > LARGEST[format]) {
    const fix = format === 'yaml' ? `; as JSON it may have ${LARGEST.json}` : '';
    throw new DescriptionError(`the description has ${bytes} bytes, and ${LARGEST[format]} are the most${fix}`);
  }
  const value = format === 'json' ? fromJson(text) : fromYaml(text);
  if (!isWithinDepth(value)) throw new DescriptionError(`it is nested deeper than ${MAX_JSON_DEPTH} levels: use $ref`);
  return checkDescription(value);
}

/** What the name or the first character of a file says of its format. */
export function formatOf(text: string, file = ''): DescriptionFormat {
  if (/\.json$/i.test(file)) return 'json';
  if (/\.ya?ml$/i.test(file)) return 'yaml';
  return text.trimStart().startsWith('{') ? 'json' : 'yaml';
}

function fromJson(text: string): unknown {
  const { values } = measureJson(text);
  if (values > MAX_JSON_VALUES) {
    throw new DescriptionError(`it has ${values} JSON values, and ${MAX_JSON_VALUES} are the most: use $ref`);
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new DescriptionError(`it is not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}
