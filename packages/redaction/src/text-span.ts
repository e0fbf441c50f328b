import { REDACTED } from './redaction-marker.ts';

/** A part of a text to be replaced, from `start` up to `end`. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
  /** Replacement; default: `[redacted]`. */
  readonly replacement?: string;
}

/** Replaces the spans of a text. @param spans in order, without overlaps */
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
