/** Marks that Markdown reads in pairs. */
export const PAIRED_MARKS = '*_`~';

const SPECIAL = /[\\`*_<&~[\]]/;
const LETTER = /[\p{L}\p{N}]/u;
const AUTOLINK = /<(?:[a-z][a-z0-9+.-]{1,31}:[^\s<>]{1,2000}|[^\s<>@]{1,64}@[^\s<>@]{1,255})>/iy;
const TAG = /<[a-z/!?]/iy;
const ENTITY = /&(?:[a-z][a-z0-9]{1,31}|#\d{1,7}|#x[0-9a-f]{1,6});/iy;

/**
 * Puts a backslash before what Markdown would read as inline markup, and only there: `snake_case`, `a * b` and `list[0]` stay as they are.
 * Of the marks `*`, `_`, `~` and the backtick, only those in `marks` are escaped (default: all); with `[` in it, all brackets are, as in the text of a
 * link.
 */
export function escapeInline(text: string, marks = PAIRED_MARKS): string {
  if (!SPECIAL.test(text)) return text;
  let escaped = '';
  let from = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (!isMarkup(text, at, marks)) continue;
    escaped += `${text.slice(from, at)}\\`;
    from = at;
  }
  return escaped + text.slice(from);
}

function isMarkup(text: string, at: number, marks: string): boolean {
  const next = text[at + 1];
  switch (text[at]) {
    case '\\':
      // At the end nobody knows what will follow.
      return next === undefined || next === '\n' || isPunctuation(next);
    case '`':
      // Three of them begin a fence, whether one ends it or not.
      return marks.includes('`') || text.slice(Math.max(at - 2, 0), at + 3).includes('```');
    case '~':
      return (
        (marks.includes('~') && !isAlone(text[at - 1], next)) || text.slice(Math.max(at - 2, 0), at + 3).includes('~~~')
      );
    case '*':
      return marks.includes('*') && !isAlone(text[at - 1], next);
    case '_':
      if (!marks.includes('_') || isAlone(text[at - 1], next)) return false;
      return !(isLetter(text[at - 1]) && isLetter(next));
    case '<':
      return matches(TAG, text, at) && !matches(AUTOLINK, text, at);
    case '&':
      return matches(ENTITY, text, at);
    case '[':
      return marks.includes('[');
    case ']':
      // A reference needs no escape: text has no definitions.
      return next === '(' || marks.includes('[');
    default:
      return false;
  }
}

/** Whether white space stands on both sides; at the end of the text it is not known. */
function isAlone(before: string | undefined, after: string | undefined): boolean {
  return before !== undefined && after !== undefined && isSpace(before) && isSpace(after);
}

/** Puts a backslash where the line would begin a heading, a list item, a quote, a rule or the like. The line begins with no white space. */
export function escapeLineStart(line: string): string {
  // No mark of a block is longer than this, apart from rules, which a glance at their start is enough for.
  const start = line.slice(0, 1_010);
  if (/^(?:#{1,6}|[-+*])(?:[ \t]|$)/.test(start)) return `\\${line}`;
  if (start.startsWith('>') || start.startsWith(':::')) return `\\${line}`;
  if (/^[=:|+-][=:|+ -]*$/.test(start)) return `\\${line}`;
  if (/^(?:(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$/.test(start)) return `\\${line}`;
  // The label of a definition may go on in the next line.
  if (/^\[[^\]]{0,999}(?:\]:|$)/.test(start)) return `\\${line}`;
  const number = /^\d{1,9}(?=[.)](?:[ \t]|$))/.exec(start)?.[0];
  return number === undefined ? line : `${number}\\${line.slice(number.length)}`;
}

/** Which of the marks `*`, `_`, `~` and the backtick would be read as a pair somewhere in the paragraph; the others need no escape in it. */
export function pairedMarks(paragraph: string): string {
  if (!/[*_`~]/.test(paragraph)) return '';
  const open = new Set<string>();
  const paired = new Set<string>();
  for (const { 0: run, index } of paragraph.matchAll(/\*+|_+|`+|~+/g)) {
    const mark = run[0] ?? '';
    // As code knows no escapes, one backtick that is escaped would close what another opens.
    if (mark === '`' && (run.length > 2 || open.has(mark))) paired.add(mark);
    if (mark === '`') {
      open.add(mark);
      continue;
    }
    // Only a run as long closes this.
    const kind = mark === '~' ? run : mark;
    const before = paragraph[index - 1];
    const after = paragraph[index + run.length];
    if (open.has(kind) && closes(mark, before, after)) paired.add(mark);
    if (opens(mark, before, after)) open.add(kind);
  }
  return [...paired].join('');
}

/** CommonMark's left-flanking run. */
function opens(mark: string, before: string | undefined, after: string | undefined): boolean {
  if (isSpace(after)) return false;
  if (mark === '_' && isLetter(before)) return false;
  // Some parsers let the marks of another kind pass as letters.
  const isSign = isPunctuation(after) && !(after !== undefined && '*_~'.includes(after));
  return !isSign || isSpace(before) || isPunctuation(before);
}

function closes(mark: string, before: string | undefined, after: string | undefined): boolean {
  return opens(mark, after, before);
}

function matches(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at;
  return pattern.test(text);
}

function isSpace(char: string | undefined): boolean {
  return char === undefined || char === ' ' || char === '\n' || char === '\t';
}

function isLetter(char: string | undefined): boolean {
  return char !== undefined && LETTER.test(char);
}

function isPunctuation(char: string | undefined): boolean {
  return char !== undefined && /[!-/:-@[-`{-~\p{P}\p{S}]/u.test(char);
}
