import { type EscapeSequence, encodeSpans } from './escape-sequences.ts';
import type { TextSpan } from './text-span.ts';

/** Matches the percent-encoding of one character in UTF-8. */
const ENCODED_CHARACTER =
  /%[0-7][\da-f]|%[cd][\da-f]%[89ab][\da-f]|%e[\da-f]%[89ab][\da-f]%[89ab][\da-f]|%f[0-7]%[89ab][\da-f]%[89ab][\da-f]%[89ab][\da-f]/gi;
const ENCODED_BYTE = /%[\da-f][\da-f]/i;

/** Returns whether a text contains a percent-encoded byte. */
export const hasEncodedByte = (text: string) => text.includes('%') && ENCODED_BYTE.test(text);

/**
 * Decodes a percent-encoded text. Sequences that are truncated or not UTF-8 stay as they are.
 * @param isForm whether a `+` represents a space
 */
export function decodePercent(encodedText: string, isForm: boolean): string {
  const spacedText = isForm && encodedText.includes('+') ? encodedText.replaceAll('+', ' ') : encodedText;
  if (!spacedText.includes('%')) return spacedText;
  try {
    return decodeURIComponent(spacedText);
  } catch {
    return spacedText.replace(ENCODED_CHARACTER, decodeCharacter);
  }
}

/** Decodes a name or value of a form. */
export const decodeForm = (encoded: string) => decodePercent(encoded, true);

/** Returns spans of the decoded text as spans of the percent-encoded text. */
export function encodePercentSpans(encoded: string, spans: readonly TextSpan[]): TextSpan[] {
  return encodeSpans(spans, findSequences(encoded), encodeURIComponent);
}

function* findSequences(encodedText: string): Generator<EscapeSequence> {
  for (const { 0: sequence, index } of encodedText.matchAll(ENCODED_CHARACTER)) {
    yield { start: index, length: sequence.length, decodedLength: decodeCharacter(sequence).length };
  }
}

function decodeCharacter(sequence: string): string {
  try {
    return decodeURIComponent(sequence);
  } catch {
    return sequence;
  }
}
