import { getLineEnd, getLineStart, isBlank, type Lines } from '@context-sync/formats';
import { type Lookahead, MAX_LOOKAHEAD, skipQuoted } from './bounded-lookahead.ts';

// The patterns match more than the keyword, because sentences can start with the same word: "import data from your account", "export class diagrams".
const IMPORT_PATTERNS = [
  String.raw`["'][^"']*["'];?\s*$`,
  String.raw`\{`,
  String.raw`\*\s*as\b`,
  String.raw`type\s*(?:\{|\*\s*as\b)`,
  String.raw`(?:type\s+)?[\w$]+\s*(?:,\s*(?:[{*]|$)|\sfrom\s*["'])`,
];
const EXPORT_PATTERNS = [
  String.raw`(?:type\s*)?\{`,
  String.raw`\*\s*(?:as|from)\b`,
  String.raw`(?:const|let|var)\s*(?:[{[]|[\w$]+\s*[=:])`,
  String.raw`(?:default\s+)?(?:async\s+)?function\b\s*\*?\s*[\w$]*\s*[(<]`,
  String.raw`(?:default\s+)?(?:abstract\s+)?class\b\s*[\w$]*\s*(?:[{<]|extends\b|$)`,
  String.raw`type\s+[\w$]+\s*[=<]`,
  String.raw`(?:interface|enum)\s+[\w$]+\s*(?:[{<]|extends\b|$)`,
  String.raw`default\s*(?:[({["'\x60<]|new\b|[\w$.]+\s*(?:[;(]|$))`,
];
const STATEMENT_PATTERN = new RegExp(
  `^(?:import(?=[\\s"'{*])\\s*(?:${IMPORT_PATTERNS.join('|')})|export(?=[\\s{*])\\s*(?:${EXPORT_PATTERNS.join('|')}))`,
);

/** Returns the line after the `import` or `export` at `line`; undefined if the word starts a sentence. */
export function findEndOfEsm(lines: Lines, line: number, lookahead: Lookahead): number | undefined {
  const start = getLineStart(lines, line);
  const { text } = lines;
  const statementStart = text.slice(start, Math.min(getLineEnd(lines, line), start + 200));
  if (!STATEMENT_PATTERN.test(statementStart)) return undefined;
  let end = line;
  let depth = 0;
  let offset = start;
  for (; end < lines.count && getLineStart(lines, end) - start < Math.min(MAX_LOOKAHEAD, lookahead.left); end += 1) {
    // A template literal may contain blank lines.
    if (depth <= 0 && offset <= getLineStart(lines, end) && isBlank(lines, end)) return end;
    const to = getLineEnd(lines, end);
    while (offset < to) {
      const skippedEnd = skipQuoted(text, offset, lookahead);
      if (skippedEnd > offset) {
        offset = skippedEnd;
        continue;
      }
      const code = text.charCodeAt(offset);
      if (code === 0x7b || code === 0x28 || code === 0x5b) depth += 1;
      else if (code === 0x7d || code === 0x29 || code === 0x5d) depth -= 1;
      offset += 1;
    }
    offset = Math.max(offset, to + 1);
  }
  if (depth <= 0 && end > line) return end;
  lookahead.left -= getLineStart(lines, end) - start;
  // If brackets are never closed, only the lines up to the next blank line are code.
  end = line;
  while (end < lines.count && !isBlank(lines, end)) end += 1;
  return end;
}
