import { encodeBase64, findEncodedTexts } from './base64.ts';
import { decodeReferences, encodeReferenceSpans } from './character-references.ts';
import { isCredential, MIN_CREDENTIAL_LENGTH } from './credentials.ts';
import { findInEncodedParts } from './find-encoded-parts.ts';
import { findInPairs, findInUrl, isForm, isUrl } from './find-in-pairs.ts';
import { MAX_JSON_DEPTH } from './json-depth.ts';
import { findInJson, type JsonFinding } from './json-search.ts';
import type { NameTraits } from './name-traits.ts';
import { findByPattern } from './scan-text.ts';
import type { KindOfName } from './sensitive-names.ts';
import { mergeSpans, NO_SPANS, replaceSpans, type TextSpan } from './text-span.ts';

/** Functions that return what a name means. */
export interface NameRules {
  readonly kindOf: KindOfName;
  readonly traitsOf: (name: string) => NameTraits;
}

/** Maximum number of encodings around a secret, such as JSON in a form in JSON. */
const MAX_ENCODINGS = 8;
/** Maximum number of decoded characters per character of the text. Real texts need about one, because each encoding adds characters. */
const MAX_DECODED_RATIO = 8;
const MIN_DECODED_CHARS = 65_536;
/** Matches a character that precedes a named value, or occurs in JSON or percent-encoding. Other texts that are too short for a credential are not searched. */
const MAY_HOLD_VALUE = /[=:< [{%\uFEFF]/;
/** Matches a date or time in ISO 8601, which is common in APIs. Without this check, each colon would start a search for a name. */
const TIME_PATTERN = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?(?:Z|[+-]\d\d(?::?\d\d)?)?)?$/;
const MAX_TIME_LENGTH = 35;
const JSON_START = /^\uFEFF?\s*[[{"]/;

/** The search for secrets in one text and in the texts that it contains in encoded form. */
export class SecretSearch {
  readonly #names: NameRules;
  readonly #findInDecoded = (text: string) => this.#findInside(text);
  #encodings = 0;
  #decodableChars: number;

  constructor(text: string, names: NameRules) {
    this.#names = names;
    this.#decodableChars = Math.max(MIN_DECODED_CHARS, MAX_DECODED_RATIO * text.length);
  }

  /** Finds secrets in a text of any format. */
  find(text: string): readonly TextSpan[] {
    if (text.length < MIN_CREDENTIAL_LENGTH && !MAY_HOLD_VALUE.test(text)) return NO_SPANS;
    if (text.length <= MAX_TIME_LENGTH && TIME_PATTERN.test(text)) return NO_SPANS;
    if (!JSON_START.test(text)) return this.#findInText(text);
    const { spans, problem } = this.findInJson(text, text.startsWith('\uFEFF') ? 1 : 0, MAX_JSON_DEPTH);
    if (problem === undefined) return spans;
    return problem === 'deep' ? [{ start: 0, end: text.length }] : mergeSpans(spans, this.#findInText(text));
  }

  findInJson(text: string, offset: number, maxDepth: number): JsonFinding {
    return findInJson(text, offset, maxDepth, {
      traitsOf: this.#names.traitsOf,
      findInString: this.#findInDecoded,
    });
  }

  findInUrl(url: string): readonly TextSpan[] {
    const spans = findInUrl(url, { kindOf: this.#names.kindOf, findInDecoded: this.#findInDecoded });
    return mergeSpans(spans, this.#findInBase64(url, true));
  }

  #findInText(text: string): readonly TextSpan[] {
    if (isCredential(text)) return [{ start: 0, end: text.length }];
    if (isUrl(text)) return this.findInUrl(text);
    const { kindOf } = this.#names;
    if (isForm(text)) {
      const spans = findInPairs(text, { kindOf, findInDecoded: this.#findInDecoded });
      return mergeSpans(spans, this.#findInBase64(text, true));
    }
    return mergeSpans(
      findByPattern(text, kindOf),
      findInEncodedParts(text, this.#findInDecoded),
      this.#findInReferences(text),
      this.#findInBase64(text),
    );
  }

  /** Finds secrets in XML or HTML that contains other formats, whose signs are character references. */
  #findInReferences(text: string): readonly TextSpan[] {
    const decoded = decodeReferences(text);
    return decoded === text ? NO_SPANS : encodeReferenceSpans(text, this.#findInside(decoded));
  }

  #findInBase64(text: string, isPercentEncoded = false): TextSpan[] {
    const spans: TextSpan[] = [];
    for (const { start, end, decoded } of findEncodedTexts(text)) {
      const inside = this.#findInside(decoded);
      if (inside.length === 0) continue;
      const base64 = encodeBase64(text.slice(start, end), replaceSpans(decoded, inside), !isPercentEncoded);
      spans.push({ start, end, replacement: isPercentEncoded ? encodeURIComponent(base64) : base64 });
    }
    return spans;
  }

  /** Finds secrets in a decoded text, unless it is encoded too often or the whole text contains too many encoded texts. */
  #findInside(decoded: string): readonly TextSpan[] {
    if (this.#encodings === MAX_ENCODINGS || decoded.length > this.#decodableChars) return NO_SPANS;
    this.#decodableChars -= decoded.length;
    this.#encodings += 1;
    const spans = this.find(decoded);
    this.#encodings -= 1;
    return spans;
  }
}
