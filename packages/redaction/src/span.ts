import { REDACTED } from './redacted.ts';

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
  let done = 0;
  for (const { start, end, replacement = REDACTED } of spans) {
    parts.push(text.slice(done, start), replacement);
    done = end;
  }
  parts.push(text.slice(done));
  return parts.join('');
}
