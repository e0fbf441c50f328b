import { nextPlace } from './lines.ts';

const BACKTICK = 0x60;
const TILDE = 0x7e;
const BACKSLASH = 0x5c;
const OPENING = 0x5b;
const CLOSING = 0x5d;

/** What a link, or what is none, begins and ends with. */
const MARK = /[`~\\[\]]/g;
/** Marks of code; fewer tildes strike text through. */
const CODE_MARK = /`+|~{3,}/g;

/** Longest destination of a link that is looked for; longer ones, such as data addresses, are left as they are. */
const DESTINATION_LIMIT = 1_024;
/** Longest label or title of a link. */
const LABEL_LIMIT = 1_000;

/** A link or image in running text. Positions are UTF-16 indices. */
export interface InlineLink {
  /** Of `[`, or of `!` for an image. */
  readonly start: number;
  /** Behind the last character of the whole. */
  readonly end: number;
  /** Of the text between the brackets. */
  readonly text: readonly [number, number];
  /** Of the destination between the parentheses; undefined for a reference. */
  readonly destination: readonly [number, number] | undefined;
  /** Label of a reference: between the second brackets, or the text itself. */
  readonly label: string | undefined;
}

/**
 * Finds links, images and references outside of inline code and fences, in one pass. Nested ones (an image in a link) come out both,
 * the inner first. It is not known here whether a reference has a definition.
 */
export function inlineLinks(text: string): InlineLink[] {
  const links: InlineLink[] = [];
  const open: number[] = [];
  const code = codeSpans(text);
  for (let at = nextPlace(MARK, text, 0); at >= 0; at = nextPlace(MARK, text, at + 1)) {
    const char = text.charCodeAt(at);
    if (char === BACKTICK || char === TILDE) at = (code.get(at) ?? at + 1) - 1;
    else if (char === BACKSLASH) at += 1;
    else if (char === OPENING) open.push(at);
    else if (char === CLOSING) {
      const bracket = open.pop();
      if (bracket === undefined) continue;
      const link = linkAt(text, bracket, at);
      if (!link) continue;
      links.push(link);
      at = link.end - 1;
    }
  }
  return links;
}

function linkAt(text: string, bracket: number, close: number): InlineLink | undefined {
  const start = text[bracket - 1] === '!' && text[bracket - 2] !== '\\' ? bracket - 1 : bracket;
  const inner = [bracket + 1, close] as const;
  const after = text[close + 1];
  if (after === '(') {
    const found = destinationAt(text, close + 2);
    return found && { start, end: found.end, text: inner, destination: found.range, label: undefined };
  }
  const own = text.slice(...inner);
  if (after === '[') {
    const end = indexWithin(text, ']', close + 2);
    if (end < 0) return undefined;
    const label = text.slice(close + 2, end) || own;
    return { start, end: end + 1, text: inner, destination: undefined, label };
  }
  return { start, end: close + 1, text: inner, destination: undefined, label: own };
}

/** Reads `destination "title")`. */
function destinationAt(text: string, from: number): { range: readonly [number, number]; end: number } | undefined {
  let at = skipSpace(text, from);
  let range: readonly [number, number];
  const limit = Math.min(text.length, at + DESTINATION_LIMIT);
  if (text[at] === '<') {
    const end = text.slice(at, limit).search(/[>\n]/);
    if (end < 0 || text[at + end] !== '>') return undefined;
    range = [at + 1, at + end];
    at += end + 1;
  } else {
    const start = at;
    let depth = 0;
    for (; at < limit; at += 1) {
      const char = text.charCodeAt(at);
      if (char <= 0x20) break;
      if (char === 0x5c) at += 1;
      else if (char === 0x28) depth += 1;
      else if (char === 0x29) {
        if (depth === 0) break;
        depth -= 1;
      }
    }
    if (at >= limit) return undefined;
    range = [start, at];
  }
  at = skipSpace(text, at);
  const quote = text[at];
  if (quote === '"' || quote === "'" || quote === '(') {
    const end = indexWithin(text, quote === '(' ? ')' : quote, at + 1);
    if (end < 0) return undefined;
    at = skipSpace(text, end + 1);
  }
  return text[at] === ')' ? { range, end: at + 1 } : undefined;
}

/** Where `mark` stands next, if that is not far: a search to the end for every bracket would take quadratic time. */
function indexWithin(text: string, mark: string, from: number): number {
  const index = text.slice(from, from + LABEL_LIMIT).indexOf(mark);
  return index < 0 ? -1 : from + index;
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (text[at] === ' ' || text[at] === '\n' || text[at] === '\t') at += 1;
  return at;
}

/** Where inline code and fences stand: from the first mark, the index behind the last. Found in one pass over the runs of marks. */
export function codeSpans(text: string): ReadonlyMap<number, number> {
  const starts: number[] = [];
  const ends: number[] = [];
  CODE_MARK.lastIndex = 0;
  while (CODE_MARK.test(text)) {
    const end = CODE_MARK.lastIndex;
    const code = text.charCodeAt(end - 1);
    let start = end - 1;
    while (text.charCodeAt(start - 1) === code) start -= 1;
    // Behind a backslash a mark is text.
    if (text.charCodeAt(start - 1) === BACKSLASH) continue;
    starts.push(start);
    ends.push(end);
  }
  if (starts.length < 2) return NO_SPANS;
  const spans = new Map<number, number>();
  const closings = nextOfKind(text, starts, ends);
  for (let run = 0; run < starts.length; run += 1) {
    const closing = closings[run] ?? -1;
    if (closing < 0) continue;
    spans.set(starts[run] ?? 0, ends[closing] ?? 0);
    run = closing;
  }
  return spans;
}

const NO_SPANS: ReadonlyMap<number, number> = new Map();

/** For every run of marks the next one of the same mark and length; -1 where there is none. */
function nextOfKind(text: string, starts: readonly number[], ends: readonly number[]): number[] {
  const seen = new Map<number, number>();
  const closings: number[] = [];
  for (let run = starts.length - 1; run >= 0; run -= 1) {
    const start = starts[run] ?? 0;
    const length = (ends[run] ?? 0) - start;
    const kind = text.charCodeAt(start) === TILDE ? -length : length;
    closings[run] = seen.get(kind) ?? -1;
    seen.set(kind, run);
  }
  return closings;
}
