import { isSpace } from './characters.ts';

const SPECIAL = /[\\`*_[\]<~]/g;
const PUNCTUATION = /[!-/:-@[-`{-~]/;

/** Escapes text so that Markdown renders it literally. `before` and `after` are the surrounding characters; empty if unknown. */
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
      // A tilde after text could end a strikethrough.
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

/** Escapes a line of a paragraph that Markdown would parse as a heading, a list, a block quote, a table or another block. */
export function escapeLineStart(line: string): string {
  const text = line.trimStart();
  const numbered = NUMBERED.exec(text);
  if (numbered) return `${numbered[1]}\\${text.slice(numbered[1]?.length)}`;
  const short = text.length < 1_000;
  if (BLOCK_START.test(text) || (short && BREAK.test(text)) || DEFINITION.test(text)) return `\\${text}`;
  return text;
}

/** Returns inline code. Its delimiter has more backticks than any run of backticks in the text. */
export function codeSpan(text: string): string {
  if (text.trim() === '') return text;
  let longest = 0;
  for (const run of text.match(/`+/g) ?? []) longest = Math.max(longest, run.length);
  const marks = '`'.repeat(longest + 1);
  // Markdown removes one space on each side, so code that starts and ends with a space needs an extra pair of spaces.
  const gap = text.startsWith('`') || text.endsWith('`') || (text.startsWith(' ') && text.endsWith(' ')) ? ' ' : '';
  return `${marks}${gap}${text}${gap}${marks}`;
}

/** Encodes a URL as the destination of a Markdown link. */
export function encodeDestination(url: string): string {
  return url.trim().replaceAll(/[\s()<>\\"]/g, (char) => DESTINATION_CODES[char] ?? encodeURIComponent(char));
}

const DESTINATION_CODES: Readonly<Record<string, string>> = { '(': '%28', ')': '%29' };
