import { REDACTED } from './redaction-marker.ts';
import type { TextSpan } from './text-span.ts';

/** An escape sequence in an encoded text, such as `\n` or `%2F`. */
export interface EscapeSequence {
  readonly start: number;
  readonly length: number;
  /** Number of UTF-16 code units that the sequence represents. */
  readonly decodedLength: number;
}

/**
 * Returns spans of a decoded text as spans of the encoded text, so that everything else stays encoded as it was.
 * @param spans spans in ascending order, without overlaps
 * @param sequences escape sequences of the encoded text in ascending order; all other characters represent themselves
 */
export function encodeSpans(
  spans: readonly TextSpan[],
  sequences: Iterable<EscapeSequence>,
  encode: (text: string) => string,
): TextSpan[] {
  const remainingSequences = sequences[Symbol.iterator]();
  let next = remainingSequences.next();
  /** Difference between an offset in the encoded text and in the decoded text. */
  let shift = 0;

  function getEncodedOffset(offset: number, isEnd: boolean): number {
    while (next.done !== true) {
      const { start, length, decodedLength } = next.value;
      const decodedStart = start - shift;
      if (decodedStart >= offset) break;
      // A sequence of four bytes represents two code units, which belong together.
      if (decodedStart + decodedLength > offset) return isEnd ? start + length : start;
      shift += length - decodedLength;
      next = remainingSequences.next();
    }
    return offset + shift;
  }

  return spans.map(({ start, end, replacement = REDACTED }) => ({
    start: getEncodedOffset(start, false),
    end: getEncodedOffset(end, true),
    replacement: encode(replacement),
  }));
}
