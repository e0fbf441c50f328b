import { begins, isEscaped, isSpace, mayBegin, mayEnd } from './delimiters.ts';
import type { Token } from './token.ts';
import { unescaped } from './unescaped.ts';

/** Whatever can begin, or be part of, inline markup. */
const MARKS = /[\\*`_|[:]/g;
const ROLE = /:([\p{L}\p{N}](?:[\p{L}\p{N}]|[-._+:](?=[\p{L}\p{N}])){0,60}):/uy;
const FOOTNOTE = /\[(\d{1,9}|#[\w.-]{0,80}|\*|[\p{L}\p{N}][\p{L}\p{N}_.:+-]{0,80})\]_/uy;
const URL_REST = /[^\s<>"`\\{}|^]*/y;
const SCHEME = /(?:^|[^a-zA-Z])(https?|ftps?|sftp|ssh|git|wss?|file|irc|svn)$/i;
const NAME = /(?:^|[^\p{L}\p{N}])([\p{L}\p{N}]+(?:[-._+:][\p{L}\p{N}]+)*)$/u;
/** Names without backticks are looked for up to here. */
const NAME_LIMIT = 100;

interface Scan {
  readonly text: string;
  readonly tokens: Token[];
  /** What is not yet in a token begins here. */
  from: number;
  /** End marks that stand nowhere any more; without this, text full of start marks would take quadratic time. */
  readonly absent: Set<string>;
}

/** Takes running text apart, in one pass. */
export function tokenize(text: string): Token[] {
  const scan: Scan = { text, tokens: [], from: 0, absent: new Set() };
  MARKS.lastIndex = 0;
  for (let at = nextMark(text, 0); at < text.length; at = nextMark(text, at)) at = readMark(scan, at);
  flush(scan, text.length);
  return scan.tokens;
}

function nextMark(text: string, at: number): number {
  MARKS.lastIndex = at;
  return MARKS.exec(text)?.index ?? text.length;
}

/** Reads what a mark begins, and gives the index to go on from. */
function readMark(scan: Scan, at: number): number {
  const { text } = scan;
  switch (text[at]) {
    case '\\':
      return at + 2;
    case '*':
      return text[at + 1] === '*' ? readSpan(scan, at, '**', 'strong') : readSpan(scan, at, '*', 'emphasis');
    case '`':
      return text[at + 1] === '`' ? readSpan(scan, at, '``', 'literal') : readQuoted(scan, at, at, '');
    case '|':
      return readSubstitution(scan, at);
    case '[':
      return readFootnote(scan, at);
    case ':':
      return text.startsWith('//', at + 1) ? readUrl(scan, at) : readRole(scan, at);
    default:
      return text[at + 1] === '`' && begins(text, at, 2) ? readTarget(scan, at) : readName(scan, at);
  }
}

function flush(scan: Scan, to: number): void {
  if (to <= scan.from) return;
  const text = unescaped(scan.text.slice(scan.from, to));
  if (text !== '') scan.tokens.push({ kind: 'text', text, breaks: 0 });
  scan.from = to;
}

type Spoken = Token extends infer T ? (T extends Token ? Omit<T, 'breaks'> : never) : never;

function push(scan: Scan, start: number, end: number, token: Spoken): number {
  flush(scan, start);
  const breaks = scan.text.slice(start, end).split('\n').length - 1;
  scan.tokens.push({ ...token, breaks } as Token);
  scan.from = end;
  return end;
}

/** Where the next `mark` stands that can end markup; `isEnd` may look at what follows it. -1 where none does. */
function endOf({ text, absent }: Scan, mark: string, from: number, isEnd: (at: number) => boolean, key = mark): number {
  if (absent.has(key)) return -1;
  for (let at = text.indexOf(mark, from + 1); at >= 0; at = text.indexOf(mark, at + 1)) {
    const isLiteral = mark === '``';
    if (!isSpace(text[at - 1] ?? ' ') && (isLiteral || !isEscaped(text, at)) && isEnd(at)) return at;
  }
  absent.add(key);
  return -1;
}

function readSpan(scan: Scan, at: number, mark: string, kind: 'emphasis' | 'strong' | 'literal'): number {
  const { text } = scan;
  const start = at + mark.length;
  if (!begins(text, at, mark.length)) return start;
  const end = endOf(scan, mark, start, (i) => mayEnd(text, i + mark.length));
  if (end < 0) return start;
  const inner = text.slice(start, end);
  return push(scan, at, end + mark.length, { kind, text: kind === 'literal' ? inner : unescaped(inner) });
}

/** Text in single backticks, which `_`, `__` or a role may follow. */
function readQuoted(scan: Scan, start: number, quote: number, role: string): number {
  const { text } = scan;
  if (role === '' ? !begins(text, quote, 1) : isSpace(text[quote + 1] ?? ' ')) return quote + 1;
  const end = endOf(scan, '`', quote + 1, (i) => suffixAt(text, i + 1) !== undefined);
  if (end < 0) return quote + 1;
  const suffix = suffixAt(text, end + 1) ?? '';
  const inner = text.slice(quote + 1, end);
  const after = end + 1 + suffix.length;
  if (suffix.startsWith('_')) {
    return push(scan, start, after, { kind: 'reference', text: inner, isAnonymous: suffix === '__', isQuoted: true });
  }
  return push(scan, start, after, { kind: 'role', name: role || suffix.slice(1, -1), text: inner });
}

/** What may follow a closing backtick, if markup may end behind it. */
function suffixAt(text: string, at: number): string | undefined {
  const marks = text.startsWith('__', at) ? '__' : text[at] === '_' ? '_' : '';
  if (marks !== '') return mayEnd(text, at + marks.length) ? marks : undefined;
  ROLE.lastIndex = at;
  const role = text[at] === ':' ? ROLE.exec(text)?.[0] : undefined;
  if (role !== undefined && mayEnd(text, at + role.length)) return role;
  return mayEnd(text, at) ? '' : undefined;
}

function readRole(scan: Scan, at: number): number {
  const { text } = scan;
  ROLE.lastIndex = at;
  const role = mayBegin(text, at) ? ROLE.exec(text) : null;
  if (!role || text[at + role[0].length] !== '`') return at + 1;
  const quote = at + role[0].length;
  return text[quote + 1] === '`' ? at + 1 : readQuoted(scan, at, quote, role[1] ?? '');
}

function readSubstitution(scan: Scan, at: number): number {
  const { text } = scan;
  if (text[at + 1] === '|' || !begins(text, at, 1)) return at + 1;
  const suffix = (i: number) => /^_{0,2}/.exec(text.slice(i + 1, i + 3))?.[0] ?? '';
  const end = endOf(scan, '|', at + 1, (i) => mayEnd(text, i + 1 + suffix(i).length));
  if (end < 0) return at + 1;
  const reference = suffix(end) as '' | '_' | '__';
  return push(scan, at, end + 1 + reference.length, { kind: 'substitution', text: text.slice(at + 1, end), reference });
}

function readFootnote(scan: Scan, at: number): number {
  FOOTNOTE.lastIndex = at;
  const match = mayBegin(scan.text, at) ? FOOTNOTE.exec(scan.text) : null;
  if (!match || !mayEnd(scan.text, at + match[0].length)) return at + 1;
  return push(scan, at, at + match[0].length, { kind: 'footnote', text: match[1] ?? '' });
}

/** `` _`text` `` */
function readTarget(scan: Scan, at: number): number {
  const { text } = scan;
  const end = endOf(scan, '`', at + 2, (i) => mayEnd(text, i + 1), '_`');
  if (end < 0) return at + 2;
  return push(scan, at, end + 1, { kind: 'target', text: unescaped(text.slice(at + 2, end)) });
}

/** `name_` or `name__`: the name stands before the mark. */
function readName(scan: Scan, at: number): number {
  const { text } = scan;
  const marks = text[at + 1] === '_' ? 2 : 1;
  const after = at + marks;
  if (!mayEnd(text, after)) return after;
  const head = text.slice(Math.max(scan.from, at - NAME_LIMIT), at);
  const name = NAME.exec(head)?.[1];
  const start = at - (name?.length ?? 0);
  if (name === undefined || !mayBegin(text, start) || isEscaped(text, start)) return after;
  return push(scan, start, after, { kind: 'reference', text: name, isAnonymous: marks === 2, isQuoted: false });
}

/** An address in the text, whose characters are no marks. */
function readUrl(scan: Scan, at: number): number {
  const { text } = scan;
  const scheme = SCHEME.exec(text.slice(Math.max(scan.from, at - 10), at))?.[1];
  if (scheme === undefined || !mayBegin(text, at - scheme.length)) return at + 1;
  URL_REST.lastIndex = at + 3;
  const rest = URL_REST.exec(text)?.[0] ?? '';
  const end = at + 3 + withoutPunctuation(rest).length;
  return end === at + 3
    ? at + 1
    : push(scan, at - scheme.length, end, { kind: 'url', text: text.slice(at - scheme.length, end) });
}

/** Without what rather ends the sentence; a closing parenthesis stays if it is opened in the address. */
function withoutPunctuation(url: string): string {
  let end = url.length;
  while (end > 0) {
    const char = url[end - 1] ?? '';
    if (char === ')' ? url.slice(Math.max(0, end - 200), end).includes('(') : /[\p{L}\p{N}_~*/=+%#&$-]/u.test(char))
      break;
    end -= 1;
  }
  return url.slice(0, end);
}
