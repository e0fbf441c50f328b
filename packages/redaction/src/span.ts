import { REDACTED } from './redacted.ts';

/** A part of a text that is replaced, from `start` up to `end`. */
export interface Span {
  readonly start: number;
  readonly end: number;
  /** What stands in its place, if not `[redacted]` alone. */
  readonly by?: string;
}

/** The text with its spans replaced. @param spans in order, apart from each other */
export function replaceSpans(text: string, spans: readonly Span[]): string {
  if (spans.length === 0) return text;
  const parts: string[] = [];
  let done = 0;
  for (const { start, end, by = REDACTED } of spans) {
    parts.push(text.slice(done, start), by);
    done = end;
  }
  parts.push(text.slice(done));
  return parts.join('');
}
