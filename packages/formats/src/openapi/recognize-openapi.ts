import { scanJson } from './json-scan.ts';

/** The syntax of an OpenAPI 3 document, or the reason why the text is not an OpenAPI 3 document. */
export type RecognitionResult = { readonly syntax: 'json' | 'yaml' } | { readonly skipped: string };

export const NOT_OPENAPI_REASON = 'it is not an OpenAPI 3 description';
const SWAGGER_REASON = 'it is a Swagger 2.0 description; convert it to OpenAPI 3';

/** Matches the key at the start of a line. `openapi:3` without a space would be a single word. */
const YAML_KEY = /^(["']?)(openapi|swagger)\1[ \t]{0,8}:(?=\s)(.{0,100})/m;
/** Matches the key at the start of a YAML mapping in braces, where keys need no quotes. */
const YAML_FLOW_KEY = /^\s*\{\s*(["']?)(openapi|swagger)\1\s{0,100}:(.{0,100})/;

/**
 * Looks for the top-level key `openapi` in one pass without parsing: most JSON and YAML files are not OpenAPI documents. The key may be anywhere,
 * because some tools sort keys.
 */
export function recognizeText(text: string): RecognitionResult {
  if (!text.includes('openapi') && !text.includes('swagger')) return { skipped: NOT_OPENAPI_REASON };
  return /^\s*\{\s*["}]/.test(text) ? recognizeJson(text) : recognizeYaml(text);
}

function recognizeJson(text: string): RecognitionResult {
  let recognition: RecognitionResult = { skipped: NOT_OPENAPI_REASON };
  scanJson(text, {
    depth: 1,
    onKey({ path: [key] }, valueFrom) {
      if (key !== 'openapi' && key !== 'swagger') return false;
      recognition = judgeVersion(key, text.slice(valueFrom, valueFrom + 40), 'json');
      return true;
    },
  });
  return recognition;
}

function recognizeYaml(text: string): RecognitionResult {
  const [, , key = '', value = ''] = YAML_KEY.exec(text) ?? YAML_FLOW_KEY.exec(text) ?? [];
  return judgeVersion(key, value, 'yaml');
}

function judgeVersion(key: string, value: string, syntax: 'json' | 'yaml'): RecognitionResult {
  const version = /^\s*["']?(\d+)/.exec(value)?.[1];
  if (key === 'openapi' && version === '3') return { syntax };
  return { skipped: key === 'swagger' && version === '2' ? SWAGGER_REASON : NOT_OPENAPI_REASON };
}
