import { isSpace } from './characters.ts';

const SPECIAL = /[\\`*_[\]<~]/g;
const PUNCTUATION = /[!-/:-@[-`{-~]/;

/**
 * Plain text as Markdown that shows just that: marks that would mean something get a backslash. `before` and `after` are the characters
 * around it, empty where they are not known.
 */
export function escapeText(text: string, before = '', after = '', inLabel = false): string {
  return text.replaceAll(SPECIAL, (mark, at: number) => {
    const previous = text[at - 1] ?? before;
    const next = text[at + 1] ?? after;
    return needsEscape(mark, previous, next, inLabel) ? `\\${mark}` : mark;
  });
}

function needsEscape(mark: string, previous: string, next: string, inLabel: boolean): boolean {
  switch (mark) {
    case '\\':
      return next === '' || next === '\n' || PUNCTUATION.test(next);
    case '*':
      return !(isSpace(previous) && isSpace(next));
    case '_':
      return !((isWordCharacter(previous) && isWordCharacter(next)) || (isSpace(previous) && isSpace(next)));
    case '[':
      return inLabel;
    case ']':
      return inLabel || next === '(' || next === '[';
    case '<':
      return next === '' || /[A-Za-z/!?]/.test(next);
    case '~':
      // One that follows text could end a passage that is struck out.
      return !isGap(previous) || next === '~';
    case '`':
      return true;
    default:
      return false;
  }
}

function isGap(char: string): boolean {
  return char === '' || isSpace(char);
}

function isWordCharacter(char: string): boolean {
  return /[\p{L}\p{N}]/u.test(char);
}

const BLOCK_START = /^(?:#{1,6}(?=\s|$)|>|[-+*](?=\s|$)|~~~|=+\s*$|--+\s*$|\+\+\+\s*$|\||:?-+:?\s*\||:::|!!! )/;
const NUMBERED = /^(\d{1,9})([.)])(?=\s|$)/;
const BREAK = /^(?:\*[ \t]*){3,}$|^(?:_[ \t]*){3,}$|^(?:-[ \t]*){3,}$/;
const DEFINITION = /^\[[^\]]{1,300}\]:/;

/** A line of a paragraph, without what would make it a heading, a list, a quote, a table or another block in Markdown. */
export function escapeLineStart(line: string): string {
  const text = line.trimStart();
  const numbered = NUMBERED.exec(text);
  if (numbered) return `${numbered[1]}\\${text.slice(numbered[1]?.length)}`;
  const short = text.length < 1_000;
  if (BLOCK_START.test(text) || (short && BREAK.test(text)) || DEFINITION.test(text)) return `\\${text}`;
  return text;
}

/** A text as inline code, in marks that are longer than those in it. */
export function codeSpan(text: string): string {
  if (text.trim() === '') return text;
  let longest = 0;
  for (const run of text.match(/`+/g) ?? []) longest = Math.max(longest, run.length);
  const marks = '`'.repeat(longest + 1);
  // Two spaces around the text are taken away again, so code that has them needs two more.
  const gap = text.startsWith('`') || text.endsWith('`') || (text.startsWith(' ') && text.endsWith(' ')) ? ' ' : '';
  return `${marks}${gap}${text}${gap}${marks}`;
}

/** An address as the destination of a Markdown link. */
export function destination(url: string): string {
  return url.trim().replaceAll(/[\s()<>\\"]/g, (char) => DESTINATION_CODES[char] ?? encodeURIComponent(char));
}

const DESTINATION_CODES: Readonly<Record<string, string>> = { '(': '%28', ')': '%29' };
