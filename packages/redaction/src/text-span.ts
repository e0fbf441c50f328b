import { REDACTED } from './redaction-marker.ts';

/** A part of a text that will be replaced, from `start` to `end` (exclusive). */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
  /** Replacement of the part. Default: `[redacted]`. */
  readonly replacement?: string;
}

/**
 * Returns the text with the spans replaced.
 * @param spans spans in ascending order, without overlaps
 */
export function replaceSpans(text: string, spans: readonly TextSpan[]): string {
  if (spans.length === 0) return text;
  const parts: string[] = [];
  let copiedEnd = 0;
  for (const { start, end, replacement = REDACTED } of spans) {
    parts.push(text.slice(copiedEnd, start), replacement);
    copiedEnd = end;
  }
  parts.push(text.slice(copiedEnd));
  return parts.join('');
}
