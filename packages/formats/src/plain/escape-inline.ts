/** Characters that Markdown parses in pairs. */
export const PAIRED_MARKS = '*_`~';

const SPECIAL_CHARS = /[\\`*_<&~[\]]/;
const LETTER_PATTERN = /[\p{L}\p{N}]/u;
const AUTOLINK_PATTERN = /<(?:[a-z][a-z0-9+.-]{1,31}:[^\s<>]{1,2000}|[^\s<>@]{1,64}@[^\s<>@]{1,255})>/iy;
const TAG_PATTERN = /<[a-z/!?]/iy;
const ENTITY_PATTERN = /&(?:[a-z][a-z0-9]{1,31}|#\d{1,7}|#x[0-9a-f]{1,6});/iy;

/**
 * Adds a backslash only before text that Markdown would parse as inline markup: `snake_case`, `a * b` and `list[0]` stay unchanged. Of the marks `*`,
 * `_`, `~` and the backtick, escapes only those in `marks` (default: all). With `[` in `marks`, escapes all brackets, as link text requires.
 */
export function escapeInline(text: string, marks = PAIRED_MARKS): string {
  if (!SPECIAL_CHARS.test(text)) return text;
  let escapedText = '';
  let textStart = 0;
  for (let offset = 0; offset < text.length; offset += 1) {
    if (!isMarkup(text, offset, marks)) continue;
    escapedText += `${text.slice(textStart, offset)}\\`;
    textStart = offset;
  }
  return escapedText + text.slice(textStart);
}

function isMarkup(text: string, offset: number, marks: string): boolean {
  const nextChar = text[offset + 1];
  switch (text[offset]) {
    case '\\':
      // At the end of the text, the next character is unknown.
      return nextChar === undefined || nextChar === '\n' || isPunctuation(nextChar);
    case '`':
      // Three backticks open a fence, even without a closing fence.
      return marks.includes('`') || text.slice(Math.max(offset - 2, 0), offset + 3).includes('```');
    case '~':
      return (
        (marks.includes('~') && !isSurroundedBySpace(text[offset - 1], nextChar)) ||
        text.slice(Math.max(offset - 2, 0), offset + 3).includes('~~~')
      );
    case '*':
      return marks.includes('*') && !isSurroundedBySpace(text[offset - 1], nextChar);
    case '_':
      if (!marks.includes('_') || isSurroundedBySpace(text[offset - 1], nextChar)) return false;
      return !(isLetter(text[offset - 1]) && isLetter(nextChar));
    case '<':
      return matchesAt(TAG_PATTERN, text, offset) && !matchesAt(AUTOLINK_PATTERN, text, offset);
    case '&':
      return matchesAt(ENTITY_PATTERN, text, offset);
    case '[':
      return marks.includes('[');
    case ']':
      // References need no escape, because the converted text contains no link definitions.
      return nextChar === '(' || marks.includes('[');
    default:
      return false;
  }
}

/** Returns whether white space surrounds the mark. At the edges of the text the neighbor is unknown. */
function isSurroundedBySpace(before: string | undefined, after: string | undefined): boolean {
  return before !== undefined && after !== undefined && isSpace(before) && isSpace(after);
}

/** Escapes a line that would start a heading, a list item, a block quote, a thematic break or the like. The line must not begin with white space. */
export function escapeLineStart(line: string): string {
  // All block markers are shorter than this, except thematic breaks, whose first characters suffice.
  const start = line.slice(0, 1_010);
  if (/^(?:#{1,6}|[-+*])(?:[ \t]|$)/.test(start)) return `\\${line}`;
  if (start.startsWith('>') || start.startsWith(':::')) return `\\${line}`;
  if (/^[=:|+-][=:|+ -]*$/.test(start)) return `\\${line}`;
  if (/^(?:(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$/.test(start)) return `\\${line}`;
  // The label of a link definition can continue on the next line.
  if (/^\[[^\]]{0,999}(?:\]:|$)/.test(start)) return `\\${line}`;
  const number = /^\d{1,9}(?=[.)](?:[ \t]|$))/.exec(start)?.[0];
  return number === undefined ? line : `${number}\\${line.slice(number.length)}`;
}

/** Returns which of the marks `*`, `_`, `~` and the backtick Markdown would parse as a pair in the paragraph. Only these marks need escapes. */
export function findPairedMarks(paragraph: string): string {
  if (!/[*_`~]/.test(paragraph)) return '';
  const openMarks = new Set<string>();
  const pairedIndexes = new Set<string>();
  for (const { 0: run, index } of paragraph.matchAll(/\*+|_+|`+|~+/g)) {
    const markChar = run.charAt(0);
    // Code spans have no escapes, so an escaped backtick would close a span that another backtick opens.
    if (markChar === '`' && (run.length > 2 || openMarks.has(markChar))) pairedIndexes.add(markChar);
    if (markChar === '`') {
      openMarks.add(markChar);
      continue;
    }
    // Only a run of the same length closes this run.
    const kind = markChar === '~' ? run : markChar;
    const charBefore = paragraph[index - 1];
    const charAfter = paragraph[index + run.length];
    if (openMarks.has(kind) && isRightFlanking(markChar, charBefore, charAfter)) pairedIndexes.add(markChar);
    if (isLeftFlanking(markChar, charBefore, charAfter)) openMarks.add(kind);
  }
  return [...pairedIndexes].join('');
}

/** Returns whether the run is left-flanking as CommonMark defines it. */
function isLeftFlanking(mark: string, before: string | undefined, after: string | undefined): boolean {
  if (isSpace(after)) return false;
  if (mark === '_' && isLetter(before)) return false;
  // Some parsers treat marks of a different kind as letters.
  const isPlainPunctuation = isPunctuation(after) && !(after !== undefined && '*_~'.includes(after));
  return !isPlainPunctuation || isSpace(before) || isPunctuation(before);
}

function isRightFlanking(mark: string, before: string | undefined, after: string | undefined): boolean {
  return isLeftFlanking(mark, after, before);
}

function matchesAt(pattern: RegExp, text: string, offset: number): boolean {
  pattern.lastIndex = offset;
  return pattern.test(text);
}

function isSpace(char: string | undefined): boolean {
  return char === undefined || char === ' ' || char === '\n' || char === '\t';
}

function isLetter(char: string | undefined): boolean {
  return char !== undefined && LETTER_PATTERN.test(char);
}

function isPunctuation(char: string | undefined): boolean {
  return char !== undefined && /[!-/:-@[-`{-~\p{P}\p{S}]/u.test(char);
}
