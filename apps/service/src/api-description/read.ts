import { parseDocument } from 'yaml';
import { isWithinDepth, MOST_DEPTH } from '../ingest/json-depth.ts';
import type { DescriptionFormat } from '../store/api-descriptions.ts';
import { checkDescription } from './check.ts';
import { DescriptionError } from './description-error.ts';
import type { JsonObject } from './json.ts';

/** Bytes. YAML takes a hundred times as long to read as JSON, and nobody else is answered meanwhile. */
export const LARGEST: Readonly<Record<DescriptionFormat, number>> = { json: 8_388_608, yaml: 1_048_576 };

/** Aliases in YAML may refer to each other: a few lines can stand for more than any machine holds. */
const MOST_ALIASES = 100;

/** The OpenAPI document that a text is. @throws DescriptionError that says what is wrong and what to change */
export function readDescription(text: string, format: DescriptionFormat): JsonObject {
  const bytes = Buffer.byteLength(text);
  if (bytes > LARGEST[format]) {
    const fix = format === 'yaml' ? `; as JSON it may have ${LARGEST.json}` : '';
    throw new DescriptionError(`the description has ${bytes} bytes, and ${LARGEST[format]} are the most${fix}`);
  }
  const value = format === 'json' ? fromJson(text) : fromYaml(text);
  if (!isWithinDepth(value)) throw new DescriptionError(`it is nested deeper than ${MOST_DEPTH} levels: use $ref`);
  return checkDescription(value);
}

/** What the name or the first character of a file says of its format. */
export function formatOf(text: string, file = ''): DescriptionFormat {
  if (/\.json$/i.test(file)) return 'json';
  if (/\.ya?ml$/i.test(file)) return 'yaml';
  return text.trimStart().startsWith('{') ? 'json' : 'yaml';
}

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new DescriptionError(`it is not JSON: ${messageOf(error)}`);
  }
}

function fromYaml(text: string): unknown {
  try {
    const document = parseDocument(text, { prettyErrors: true, logLevel: 'silent' });
    const [first] = document.errors;
    if (first) throw first;
    return document.toJS({ maxAliasCount: MOST_ALIASES });
  } catch (error) {
    throw new DescriptionError(`it is not YAML: ${messageOf(error)}`);
  }
}

/** Its first line: the others show the place in the text. */
function messageOf(error: unknown): string {
  const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
  // The reader of YAML makes an error of its own of the one that says so.
  if (/call stack/.test(line)) return `it is nested deeper than ${MOST_DEPTH} levels`;
  return line.replace(/:$/, '');
}
