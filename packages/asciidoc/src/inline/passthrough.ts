import { replaceReferences } from '../source/attribute-references.ts';
import type { ProtectedTexts } from './protected-texts.ts';
import { isSpace, isWord } from './special-characters.ts';
import { createSearch, createTextSearch } from './text-search.ts';

const START_PATTERN = /\+|\$\$|pass:[a-z,-]{0,60}\[|(?:stem|latexmath|asciimath):\[/g;
/** In compatibility mode, backticks also protect their content, and single or double plus signs do not. */
const COMPATIBLE_START = new RegExp(`\`|${START_PATTERN.source}`, 'g');

/** A text that is searched for passthroughs. */
interface PassthroughSearch {
  readonly text: string;
  readonly protectedTexts: ProtectedTexts;
  readonly lookUp: (name: string) => string | undefined;
  readonly compatible: boolean;
  readonly find: (mark: string, from: number) => number;
  /** Returns the next mark that can close text in single plus signs or in backticks. */
  readonly closePlus: (from: number) => number;
  readonly closeTick: (from: number) => number;
  readonly closeBracket: (from: number) => number;
}

interface PassthroughMatch {
  readonly start: number;
  readonly end: number;
  readonly token: () => string;
}

/**
 * Protects text that must be rendered literally, before anything else is parsed: `+x+`, `++x++`, `$$x$$`, `pass:[x]` and formulas. Replaces each
 * passthrough by a token.
 */
export function protectPassthroughs(
  text: string,
  protectedTexts: ProtectedTexts,
  lookUp: (name: string) => string | undefined,
  compatible: boolean,
): string {
  const start = new RegExp(compatible ? COMPATIBLE_START : START_PATTERN);
  const search: PassthroughSearch = {
    text,
    protectedTexts,
    lookUp,
    compatible,
    find: createTextSearch(text),
    closePlus: createSearch((from) =>
      findNext(text, '+', from, (offset) => !isSpace(text[offset - 1]) && !isWord(text[offset + 1])),
    ),
    closeTick: createSearch((from) =>
      findNext(
        text,
        '`',
        from,
        (offset) => !isSpace(text[offset - 1]) && !isWord(text[offset + 1]) && text[offset + 1] !== '`',
      ),
    ),
    closeBracket: createSearch((from) => findNext(text, ']', from, (offset) => text[offset - 1] !== '\\')),
  };
  const parts: string[] = [];
  let copiedEnd = 0;
  for (let match = start.exec(text); match; match = start.exec(text)) {
    const offset = match.index;
    const passthrough = match[0].endsWith('[')
      ? readBracketed(search, offset, match[0])
      : readMarked(search, offset, match[0], copiedEnd);
    if (!passthrough) {
      // Adjacent plus signs form one mark.
      if (match[0] === '+') start.lastIndex = findRunEnd(text, offset);
      continue;
    }
    const isEscaped = passthrough.start > copiedEnd && text[passthrough.start - 1] === '\\';
    const end = isEscaped ? offset + (match[0] === '+' ? countPluses(text, offset) : match[0].length) : passthrough.end;
    parts.push(text.slice(copiedEnd, isEscaped ? passthrough.start - 1 : passthrough.start));
    parts.push(isEscaped ? protectedTexts.protect('text', text.slice(passthrough.start, end)) : passthrough.token());
    copiedEnd = end;
    start.lastIndex = end;
  }
  return copiedEnd === 0 ? text : parts.join('') + text.slice(copiedEnd);
}

/** Reads a passthrough macro such as `pass:q[x]`. */
function readBracketed(
  { text, protectedTexts, lookUp, closeBracket }: PassthroughSearch,
  offset: number,
  opening: string,
): PassthroughMatch | undefined {
  const contentStart = offset + opening.length;
  const end = isWord(text[offset - 1]) ? -1 : closeBracket(contentStart);
  if (end < 0) return undefined;
  const protectContent = () => {
    const content = text.slice(contentStart, end).replaceAll('\\]', ']');
    if (!opening.startsWith('pass')) return protectedTexts.protect('math', content);
    const substitutions = opening.slice(5, -1).split(',');
    const hasSubstitution = (...names: string[]) => names.some((name) => substitutions.includes(name));
    if (hasSubstitution('q', 'quotes', 'n', 'normal', 'm', 'macros')) return content;
    const replacedText = hasSubstitution('a', 'attributes') ? replaceReferences(content, lookUp) : content;
    return protectedTexts.protect(
      hasSubstitution('c', 'specialcharacters', 'v', 'verbatim') ? 'text' : 'raw',
      replacedText,
    );
  };
  return { start: offset, end: end + 1, token: protectContent };
}

function readMarked(
  search: PassthroughSearch,
  offset: number,
  mark: string,
  last: number,
): PassthroughMatch | undefined {
  if (mark === '`') return readLiteral(search, offset);
  const run = mark === '+' ? countPluses(search.text, offset) : 0;
  if (search.compatible && (run === 1 || run === 2)) return undefined;
  return run === 1
    ? readInPluses(search, offset, last)
    : readBetween(search, offset, run === 0 ? mark : '+'.repeat(run));
}

function readBetween(
  { text, protectedTexts, find }: PassthroughSearch,
  offset: number,
  mark: string,
): PassthroughMatch | undefined {
  const contentStart = offset + mark.length;
  const end = find(mark, contentStart);
  if (end < 0) return undefined;
  const content = text.slice(contentStart, end);
  // "C++17 or C++20" is not a passthrough.
  if (mark === '++' && isWord(text[offset - 1]) && /\s/.test(content)) return undefined;
  return {
    start: offset,
    end: end + mark.length,
    token: () => protectedTexts.protect(mark === '+++' ? 'raw' : 'text', content),
  };
}

/** Reads `+x+`. Inside backticks, `+x+` is literal code. */
function readInPluses(
  { text, protectedTexts, closePlus }: PassthroughSearch,
  offset: number,
  last: number,
): PassthroughMatch | undefined {
  const charBefore = text[offset - 1];
  const isInCode = charBefore === '`' && offset > last;
  if (isWord(charBefore) || charBefore === ';' || charBefore === ':' || isSpace(text[offset + 1])) return undefined;
  const end = closePlus(offset + 2);
  if (end < 0 || (charBefore === '`' && !(isInCode && text[end + 1] === '`' && !isWord(text[offset - 2]))))
    return undefined;
  const protectText = () => protectedTexts.protect(isInCode ? 'code' : 'text', text.slice(offset + 1, end));
  return isInCode
    ? { start: offset - 1, end: end + 2, token: protectText }
    : { start: offset, end: end + 1, token: protectText };
}

/** Reads literal code as written in compatibility mode. */
function readLiteral(
  { text, protectedTexts, closeTick }: PassthroughSearch,
  offset: number,
): PassthroughMatch | undefined {
  const charBefore = text[offset - 1];
  if (isWord(charBefore) || charBefore === '`' || text[offset + 1] === '`' || isSpace(text[offset + 1]))
    return undefined;
  const end = closeTick(offset + 2);
  return end < 0
    ? undefined
    : { start: offset, end: end + 1, token: () => protectedTexts.protect('code', text.slice(offset + 1, end)) };
}

function findNext(text: string, mark: string, from: number, holds: (offset: number) => boolean): number {
  for (let offset = text.indexOf(mark, from); offset >= 0; offset = text.indexOf(mark, offset + 1))
    if (holds(offset)) return offset;
  return -1;
}

/** Counts the plus signs of a mark, which has at most three. */
function countPluses(text: string, offset: number): 1 | 2 | 3 {
  if (text[offset + 1] !== '+') return 1;
  return text[offset + 2] === '+' ? 3 : 2;
}

function findRunEnd(text: string, offset: number): number {
  let end = offset;
  while (text[end] === '+') end += 1;
  return end;
}
