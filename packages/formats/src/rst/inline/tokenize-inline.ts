import { getElementAt } from '@context-sync/base';
import type { Token } from './inline-token.ts';
import { canBegin, canEnd, isEscaped, isMarkStart, isSpace } from './markup-delimiters.ts';
import { unescapeText } from './unescape-text.ts';

/** Characters that can start, or be part of, inline markup. */
const MARKUP_CHARS = /[\\*`_|[:]/g;
const ROLE_PATTERN = /:([\p{L}\p{N}](?:[\p{L}\p{N}]|[-._+:](?=[\p{L}\p{N}])){0,60}):/uy;
const FOOTNOTE_PATTERN = /\[(\d{1,9}|#[\w.-]{0,80}|\*|[\p{L}\p{N}][\p{L}\p{N}_.:+-]{0,80})\]_/uy;
const URL_REST = /[^\s<>"`\\{}|^]*/y;
const SCHEME_PATTERN = /(?:^|[^a-zA-Z])(https?|ftps?|sftp|ssh|git|wss?|file|irc|svn)$/i;
const NAME_PATTERN = /(?:^|[^\p{L}\p{N}])([\p{L}\p{N}]+(?:[-._+:][\p{L}\p{N}]+)*)$/u;
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
  for (let offset = findNextMark(text, 0); offset < text.length; offset = findNextMark(text, offset))
    offset = readMark(scanner, offset);
  flush(scanner, text.length);
  return scanner.tokens;
}

function findNextMark(text: string, offset: number): number {
  MARKUP_CHARS.lastIndex = offset;
  return MARKUP_CHARS.exec(text)?.index ?? text.length;
}

/** Reads the markup that a mark starts. Returns the index at which to continue. */
function readMark(scanner: Scanner, offset: number): number {
  const { text } = scanner;
  switch (text[offset]) {
    case '\\':
      return offset + 2;
    case '*':
      return text[offset + 1] === '*'
        ? readSpan(scanner, offset, '**', 'strong')
        : readSpan(scanner, offset, '*', 'emphasis');
    case '`':
      return text[offset + 1] === '`'
        ? readSpan(scanner, offset, '``', 'literal')
        : readQuoted(scanner, offset, offset, '');
    case '|':
      return readSubstitution(scanner, offset);
    case '[':
      return readFootnote(scanner, offset);
    case ':':
      return text.startsWith('//', offset + 1) ? readUrl(scanner, offset) : readRole(scanner, offset);
    default:
      return text[offset + 1] === '`' && isMarkStart(text, offset, 2)
        ? readTarget(scanner, offset)
        : readName(scanner, offset);
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
  isEnd: (offset: number) => boolean,
  key = mark,
): number {
  if (missingMarks.has(key)) return -1;
  for (let offset = text.indexOf(mark, from + 1); offset >= 0; offset = text.indexOf(mark, offset + 1)) {
    const isLiteral = mark === '``';
    if (!isSpace(text[offset - 1] ?? ' ') && (isLiteral || !isEscaped(text, offset)) && isEnd(offset)) return offset;
  }
  missingMarks.add(key);
  return -1;
}

function readSpan(scanner: Scanner, offset: number, mark: string, kind: 'emphasis' | 'strong' | 'literal'): number {
  const { text } = scanner;
  const start = offset + mark.length;
  if (!isMarkStart(text, offset, mark.length)) return start;
  const end = findEnd(scanner, mark, start, (i) => canEnd(text, i + mark.length));
  if (end < 0) return start;
  const innerText = text.slice(start, end);
  return pushToken(scanner, offset, end + mark.length, {
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
function parseSuffix(text: string, offset: number): string | undefined {
  const underscores = text.startsWith('__', offset) ? '__' : text[offset] === '_' ? '_' : '';
  if (underscores !== '') return canEnd(text, offset + underscores.length) ? underscores : undefined;
  ROLE_PATTERN.lastIndex = offset;
  const role = text[offset] === ':' ? ROLE_PATTERN.exec(text)?.[0] : undefined;
  if (role !== undefined && canEnd(text, offset + role.length)) return role;
  return canEnd(text, offset) ? '' : undefined;
}

function readRole(scanner: Scanner, offset: number): number {
  const { text } = scanner;
  ROLE_PATTERN.lastIndex = offset;
  const role = canBegin(text, offset) ? ROLE_PATTERN.exec(text) : null;
  if (!role || text[offset + role[0].length] !== '`') return offset + 1;
  const quote = offset + role[0].length;
  return text[quote + 1] === '`' ? offset + 1 : readQuoted(scanner, offset, quote, getElementAt(role, 1));
}

function readSubstitution(scanner: Scanner, offset: number): number {
  const { text } = scanner;
  if (text[offset + 1] === '|' || !isMarkStart(text, offset, 1)) return offset + 1;
  const parseUnderscores = (i: number) => /^_{0,2}/.exec(text.slice(i + 1, i + 3))?.[0] ?? '';
  const end = findEnd(scanner, '|', offset + 1, (i) => canEnd(text, i + 1 + parseUnderscores(i).length));
  if (end < 0) return offset + 1;
  const reference = parseUnderscores(end) as '' | '_' | '__';
  return pushToken(scanner, offset, end + 1 + reference.length, {
    kind: 'substitution',
    text: text.slice(offset + 1, end),
    reference,
  });
}

function readFootnote(scanner: Scanner, offset: number): number {
  FOOTNOTE_PATTERN.lastIndex = offset;
  const match = canBegin(scanner.text, offset) ? FOOTNOTE_PATTERN.exec(scanner.text) : null;
  if (!match || !canEnd(scanner.text, offset + match[0].length)) return offset + 1;
  return pushToken(scanner, offset, offset + match[0].length, { kind: 'footnote', text: getElementAt(match, 1) });
}

/** Reads `` _`text` ``. */
function readTarget(scanner: Scanner, offset: number): number {
  const { text } = scanner;
  const end = findEnd(scanner, '`', offset + 2, (i) => canEnd(text, i + 1), '_`');
  if (end < 0) return offset + 2;
  return pushToken(scanner, offset, end + 1, { kind: 'target', text: unescapeText(text.slice(offset + 2, end)) });
}

/** Reads `name_` or `name__`; the name precedes the mark. */
function readName(scanner: Scanner, offset: number): number {
  const { text } = scanner;
  const markLength = text[offset + 1] === '_' ? 2 : 1;
  const nameStart = offset + markLength;
  if (!canEnd(text, nameStart)) return nameStart;
  const textBefore = text.slice(Math.max(scanner.from, offset - MAX_NAME_CHARS), offset);
  const name = NAME_PATTERN.exec(textBefore)?.[1];
  const start = offset - (name?.length ?? 0);
  if (name === undefined || !canBegin(text, start) || isEscaped(text, start)) return nameStart;
  return pushToken(scanner, start, nameStart, {
    kind: 'reference',
    text: name,
    isAnonymous: markLength === 2,
    isQuoted: false,
  });
}

/** Reads a URL. Its characters are not markup. */
function readUrl(scanner: Scanner, offset: number): number {
  const { text } = scanner;
  const scheme = SCHEME_PATTERN.exec(text.slice(Math.max(scanner.from, offset - 10), offset))?.[1];
  if (scheme === undefined || !canBegin(text, offset - scheme.length)) return offset + 1;
  URL_REST.lastIndex = offset + 3;
  const urlRemainder = URL_REST.exec(text)?.[0] ?? '';
  const end = offset + 3 + trimPunctuation(urlRemainder).length;
  return end === offset + 3
    ? offset + 1
    : pushToken(scanner, offset - scheme.length, end, { kind: 'url', text: text.slice(offset - scheme.length, end) });
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
