import { MAX_JSON_DEPTH } from './json-depth.ts';
import { createTraitsCache } from './name-traits.ts';
import { REDACTED } from './redaction-marker.ts';
import { type NameRules, SecretSearch } from './secret-search.ts';
import { createNameClassifier } from './sensitive-names.ts';
import { replaceSpans } from './text-span.ts';

/**
 * Functions that replace secrets with `[redacted]`. They find values of secret names in properties, `{name, value}` objects, lists of names and values, URLs,
 * forms, header lines, JSON within a text and invalid JSON, and values in the format of a credential. All other characters stay unchanged: numbers keep their
 * digits, and texts keep their encoding.
 */
export interface Redaction {
  /** Redacts a text of any format. */
  readonly text: (text: string) => string;
  /** Redacts a URL: user, password, parameters and fragment. */
  readonly url: (url: string) => string;
  /**
   * Redacts a JSON text that will be embedded in other JSON.
   * @param nesting levels of JSON around the text, which are included in the check of `MAX_JSON_DEPTH`
   * @returns JSON; undefined if the text is not JSON
   */
  readonly json: (text: string, nesting: number) => string | undefined;
}

/**
 * Creates functions that redact secrets and share one cache of names.
 * @param more names of secrets in addition to the built-in names
 */
export function createRedaction(more: readonly string[] = []): Redaction {
  const getKind = createNameClassifier(more);
  const names: NameRules = { getKind, getTraits: createTraitsCache(getKind) };
  return {
    text: (text) => replaceSpans(text, new SecretSearch(text, names).find(text)),
    url: (url) => replaceSpans(url, new SecretSearch(url, names).findInUrl(url)),
    json(text, nesting) {
      const { spans, problem, valueCount } = new SecretSearch(text, names).findInJson(
        text,
        0,
        MAX_JSON_DEPTH - nesting,
      );
      if (problem === 'deep') return JSON.stringify(REDACTED);
      return problem === undefined && valueCount === 1 ? replaceSpans(text, spans) : undefined;
    },
  };
}
