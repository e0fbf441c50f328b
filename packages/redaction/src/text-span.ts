import { REDACTED } from './redaction-marker.ts';

/** A part of a text that will be replaced, from `start` to `end` (exclusive). */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
  /** Replacement of the part. Default: `[redacted]`. */
  readonly replacement?: string;
}

/** The result of a search that found nothing. */
export const NO_SPANS: readonly TextSpan[] = [];

/** Returns spans of several searches of the same text in ascending order, without overlaps. A span that overlaps an earlier one extends it. */
export function mergeSpans(...lists: readonly (readonly TextSpan[])[]): readonly TextSpan[] {
  // Most texts contain no secret.
  if (lists.every((list) => list.length === 0)) return NO_SPANS;
  const filledLists = lists.filter((list) => list.length > 0);
  const [onlyList] = filledLists;
  if (onlyList === undefined) return NO_SPANS;
  const sortedSpans = filledLists.flat().sort((a, b) => a.start - b.start || b.end - a.end);
  const mergedSpans: TextSpan[] = [];
  for (const span of sortedSpans) {
    const last = mergedSpans.at(-1);
    if (last === undefined || span.start >= last.end) mergedSpans.push(span);
    else if (span.end > last.end) mergedSpans[mergedSpans.length - 1] = { ...last, end: span.end };
  }
  return mergedSpans;
}

/** Returns the spans of a part of a text as spans of the whole text. */
export function shiftSpans(spans: readonly TextSpan[], offset: number): readonly TextSpan[] {
  if (offset === 0 || spans.length === 0) return spans;
  return spans.map((span) => ({ ...span, start: span.start + offset, end: span.end + offset }));
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
