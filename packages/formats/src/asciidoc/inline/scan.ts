import { isWord } from './characters.ts';
import { codeSpan, escapeText } from './escape.ts';
import { escapedAt } from './escaped.ts';
import { createFormats, type Formats, formatted } from './formats.ts';
import { HARD_BREAK, type Held } from './held.ts';
import type { InlineDocument } from './inline.ts';
import { angleAt, macroAt, parenthesisAt } from './macros.ts';
import { createSearch, createTextSearch, type Search } from './search.ts';

/** Settings for converting a text. */
export interface InlineSetting {
  readonly held: Held;
  readonly document: InlineDocument;
  readonly line: number;
  /** Whether to return only the visible text without markup. */
  readonly plain: boolean;
  /** Whether to use the marks of the compatibility mode. */
  readonly compatible: boolean;
}

/** Context of a part of the text. */
export interface Mode {
  /** Inside the text of a link, which cannot contain other links. */
  readonly label: boolean;
  /** Inside inline code, which can only contain links. */
  readonly code: boolean;
  /** The marks that are open around the part. */
  readonly open: string;
  readonly depth: number;
}

/** A part of the text from `start` to `end`. Text before `from` has already been read. */
export interface Part {
  readonly start: number;
  readonly end: number;
  readonly mode: Mode;
}

/** State of a text that is being converted. */
export interface Scan extends InlineSetting {
  readonly text: string;
  readonly search: (mark: string, from: number) => number;
  /** Returns the position of the next white space, bracket or angle bracket. */
  readonly stop: Search;
  /** Returns the position of the next closing bracket that is not escaped. */
  readonly bracket: Search;
  readonly formats: Formats;
  /** Positions of closing brackets by their opening brackets. */
  readonly brackets: ReadonlyMap<number, number>;
  /** Number of removed line breaks, which are inserted at the next space. */
  dropped: number;
  readonly read: (start: number, end: number, mode: Mode) => string;
}

/** A converted construct: its Markdown and its range in the text. */
export interface Found {
  readonly start: number;
  readonly end: number;
  readonly markdown: string;
}

/** Maximum nesting depth; deeper markup, which only machines write, remains text. */
const DEPTH_LIMIT = 12;
const COMPATIBLE_SPECIAL = /[*_`#^~[<:\\\ufdd0+']|\((?=[(CRT])|-(?=-)/g;
const SPECIAL = /[*_`#^~[<:\\\ufdd0]|["'](?=`)|\((?=[(CRT])|\+(?=\n|$)|-(?=-)/g;

export function scanInline(text: string, setting: InlineSetting): string {
  const stops = /[\s[\]<>]/g;
  const scan: Scan = {
    ...setting,
    text,
    search: createTextSearch(text),
    stop: createSearch((from) => {
      stops.lastIndex = from;
      return stops.exec(text)?.index ?? text.length;
    }),
    bracket: createSearch((from) => {
      let at = text.indexOf(']', from);
      while (at > 0 && text[at - 1] === '\\') at = text.indexOf(']', at + 1);
      return at;
    }),
    formats: createFormats(text, setting.compatible),
    brackets: bracketPairs(text),
    dropped: 0,
    read: (start, end, mode) => readPart(scan, { start, end, mode }),
  };
  const markdown = scan.read(0, text.length, { label: false, code: false, open: '', depth: 0 });
  return markdown + '\n'.repeat(scan.dropped);
}

function readPart(scan: Scan, part: Part): string {
  const { text } = scan;
  const { start, end, mode } = part;
  const parts: string[] = [];
  let last = '';
  let from = start;
  const push = (markdown: string) => {
    if (markdown === '') return;
    // An exclamation mark before a link would turn it into an image.
    if (last === '!' && markdown.startsWith('[') && !scan.plain) parts.push((parts.pop() ?? '').slice(0, -1), '\\!');
    parts.push(markdown);
    last = markdown.at(-1) ?? '';
  };
  const flush = (to: number) => {
    if (to > from) push(textRun(scan, from, to, last, to < end ? (text[to] ?? '') : '', mode));
    from = to;
  };
  const special = new RegExp(scan.compatible ? COMPATIBLE_SPECIAL : SPECIAL);
  special.lastIndex = start;
  for (let match = special.exec(text); match && match.index < end; match = special.exec(text)) {
    const dropped = scan.dropped;
    const found = mode.depth < DEPTH_LIMIT ? foundAt(scan, match.index, from, part) : undefined;
    if (!found) continue;
    const lost = lineEnds(text.slice(found.start, found.end)) - lineEnds(found.markdown) - (scan.dropped - dropped);
    flush(found.start);
    push(found.markdown);
    from = found.end;
    special.lastIndex = found.end;
    if (lost > 0) scan.dropped += lost;
  }
  flush(end);
  return parts.join('');
}

function foundAt(scan: Scan, at: number, from: number, part: Part): Found | undefined {
  switch (scan.text[at]) {
    case ':':
      return macroAt(scan, at, from, part);
    case '<':
      return angleAt(scan, at, part);
    case '\\':
      return escapedAt(scan, at, part);
    default:
  }
  if (part.mode.code) return undefined;
  switch (scan.text[at]) {
    case '\ufdd0':
      return tokenAt(scan, at);
    case '[':
      return anchorOrRole(scan, at, part);
    case '(':
      return parenthesisAt(scan, at, part);
    case '+':
      return hardBreak(scan, at, from, part) ?? formatAt(scan, at, at, part);
    case '-':
      return dash(scan, at, part);
    default:
      return formatAt(scan, at, at, part);
  }
}

/** Converts text without marks: escapes it, or formats it as code. Inserts removed line breaks at its first space. */
function textRun(scan: Scan, from: number, to: number, before: string, after: string, mode: Mode): string {
  let run = scan.text.slice(from, to);
  if (mode.code) {
    const code = scan.held.restore(run);
    scan.dropped += lineEnds(run);
    return scan.plain ? code : codeSpan(code.replaceAll('\n', ' '));
  }
  if (scan.plain) return run;
  if (scan.dropped > 0) {
    run = run.replace(/[ \n]/, (space) => {
      const owed = '\n'.repeat(scan.dropped);
      scan.dropped = 0;
      return space === '\n' ? `${owed}\n` : owed;
    });
  }
  return escapeText(run, before, after, mode.label);
}

function tokenAt(scan: Scan, at: number): Found | undefined {
  const token = scan.held.tokenAt(scan.text, at);
  if (!token) return undefined;
  const { kind, text } = token.held;
  const found = (markdown: string): Found => ({ start: at, end: token.end, markdown });
  if (scan.plain) return found(kind === 'raw' ? text.replaceAll(/<[^<>]{0,300}>/g, '') : text);
  // HTML is passed through; other text would be parsed as Markdown.
  if (kind === 'raw' && /[<&]/.test(text)) return found(text);
  if (kind === 'text' || kind === 'raw') return found(escapeText(text, scan.text[at - 1], scan.text[token.end], true));
  if (kind === 'math') return found(`$${text}$`);
  scan.dropped += lineEnds(text);
  return found(codeSpan(text.replaceAll('\n', ' ')));
}

/** Reads `[[id]]`, the bibliography entry `[[[entry]]]`, or `[role]` before formatted text. */
function anchorOrRole(scan: Scan, at: number, part: Part): Found | undefined {
  const { text } = scan;
  const close = scan.brackets.get(at);
  if (close === undefined || close >= part.end || close - at > 500) return undefined;
  if (text[at + 1] === '[' && scan.brackets.get(at + 1) === close - 1) {
    if (text[at + 2] === '[' && scan.brackets.get(at + 2) === close - 2) {
      const entry = text.slice(at + 3, close - 2).split(',', 2);
      const shown = `[${(entry[1] ?? entry[0] ?? '').trim()}]`;
      return { start: at, end: close + 1, markdown: scan.plain ? shown : escapeText(shown, '', '', part.mode.label) };
    }
    const id = text.slice(at + 2, close - 1);
    return /^[\p{L}_:][^\n]*$/u.test(id) ? { start: at, end: close + 1, markdown: '' } : undefined;
  }
  const found =
    isWord(text[at - 1]) && text[close + 1] !== text[close + 2] ? undefined : formatAt(scan, close + 1, at, part);
  if (!found) return undefined;
  const struck = text[close + 1] === '#' && text.slice(at + 1, close).includes('line-through');
  return struck && !scan.plain ? { ...found, markdown: `~~${found.markdown}~~` } : found;
}

/** Reads formatted text whose marks begin at `at`, and which includes the text from `start`. */
function formatAt(scan: Scan, at: number, start: number, part: Part): Found | undefined {
  const { text } = scan;
  const { mode } = part;
  const format = scan.formats(at, part, mode.open);
  if (!format) return text.startsWith("`'", at) ? { start, end: at + 2, markdown: '’' } : undefined;
  const found = (markdown: string): Found => ({ start, end: format.end, markdown });
  if (format.kind === '`') return found(code(scan, format.from, format.to, mode));
  const open = `${mode.open}${format.kind}`;
  const content = scan.read(format.from, format.to, { ...mode, open, depth: mode.depth + 1 });
  if (scan.plain)
    return found(format.kind === '"' || format.kind === "'" ? formatted(format.kind, content, '', '') : content);
  return found(
    formatted(format.kind, content, start > part.start ? (text[start - 1] ?? '') : '', text[format.end] ?? ''),
  );
}

const LINK_IN_CODE = /(?:\b(?:link|xref|https?):[^\s[\]]{1,300}\[|<<[^\s<>])/;
const MARKED_CODE = /^([*_])([^*_`\ufdd0]{1,300})\1$/;

function code(scan: Scan, from: number, to: number, mode: Mode): string {
  const text = scan.text.slice(from, to);
  if (!mode.label && text.length < 5_000 && LINK_IN_CODE.test(text))
    return scan.read(from, to, { ...mode, code: true, depth: mode.depth + 1 });
  const marked = MARKED_CODE.exec(text);
  const restored = scan.held.restore(marked?.[2] ?? text).replaceAll(/\\(?=https?:|link:|<<)/g, '');
  if (scan.plain) return restored;
  scan.dropped += lineEnds(restored);
  const span = codeSpan(restored.replaceAll('\n', ' '));
  return marked ? formatted(marked[1] ?? '', span, '', '') : span;
}

/** Reads a plus sign after a space at the end of a line. */
function hardBreak(scan: Scan, at: number, from: number, part: Part): Found | undefined {
  const before = scan.text[at - 1];
  const after = scan.text[at + 1] ?? '\n';
  if (at <= part.start || after !== '\n' || (before !== ' ' && before !== '\t')) return undefined;
  return { start: Math.max(from, at - 1), end: at + 1, markdown: scan.plain ? '' : HARD_BREAK };
}

/** Converts two hyphens between spaces to a dash. */
function dash(scan: Scan, at: number, part: Part): Found | undefined {
  const before = at > part.start ? scan.text[at - 1] : '\n';
  const after = at + 2 < part.end ? scan.text[at + 2] : '\n';
  const between = (before === ' ' || before === '\n') && (after === ' ' || after === '\n');
  return between ? { start: at, end: at + 2, markdown: '—' } : undefined;
}

function lineEnds(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}

/** Returns pairs of matching brackets; escaped brackets are text. */
function bracketPairs(text: string): Map<number, number> {
  const pairs = new Map<number, number>();
  if (!text.includes('[')) return pairs;
  const open: number[] = [];
  const brackets = /[[\]]/g;
  for (let match = brackets.exec(text); match; match = brackets.exec(text)) {
    const at = match.index;
    if (text[at - 1] === '\\') continue;
    if (match[0] === '[') open.push(at);
    else {
      const start = open.pop();
      if (start !== undefined) pairs.set(start, at);
    }
  }
  return pairs;
}
