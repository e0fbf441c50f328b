import { isBlank, lineAt } from './html.ts';
import { firstText, type Lines, lineEnd, lineStart } from './lines.ts';

/**
 * How much may still be looked at in vain: what begins like a tag or a statement and does not end would otherwise be read to the end of the
 * document again and again.
 */
export interface Lookahead {
  left: number;
}

export const LOOKAHEAD = 2_000_000;

/** Longest tag or statement of MDX that is looked at, in UTF-16 units; the tags of real API references reach 90,000. */
const LIMIT = 300_000;

/**
 * The line after the JSX that begins at `line`, where its text stands at `at`: the tag to its end, whatever its props hold, and the lines below it
 * up to a blank one. Undefined where it is no tag, or one that does not end.
 */
export function endOfJsx(lines: Lines, line: number, at: number, lookahead: Lookahead): number | undefined {
  const { text } = lines;
  const next = text.charCodeAt(at + 1);
  const isTag = (next >= 0x41 && next <= 0x5a) || (next >= 0x61 && next <= 0x7a) || next === 0x2f || next === 0x3e;
  if (!isTag) return undefined;
  const close = endOfTag(text, at + 1, lookahead);
  if (close === undefined) return undefined;
  let end = lineAt(lines, close, line) + 1;
  // Text behind an inline tag is a paragraph with a tag in it.
  const first = lineEnd(lines, line);
  if (close < first && firstText(text, close + 1, first) < first && !isClosedOnLine(text, at, first)) return undefined;
  while (end < lines.count && !isBlank(lines, end)) end += 1;
  return end;
}

/** Whether the line ends with a tag, so that all of it is JSX. */
function isClosedOnLine(text: string, at: number, end: number): boolean {
  return text.slice(at, end).trimEnd().endsWith('>');
}

/** The line after an `import` or `export` that begins at `line`; undefined where the word only begins a sentence. */
export function endOfEsm(lines: Lines, line: number, lookahead: Lookahead): number | undefined {
  const start = lineStart(lines, line);
  const { text } = lines;
  const head = text.slice(start, Math.min(lineEnd(lines, line), start + 200));
  if (!/^(?:import(?:\s*["'{*]|\s+[\w$]+\s*(?:,|\s+from\b))|export\s+(?:default\b|(?:const|let|var|function|async|class|type|interface|enum)\s|[{*]))/.test(head))
    return undefined;
  let end = line;
  let depth = 0;
  let at = start;
  for (; end < lines.count && lineStart(lines, end) - start < Math.min(LIMIT, lookahead.left); end += 1) {
    if (isBlank(lines, end) && depth <= 0) return end;
    const to = lineEnd(lines, end);
    while (at < to) {
      const skipped = skipQuoted(text, at);
      if (skipped > at) {
        at = skipped;
        continue;
      }
      const code = text.charCodeAt(at);
      if (code === 0x7b || code === 0x28 || code === 0x5b) depth += 1;
      else if (code === 0x7d || code === 0x29 || code === 0x5d) depth -= 1;
      at += 1;
    }
    at = Math.max(at, to + 1);
  }
  if (depth <= 0 && end > line) return end;
  lookahead.left -= lineStart(lines, end) - start;
  // Brackets that never close are no reason to take the rest of the page for code.
  end = line;
  while (end < lines.count && !isBlank(lines, end)) end += 1;
  return end;
}

/** Offset of the `>` that ends the tag whose name begins at `from`; undefined where there is none in reach. */
function endOfTag(text: string, from: number, lookahead: Lookahead): number | undefined {
  let depth = 0;
  let at = from;
  const limit = Math.min(text.length, from + Math.min(LIMIT, lookahead.left));
  for (; at < limit; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x22 || code === 0x27 || code === 0x60) {
      // Inside braces an apostrophe may stand in a text; only a quote that closes is one.
      const skipped = skipQuoted(text, at);
      if (skipped > at) at = skipped - 1;
    } else if (code === 0x7b) depth += 1;
    else if (code === 0x7d) depth -= 1;
    else if (code === 0x3e && depth <= 0) return at;
    else if (code === 0x0a && depth <= 0 && text.charCodeAt(at + 1) === 0x0a) break;
  }
  lookahead.left -= at - from;
  return undefined;
}

/** Offset behind the string that begins at `at`, or `at` where none does: quotes end on their line, templates where they end. */
function skipQuoted(text: string, at: number): number {
  const quote = text.charCodeAt(at);
  if (quote !== 0x22 && quote !== 0x27 && quote !== 0x60) return at;
  const limit = Math.min(text.length, at + LIMIT);
  for (let next = at + 1; next < limit; next += 1) {
    const code = text.charCodeAt(next);
    if (code === 0x5c) next += 1;
    else if (code === quote) return next + 1;
    else if (code === 0x0a && quote !== 0x60) return at;
  }
  return at;
}
