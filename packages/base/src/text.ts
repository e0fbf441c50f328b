/** Segmenter that is created on first use. Its creation takes longer than chunking ten pages, most of which do not need it. */
let segmenter: Intl.Segmenter | undefined;

/** Number of characters around a position that are searched for the grapheme at the position. No writing system has longer grapheme clusters. */
const WINDOW_CHARS = 256;

/** Truncates a text to at most `limit` UTF-16 code units, including an ellipsis at the end. Never splits a grapheme. */
export function truncate(text: string, limit: number): string {
  if (text.length <= limit) return text;
  return limit < 2 ? '…'.slice(0, limit) : `${text.slice(0, findGraphemeBoundary(text, limit - 1)).toWellFormed()}…`;
}

/** Truncates a text to at most `limit` UTF-16 code units in the middle, so that both ends of a path stay readable. */
export function truncateMiddle(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const headLength = findGraphemeBoundary(text, Math.ceil((limit - 1) / 2));
  const tailLength = text.length - (limit - 1 - headLength);
  const headEnd = findGraphemeBoundary(text, tailLength);
  const tail = headEnd === tailLength ? tailLength : headEnd + (getGraphemeAt(text, headEnd)?.length ?? 1);
  return `${text.slice(0, headLength).trimEnd()}…${text.slice(tail).trimStart()}`;
}

/**
 * Returns the last position at or before `limit` (in UTF-16 code units) where a text can be split without splitting a grapheme. Never returns 0 for a text
 * longer than `limit`: a grapheme cluster longer than `limit` is split between code points.
 */
export function findGraphemeBoundary(text: string, limit: number): number {
  if (text.length <= limit) return text.length;
  if (
    isNeverCombined(text.charCodeAt(limit - 1)) &&
    isNeverCombined(text.charCodeAt(limit)) &&
    text.charCodeAt(limit) !== 0x0a
  )
    return limit;
  const windowStart = Math.max(0, limit - WINDOW_CHARS);
  // The window must not start inside a surrogate pair or inside a row of flags, because flags can only be separated from the start of the row.
  let start = isLowSurrogate(text, windowStart) ? windowStart - 1 : windowStart;
  while (start >= 2 && isRegionalIndicator(text, start) && isRegionalIndicator(text, start - 2)) start -= 2;
  const segment = splitGraphemes(text.slice(start, limit + WINDOW_CHARS)).containing(limit - start);
  const boundary = start + (segment?.index ?? 0);
  if (boundary > start || (boundary > 0 && start > 0)) return boundary;
  return isLowSurrogate(text, limit) ? Math.max(limit - 1, 1) : limit;
}

function splitGraphemes(text: string): Intl.Segments {
  segmenter ??= new Intl.Segmenter('und', { granularity: 'grapheme' });
  return segmenter.segment(text);
}

function getGraphemeAt(text: string, offset: number): string | undefined {
  return splitGraphemes(text.slice(offset, offset + WINDOW_CHARS)).containing(0)?.segment;
}

/** Returns whether a character never combines with its neighbors: characters below the first combining mark, punctuation, and ideographs. */
function isNeverCombined(code: number): boolean {
  return code < 0x300 || (code >= 0x2010 && code <= 0x205e) || (code >= 0x3400 && code <= 0x9fff);
}

/** Returns whether a regional indicator is at this position. Two regional indicators form a flag. */
function isRegionalIndicator(text: string, offset: number): boolean {
  const code = text.codePointAt(offset) ?? 0;
  return code >= 0x1f1e6 && code <= 0x1f1ff;
}

function isLowSurrogate(text: string, offset: number): boolean {
  const code = text.charCodeAt(offset);
  return code >= 0xdc00 && code <= 0xdfff;
}

/**
 * Returns a copy of a text for a cache. V8 stores a part of a text as a reference to the whole text, so a part that stays in a cache would keep the
 * whole text in memory.
 */
export function copyText(text: string): string {
  return JSON.parse(JSON.stringify(text)) as string;
}
