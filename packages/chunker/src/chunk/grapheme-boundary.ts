/** Made when it is first needed: that takes longer than to cut ten pages, most of which do not need it. */
let segmenter: Intl.Segmenter | undefined;

/** How far around a place is looked at to find the grapheme there; longer clusters than this do not occur in writing. */
const WINDOW = 256;

/**
 * The last place at or before `limit` (UTF-16 units) where text may be cut without cutting a grapheme.
 * Never 0 for a text longer than `limit`: a cluster longer than all of it is cut between code points.
 */
export function graphemeBoundary(text: string, limit: number): number {
  if (text.length <= limit) return text.length;
  if (isAlone(text.charCodeAt(limit - 1)) && isAlone(text.charCodeAt(limit)) && text.charCodeAt(limit) !== 0x0a)
    return limit;
  const from = Math.max(0, limit - WINDOW);
  // A window must not start inside a surrogate pair, nor in a row of flags, which are told apart by counting from its beginning.
  let start = isLowSurrogate(text, from) ? from - 1 : from;
  while (start >= 2 && isIndicator(text, start) && isIndicator(text, start - 2)) start -= 2;
  const segment = graphemes(text.slice(start, limit + WINDOW)).containing(limit - start);
  const boundary = start + (segment?.index ?? 0);
  if (boundary > start || (boundary > 0 && start > 0)) return boundary;
  return isLowSurrogate(text, limit) ? Math.max(limit - 1, 1) : limit;
}

function graphemes(text: string): Intl.Segments {
  segmenter ??= new Intl.Segmenter('und', { granularity: 'grapheme' });
  return segmenter.segment(text);
}

/** Whether the character is a grapheme of its own beside others of the kind: below the first combining mark, punctuation, ideographs. */
function isAlone(code: number): boolean {
  return code < 0x300 || (code >= 0x2010 && code <= 0x205e) || (code >= 0x3400 && code <= 0x9fff);
}

/** Whether a regional indicator stands there; two make a flag. */
function isIndicator(text: string, at: number): boolean {
  const code = text.codePointAt(at) ?? 0;
  return code >= 0x1f1e6 && code <= 0x1f1ff;
}

function isLowSurrogate(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff;
}

/** Shortens in the middle, so that both ends of a path can still be read. */
export function shorten(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const head = graphemeBoundary(text, Math.ceil((limit - 1) / 2));
  const wanted = text.length - (limit - 1 - head);
  const before = graphemeBoundary(text, wanted);
  const tail = before === wanted ? wanted : before + (graphemeAt(text, before)?.length ?? 1);
  return `${text.slice(0, head).trimEnd()}…${text.slice(tail).trimStart()}`;
}

function graphemeAt(text: string, at: number): string | undefined {
  return graphemes(text.slice(at, at + WINDOW)).containing(0)?.segment;
}
