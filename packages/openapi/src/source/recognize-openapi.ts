import { scanJson } from './json-scan.ts';
import { removeByteOrderMark } from './parse-source.ts';

/** The syntax of an OpenAPI 3 document, or the reason why the text is not an OpenAPI 3 document. */
export type RecognitionResult = { readonly syntax: 'json' | 'yaml' } | { readonly skipped: string };

export const NOT_OPENAPI_REASON = 'it is not an OpenAPI 3 document';
const SWAGGER_REASON = 'it is a Swagger 2.0 document; convert it to OpenAPI 3';

/** Matches a line that may precede the first key: an empty line, a comment, a directive, or a marker. */
const YAML_PREAMBLE = /^(?:[ \t]*(?:#.*)?|%.*|---.*)$/;
/** Matches the key at the start of a line. `openapi:3` without a space would be a single word. */
const YAML_KEY = /^( {0,100})(["']?)(openapi|swagger)\2[ \t]{0,8}:(?=\s)/gm;
/** Matches the key at the start of a YAML mapping in braces, where keys need no quotes. */
const YAML_FLOW_KEY = /^\s*\{\s*(["']?)(openapi|swagger)\1\s{0,100}:/;
/** Number of characters after the key that are searched for the version. */
const MAX_VERSION_CHARS = 300;
/** Matches a version, which a tag, an anchor, a comment or a line break can precede in YAML. */
const VERSION = /^(?:\s|[!&]\S{0,100}(?=\s)|#.*\n|[>|][-+\d]{0,3}(?=\s))*["']?(\d+)/;

/**
 * Looks for the top-level key `openapi` in one pass without parsing: most JSON and YAML files are not OpenAPI documents. The key may be anywhere,
 * because some tools sort keys.
 */
export function recognizeText(text: string): RecognitionResult {
  if (!text.includes('openapi') && !text.includes('swagger')) return { skipped: NOT_OPENAPI_REASON };
  const content = removeByteOrderMark(text);
  return /^\s*\{\s*["}]/.test(content) ? recognizeJson(content) : recognizeYaml(content);
}

function recognizeJson(text: string): RecognitionResult {
  let recognition: RecognitionResult = { skipped: NOT_OPENAPI_REASON };
  scanJson(text, {
    depth: 1,
    onKey({ path: [key] }, valueFrom) {
      if (key !== 'openapi' && key !== 'swagger') return false;
      recognition = recognizeVersion(key, text.slice(valueFrom), 'json');
      return true;
    },
  });
  return recognition;
}

function recognizeYaml(text: string): RecognitionResult {
  const firstLine = text.split('\n', 1_000).find((line) => !YAML_PREAMBLE.test(line.trimEnd())) ?? '';
  const indent = firstLine.length - firstLine.trimStart().length;
  for (const match of text.matchAll(YAML_KEY)) {
    const [whole, spaces = '', , key = ''] = match;
    if (spaces.length === indent) return recognizeVersion(key, text.slice(match.index + whole.length), 'yaml');
  }
  const [whole = '', , key = ''] = YAML_FLOW_KEY.exec(text) ?? [];
  return recognizeVersion(key, text.slice(whole.length), 'yaml');
}

function recognizeVersion(key: string, value: string, syntax: 'json' | 'yaml'): RecognitionResult {
  const version = VERSION.exec(value.slice(0, MAX_VERSION_CHARS))?.[1];
  if (key === 'openapi' && version === '3') return { syntax };
  return { skipped: key === 'swagger' && version === '2' ? SWAGGER_REASON : NOT_OPENAPI_REASON };
}
