import { encodeBase64, findEncodedTexts } from './base64.ts';
import { decodeReferences, encodeReferenceSpans } from './character-references.ts';
import { isCredential, MIN_CREDENTIAL_LENGTH } from './credentials.ts';
import { findInEncodedParts } from './find-encoded-parts.ts';
import { findInPairs, findInUrl, isForm, isUrl } from './find-in-pairs.ts';
import { MAX_JSON_DEPTH } from './json-depth.ts';
import { findInJson, type JsonFinding } from './json-search.ts';
import type { NameTraits } from './name-traits.ts';
import { findByPattern } from './scan-text.ts';
import type { GetKind } from './sensitive-names.ts';
import {
  AMPERSAND,
  EQUALS_SIGN,
  getSigns,
  LONG_BASE64,
  PATTERN_SIGN,
  PERCENT_SIGN,
  URL_SIGN,
  VALUE_SIGN,
} from './text-signs.ts';
import { mergeSpans, NO_SPANS, replaceSpans, type TextSpan } from './text-span.ts';

/** Functions that return the meaning of a name. */
export interface NameRules {
  readonly getKind: GetKind;
  readonly getTraits: (name: string) => NameTraits;
}

/** Maximum number of encodings around a secret, such as JSON in a form in JSON. */
const MAX_ENCODINGS = 8;
/** Maximum number of decoded characters per character of the text. Real texts need about one, because each encoding adds characters. */
const MAX_DECODED_RATIO = 8;
const MIN_DECODED_CHARS = 65_536;
/** Matches a date or time in ISO 8601, which is common in APIs. Without this check, each colon would start a search for a name. */
const TIME_PATTERN = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?(?:Z|[+-]\d\d(?::?\d\d)?)?)?$/;
const MAX_TIME_LENGTH = 35;
const JSON_START = /^\uFEFF?\s*[[{"]/;

/** The search for secrets in one text and in the texts that it contains in encoded form. */
export class SecretSearch {
  readonly #names: NameRules;
  readonly #findInDecoded = (text: string, signs?: number) => this.#findInside(text, signs);
  #encodings = 0;
  #decodableChars: number;

  constructor(text: string, names: NameRules) {
    this.#names = names;
    this.#decodableChars = Math.max(MIN_DECODED_CHARS, MAX_DECODED_RATIO * text.length);
  }

  /** Finds secrets in a text of any format. */
  find(text: string, signs = getSigns(text)): readonly TextSpan[] {
    if (isHarmless(text.length, signs)) return NO_SPANS;
    if (text.length <= MAX_TIME_LENGTH && TIME_PATTERN.test(text)) return NO_SPANS;
    if (!JSON_START.test(text)) return this.#findInText(text, signs);
    const { spans, problem } = this.findInJson(text, text.startsWith('\uFEFF') ? 1 : 0, MAX_JSON_DEPTH);
    if (problem === undefined) return spans;
    return problem === 'deep' ? [{ start: 0, end: text.length }] : mergeSpans(spans, this.#findInText(text, signs));
  }

  findInJson(text: string, offset: number, maxDepth: number): JsonFinding {
    return findInJson(text, offset, maxDepth, {
      getTraits: this.#names.getTraits,
      isHarmless,
      findInString: this.#findInDecoded,
    });
  }

  findInUrl(url: string): readonly TextSpan[] {
    const spans = findInUrl(url, { getKind: this.#names.getKind, findInDecoded: this.#findInDecoded });
    return mergeSpans(spans, this.#findInBase64(url, true));
  }

  #findInText(text: string, signs: number): readonly TextSpan[] {
    if (isCredential(text)) return [{ start: 0, end: text.length }];
    if ((signs & URL_SIGN) !== 0 && isUrl(text)) return this.findInUrl(text);
    const { getKind } = this.#names;
    if ((signs & EQUALS_SIGN) !== 0 && isForm(text)) {
      const spans = findInPairs(text, { getKind, findInDecoded: this.#findInDecoded });
      return mergeSpans(spans, this.#findInBase64(text, true));
    }
    return mergeSpans(
      (signs & PATTERN_SIGN) === 0 ? NO_SPANS : findByPattern(text, getKind),
      (signs & PERCENT_SIGN) === 0 ? NO_SPANS : findInEncodedParts(text, this.#findInDecoded),
      (signs & AMPERSAND) === 0 ? NO_SPANS : this.#findInReferences(text),
      (signs & LONG_BASE64) === 0 ? NO_SPANS : this.#findInBase64(text),
    );
  }

  /** Finds secrets in XML or HTML that contains text in other formats, such as JSON, whose punctuation is written as character references. */
  #findInReferences(text: string): readonly TextSpan[] {
    const decoded = decodeReferences(text);
    return decoded === text ? NO_SPANS : encodeReferenceSpans(text, this.#findInside(decoded));
  }

  #findInBase64(text: string, isPercentEncoded = false): TextSpan[] {
    const spans: TextSpan[] = [];
    for (const { start, end, decoded } of findEncodedTexts(text)) {
      const innerSpans = this.#findInside(decoded);
      if (innerSpans.length === 0) continue;
      const base64 = encodeBase64(text.slice(start, end), replaceSpans(decoded, innerSpans), !isPercentEncoded);
      spans.push({ start, end, replacement: isPercentEncoded ? encodeURIComponent(base64) : base64 });
    }
    return spans;
  }

  /** Finds secrets in a decoded text, unless it is encoded too often or the whole text contains too many encoded texts. */
  #findInside(decodedText: string, signs?: number): readonly TextSpan[] {
    if (this.#encodings === MAX_ENCODINGS || decodedText.length > this.#decodableChars) return NO_SPANS;
    this.#decodableChars -= decodedText.length;
    this.#encodings += 1;
    const spans = this.find(decodedText, signs);
    this.#encodings -= 1;
    return spans;
  }
}

/** Returns whether a text is too short for a credential, and contains no value with a name. */
function isHarmless(length: number, signs: number): boolean {
  return length < MIN_CREDENTIAL_LENGTH && (signs & VALUE_SIGN) === 0;
}
