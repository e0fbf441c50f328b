import { isSpace } from './special-characters.ts';

const SPECIAL_CHARS = /[\\`*_[\]<~]/g;
const PUNCTUATION_PATTERN = /[!-/:-@[-`{-~]/;

/** Matches a numeric character reference. ASCII references are kept, because authors often use them to escape a Markdown character. */
const CHARACTER_REFERENCE = /&#(?:x([\da-f]{2,6})|(\d{3,7}));/gi;
const LAST_ASCII_CODE = 0x7f;

function decodeReference(reference: string, hexadecimal: string | undefined, decimal: string | undefined): string {
  const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal);
  const isSurrogate = code >= 0xd800 && code <= 0xdfff;
  return code > LAST_ASCII_CODE && code <= 0x10ffff && !isSurrogate ? String.fromCodePoint(code) : reference;
}

/** Replaces numeric references to characters that are not ASCII with the characters. */
export function decodeReferences(text: string): string {
  return text.includes('&#') ? text.replaceAll(CHARACTER_REFERENCE, decodeReference) : text;
}

/** Escapes text so that Markdown renders it literally. `before` and `after` are the surrounding characters; empty if unknown. */
export function escapeText(text: string, before = '', after = '', inLabel = false): string {
  const decodedText = decodeReferences(text);
  return decodedText.replaceAll(SPECIAL_CHARS, (mark, offset: number) => {
    const previousChar = decodedText[offset - 1] ?? before;
    const nextChar = decodedText[offset + 1] ?? after;
    return needsEscape(mark, previousChar, nextChar, inLabel) ? `\\${mark}` : mark;
  });
}

function needsEscape(mark: string, previous: string, next: string, inLabel: boolean): boolean {
  switch (mark) {
    case '\\':
      return next === '' || next === '\n' || PUNCTUATION_PATTERN.test(next);
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
const NUMBERED_LINE = /^(\d{1,9})([.)])(?=\s|$)/;
const THEMATIC_BREAK = /^(?:\*[ \t]*){3,}$|^(?:_[ \t]*){3,}$|^(?:-[ \t]*){3,}$/;
const DEFINITION_PATTERN = /^\[[^\]]{1,300}\]:/;

/** Escapes a line of a paragraph that Markdown would parse as a heading, a list, a block quote, a table or another block. */
export function escapeLineStart(line: string): string {
  const text = line.trimStart();
  const numberMatch = NUMBERED_LINE.exec(text);
  if (numberMatch) return `${numberMatch[1]}\\${text.slice(numberMatch[1]?.length)}`;
  const shortText = text.length < 1_000;
  if (BLOCK_START.test(text) || (shortText && THEMATIC_BREAK.test(text)) || DEFINITION_PATTERN.test(text))
    return `\\${text}`;
  return text;
}

/** Returns inline code. Its delimiter has more backticks than any run of backticks in the text. */
export function formatCodeSpan(text: string): string {
  if (text.trim() === '') return text;
  let longestRun = 0;
  for (const run of text.match(/`+/g) ?? []) longestRun = Math.max(longestRun, run.length);
  const backticks = '`'.repeat(longestRun + 1);
  // Markdown removes one space on each side, so code that starts and ends with a space needs an extra pair of spaces.
  const padding = text.startsWith('`') || text.endsWith('`') || (text.startsWith(' ') && text.endsWith(' ')) ? ' ' : '';
  return `${backticks}${padding}${text}${padding}${backticks}`;
}

/** Encodes a URL as the destination of a Markdown link. */
export function encodeDestination(url: string): string {
  return url.trim().replaceAll(/[\s()<>\\"]/g, (char) => DESTINATION_CODES[char] ?? encodeURIComponent(char));
}

const DESTINATION_CODES: Readonly<Record<string, string>> = { '(': '%28', ')': '%29' };
