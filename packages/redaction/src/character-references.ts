import { type EscapeSequence, encodeSpans } from './escape-sequences.ts';
import type { TextSpan } from './text-span.ts';

/** Matches a character reference of XML and HTML, such as `&quot;` or `&#34;`. */
const REFERENCE_PATTERN = /&(?:(lt|gt|amp|quot|apos)|#(\d{1,7})|#x([\da-f]{1,6}));/gi;
const CHARACTERS: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };
const MAX_CODE_POINT = 0x10ffff;

/** Decodes the character references of XML and HTML. */
export function decodeReferences(encoded: string): string {
  return encoded.includes('&') ? encoded.replaceAll(REFERENCE_PATTERN, decodeReference) : encoded;
}

/** Returns spans of the decoded text as spans of the text with character references. */
export function encodeReferenceSpans(encoded: string, spans: readonly TextSpan[]): TextSpan[] {
  return encodeSpans(spans, findSequences(encoded), encode);
}

const encode = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

function* findSequences(encodedText: string): Generator<EscapeSequence> {
  for (const match of encodedText.matchAll(REFERENCE_PATTERN)) {
    const [sequence, name, decimal, hexadecimal] = match;
    const decodedLength = decodeReference(sequence, name, decimal, hexadecimal).length;
    yield { start: match.index, length: sequence.length, decodedLength };
  }
}

function decodeReference(sequence: string, name?: string, decimal?: string, hexadecimal?: string): string {
  if (name !== undefined) return CHARACTERS[name.toLowerCase()] ?? sequence;
  const codePoint = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal);
  return codePoint <= MAX_CODE_POINT ? String.fromCodePoint(codePoint) : sequence;
}
