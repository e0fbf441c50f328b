import { isWord } from './characters.ts';
import { codeSpan, escapeText } from './escape.ts';
import { escapedAt } from './escaped.ts';
import { createFormats, type Formats, formatted } from './formats.ts';
import { HARD_BREAK, type Held } from './held.ts';
import type { InlineDocument } from './inline.ts';
import { angleAt, macroAt, parenthesisAt } from './macros.ts';
import { createSearch, createTextSearch, type Search } from './search.ts';

/** What a text is read with. */
export interface InlineSetting {
  readonly held: Held;
  readonly document: InlineDocument;
  readonly line: number;
  /** Only what a reader sees is wanted, without marks. */
  readonly plain: boolean;
  /** Whether the marks are those of the first AsciiDoc. */
  readonly compatible: boolean;
}

/** How a part of the text is read. */
export interface Mode {
  /** Within the text of a link, where no other link may stand. */
  readonly label: boolean;
  /** Within inline code, where only links are read. */
  readonly code: boolean;
  /** The marks that are open around it. */
  readonly open: string;
  readonly depth: number;
}

/** A part of the text from `start` up to `end`; what comes before `from` is read already. */
export interface Part {
  readonly start: number;
  readonly end: number;
  readonly mode: Mode;
}

/** A text that is being read. */
export interface Scan extends InlineSetting {
  readonly text: string;
  readonly search: (mark: string, from: number) => number;
  /** The next white space, bracket or angle. */
  readonly stop: Search;
  /** The next closing bracket that no backslash keeps in the text. */
  readonly bracket: Search;
  readonly formats: Formats;
  /** Closing bracket by opening one. */
  readonly brackets: ReadonlyMap<number, number>;
  /** Line ends of what was left out, which are made up for at the next space. */
  dropped: number;
  readonly read: (start: number, end: number, mode: Mode) => string;
}

/** Something that was read: its Markdown, from where in the text, up to where. */
export interface Found {
  readonly start: number;
  readonly end: number;
  readonly markdown: string;
}

/** Deeper nesting, which only a machine writes, stays text. */
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
    // An exclamation mark before a link would make it an image.
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

/** Text without marks: it is escaped, or shown as code. Line ends that are owed go to its first space. */
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
  // What is HTML stays so; anything else would be read as Markdown.
  if (kind === 'raw' && /[<&]/.test(text)) return found(text);
  if (kind === 'text' || kind === 'raw') return found(escapeText(text, scan.text[at - 1], scan.text[token.end], true));
  if (kind === 'math') return found(`$${text}$`);
  scan.dropped += lineEnds(text);
  return found(codeSpan(text.replaceAll('\n', ' ')));
}

/** `[[id]]`, `[[[entry]]]` of a bibliography, or `[role]` before formatted text. */
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

/** Formatted text whose marks begin at `at`; what belongs to it begins at `start`. */
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

/** A plus at the end of a line, behind a space. */
function hardBreak(scan: Scan, at: number, from: number, part: Part): Found | undefined {
  const before = scan.text[at - 1];
  const after = scan.text[at + 1] ?? '\n';
  if (at <= part.start || after !== '\n' || (before !== ' ' && before !== '\t')) return undefined;
  return { start: Math.max(from, at - 1), end: at + 1, markdown: scan.plain ? '' : HARD_BREAK };
}

/** Two hyphens between spaces are a dash. */
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

/** Pairs the brackets of a text; one behind a backslash is text. */
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
