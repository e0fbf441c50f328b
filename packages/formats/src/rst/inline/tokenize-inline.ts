import { getElementAt } from '@context-sync/base';
import type { Token } from './inline-token.ts';
import { canBegin, canEnd, isEscaped, isMarkStart, isSpace } from './markup-delimiters.ts';
import { unescapeText } from './unescape-text.ts';

/** Characters that can start, or be part of, inline markup. */
const MARKUP_CHARS = /[\\*`_|[:]/g;
const ROLE = /:([\p{L}\p{N}](?:[\p{L}\p{N}]|[-._+:](?=[\p{L}\p{N}])){0,60}):/uy;
const FOOTNOTE = /\[(\d{1,9}|#[\w.-]{0,80}|\*|[\p{L}\p{N}][\p{L}\p{N}_.:+-]{0,80})\]_/uy;
const URL_REST = /[^\s<>"`\\{}|^]*/y;
const SCHEME = /(?:^|[^a-zA-Z])(https?|ftps?|sftp|ssh|git|wss?|file|irc|svn)$/i;
const NAME = /(?:^|[^\p{L}\p{N}])([\p{L}\p{N}]+(?:[-._+:][\p{L}\p{N}]+)*)$/u;
/** Maximum length of a name without backticks, in characters. */
const MAX_NAME_CHARS = 100;

interface Scanner {
  readonly text: string;
  readonly tokens: Token[];
  /** Start of the text that is not yet part of a token. */
  from: number;
  /** End marks that do not occur in the rest of the text. Without this cache, text full of start marks would take quadratic time. */
  readonly missingMarks: Set<string>;
}

/** Splits inline text into tokens in one pass. */
export function tokenize(text: string): Token[] {
  const scanner: Scanner = { text, tokens: [], from: 0, missingMarks: new Set() };
  MARKUP_CHARS.lastIndex = 0;
  for (let at = findNextMark(text, 0); at < text.length; at = findNextMark(text, at)) at = readMark(scanner, at);
  flush(scanner, text.length);
  return scanner.tokens;
}

function findNextMark(text: string, at: number): number {
  MARKUP_CHARS.lastIndex = at;
  return MARKUP_CHARS.exec(text)?.index ?? text.length;
}

/** Reads the markup that a mark starts. Returns the index at which to continue. */
function readMark(scanner: Scanner, at: number): number {
  const { text } = scanner;
  switch (text[at]) {
    case '\\':
      return at + 2;
    case '*':
      return text[at + 1] === '*' ? readSpan(scanner, at, '**', 'strong') : readSpan(scanner, at, '*', 'emphasis');
    case '`':
      return text[at + 1] === '`' ? readSpan(scanner, at, '``', 'literal') : readQuoted(scanner, at, at, '');
    case '|':
      return readSubstitution(scanner, at);
    case '[':
      return readFootnote(scanner, at);
    case ':':
      return text.startsWith('//', at + 1) ? readUrl(scanner, at) : readRole(scanner, at);
    default:
      return text[at + 1] === '`' && isMarkStart(text, at, 2) ? readTarget(scanner, at) : readName(scanner, at);
  }
}

function flush(scanner: Scanner, to: number): void {
  if (to <= scanner.from) return;
  const text = unescapeText(scanner.text.slice(scanner.from, to));
  if (text !== '') scanner.tokens.push({ kind: 'text', text, breaks: 0 });
  scanner.from = to;
}

type TokenContent = Token extends infer T ? (T extends Token ? Omit<T, 'breaks'> : never) : never;

function pushToken(scanner: Scanner, start: number, end: number, token: TokenContent): number {
  flush(scanner, start);
  const breakCount = scanner.text.slice(start, end).split('\n').length - 1;
  scanner.tokens.push({ ...token, breaks: breakCount } as Token);
  scanner.from = end;
  return end;
}

/** Returns the position of the next `mark` that can end markup; -1 if there is none. `isEnd` checks the text after the mark. */
function findEnd(
  { text, missingMarks }: Scanner,
  mark: string,
  from: number,
  isEnd: (at: number) => boolean,
  key = mark,
): number {
  if (missingMarks.has(key)) return -1;
  for (let at = text.indexOf(mark, from + 1); at >= 0; at = text.indexOf(mark, at + 1)) {
    const isLiteral = mark === '``';
    if (!isSpace(text[at - 1] ?? ' ') && (isLiteral || !isEscaped(text, at)) && isEnd(at)) return at;
  }
  missingMarks.add(key);
  return -1;
}

function readSpan(scanner: Scanner, at: number, mark: string, kind: 'emphasis' | 'strong' | 'literal'): number {
  const { text } = scanner;
  const start = at + mark.length;
  if (!isMarkStart(text, at, mark.length)) return start;
  const end = findEnd(scanner, mark, start, (i) => canEnd(text, i + mark.length));
  if (end < 0) return start;
  const innerText = text.slice(start, end);
  return pushToken(scanner, at, end + mark.length, {
    kind,
    text: kind === 'literal' ? innerText : unescapeText(innerText),
  });
}

/** Reads text in single backticks, which can be followed by `_`, `__` or a role. */
function readQuoted(scanner: Scanner, start: number, quote: number, role: string): number {
  const { text } = scanner;
  if (role === '' ? !isMarkStart(text, quote, 1) : isSpace(text[quote + 1] ?? ' ')) return quote + 1;
  const end = findEnd(scanner, '`', quote + 1, (i) => parseSuffix(text, i + 1) !== undefined);
  if (end < 0) return quote + 1;
  const suffix = parseSuffix(text, end + 1) ?? '';
  const innerText = text.slice(quote + 1, end);
  const quoteEnd = end + 1 + suffix.length;
  if (suffix.startsWith('_')) {
    return pushToken(scanner, start, quoteEnd, {
      kind: 'reference',
      text: innerText,
      isAnonymous: suffix === '__',
      isQuoted: true,
    });
  }
  return pushToken(scanner, start, quoteEnd, { kind: 'role', name: role || suffix.slice(1, -1), text: innerText });
}

/** Returns the suffix after a closing backtick; undefined if markup cannot end there. */
function parseSuffix(text: string, at: number): string | undefined {
  const underscores = text.startsWith('__', at) ? '__' : text[at] === '_' ? '_' : '';
  if (underscores !== '') return canEnd(text, at + underscores.length) ? underscores : undefined;
  ROLE.lastIndex = at;
  const role = text[at] === ':' ? ROLE.exec(text)?.[0] : undefined;
  if (role !== undefined && canEnd(text, at + role.length)) return role;
  return canEnd(text, at) ? '' : undefined;
}

function readRole(scanner: Scanner, at: number): number {
  const { text } = scanner;
  ROLE.lastIndex = at;
  const role = canBegin(text, at) ? ROLE.exec(text) : null;
  if (!role || text[at + role[0].length] !== '`') return at + 1;
  const quote = at + role[0].length;
  return text[quote + 1] === '`' ? at + 1 : readQuoted(scanner, at, quote, getElementAt(role, 1));
}

function readSubstitution(scanner: Scanner, at: number): number {
  const { text } = scanner;
  if (text[at + 1] === '|' || !isMarkStart(text, at, 1)) return at + 1;
  const parseUnderscores = (i: number) => /^_{0,2}/.exec(text.slice(i + 1, i + 3))?.[0] ?? '';
  const end = findEnd(scanner, '|', at + 1, (i) => canEnd(text, i + 1 + parseUnderscores(i).length));
  if (end < 0) return at + 1;
  const reference = parseUnderscores(end) as '' | '_' | '__';
  return pushToken(scanner, at, end + 1 + reference.length, {
    kind: 'substitution',
    text: text.slice(at + 1, end),
    reference,
  });
}

function readFootnote(scanner: Scanner, at: number): number {
  FOOTNOTE.lastIndex = at;
  const match = canBegin(scanner.text, at) ? FOOTNOTE.exec(scanner.text) : null;
  if (!match || !canEnd(scanner.text, at + match[0].length)) return at + 1;
  return pushToken(scanner, at, at + match[0].length, { kind: 'footnote', text: getElementAt(match, 1) });
}

/** Reads `` _`text` ``. */
function readTarget(scanner: Scanner, at: number): number {
  const { text } = scanner;
  const end = findEnd(scanner, '`', at + 2, (i) => canEnd(text, i + 1), '_`');
  if (end < 0) return at + 2;
  return pushToken(scanner, at, end + 1, { kind: 'target', text: unescapeText(text.slice(at + 2, end)) });
}

/** Reads `name_` or `name__`; the name precedes the mark. */
function readName(scanner: Scanner, at: number): number {
  const { text } = scanner;
  const markLength = text[at + 1] === '_' ? 2 : 1;
  const nameStart = at + markLength;
  if (!canEnd(text, nameStart)) return nameStart;
  const textBefore = text.slice(Math.max(scanner.from, at - MAX_NAME_CHARS), at);
  const name = NAME.exec(textBefore)?.[1];
  const start = at - (name?.length ?? 0);
  if (name === undefined || !canBegin(text, start) || isEscaped(text, start)) return nameStart;
  return pushToken(scanner, start, nameStart, {
    kind: 'reference',
    text: name,
    isAnonymous: markLength === 2,
    isQuoted: false,
  });
}

/** Reads a URL. Its characters are not markup. */
function readUrl(scanner: Scanner, at: number): number {
  const { text } = scanner;
  const scheme = SCHEME.exec(text.slice(Math.max(scanner.from, at - 10), at))?.[1];
  if (scheme === undefined || !canBegin(text, at - scheme.length)) return at + 1;
  URL_REST.lastIndex = at + 3;
  const urlRemainder = URL_REST.exec(text)?.[0] ?? '';
  const end = at + 3 + trimPunctuation(urlRemainder).length;
  return end === at + 3
    ? at + 1
    : pushToken(scanner, at - scheme.length, end, { kind: 'url', text: text.slice(at - scheme.length, end) });
}

/** Removes final punctuation that is more likely the end of the sentence than part of the URL. Keeps a closing parenthesis that was opened in the URL. */
function trimPunctuation(url: string): string {
  let end = url.length;
  while (end > 0) {
    const char = url.charAt(end - 1);
    if (char === ')' ? url.slice(Math.max(0, end - 200), end).includes('(') : /[\p{L}\p{N}_~*/=+%#&$-]/u.test(char))
      break;
    end -= 1;
  }
  return url.slice(0, end);
}
