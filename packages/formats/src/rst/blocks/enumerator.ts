/** The marker of an item in an enumerated list. */
export interface Enumerator {
  /** Format of the marker: `(x)`, `x)` or `x.`. All items of a list have the same format. */
  readonly format: string;
  readonly text: string;
  /** Width in columns. */
  readonly width: number;
}

export type EnumeratorSequence = 'auto' | 'arabic' | 'lower' | 'upper' | 'roman' | 'ROMAN';

const ENUMERATOR_PATTERN = /^(\(?)(\d{1,9}|[a-zA-Z]|[ivxlcdm]{2,12}|[IVXLCDM]{2,12}|#)([.)])(?= |$)/;
/** Maximum number of characters examined for an enumerator. */
const MAX_MARKER_CHARS = 24;
/** Maximum value of a Roman numeral at the start of a list. Words such as `mix` are numerals with greater values. */
const MAX_ROMAN = 40;

export function parseEnumerator(line: string): Enumerator | undefined {
  const match = ENUMERATOR_PATTERN.exec(line.slice(0, MAX_MARKER_CHARS));
  if (!match) return undefined;
  const [all, open = '', text = '', close = ''] = match;
  if (open === '(' && close === '.') return undefined;
  return { format: open + close, text, width: all.length };
}

/** Returns the sequence of a list based on the marker of its first item. */
export function detectSequence(text: string): EnumeratorSequence | undefined {
  if (text === '#') return 'auto';
  if (/^\d/.test(text)) return 'arabic';
  if (text === 'i') return 'roman';
  if (text === 'I') return 'ROMAN';
  const isLower = text === text.toLowerCase();
  if (text.length === 1) return isLower ? 'lower' : 'upper';
  const value = parseRoman(text);
  if (value === undefined || value > MAX_ROMAN) return undefined;
  return isLower ? 'roman' : 'ROMAN';
}

/** Returns the position of a marker in a sequence; undefined if the marker is not part of the sequence. */
export function parseOrdinal(text: string, sequence: EnumeratorSequence): number | undefined {
  switch (sequence) {
    case 'auto':
      return undefined;
    case 'arabic':
      return /^\d+$/.test(text) ? Number(text) : undefined;
    case 'lower':
      return /^[a-z]$/.test(text) ? text.charCodeAt(0) - 0x60 : undefined;
    case 'upper':
      return /^[A-Z]$/.test(text) ? text.charCodeAt(0) - 0x40 : undefined;
    case 'roman':
      return text === text.toLowerCase() ? parseRoman(text) : undefined;
    case 'ROMAN':
      return text === text.toUpperCase() ? parseRoman(text) : undefined;
  }
}

const ROMAN_PATTERN = /^m{0,4}(?:cm|cd|d?c{0,3})(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})$/;
const DIGITS: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50, c: 100, d: 500, m: 1000 };

function parseRoman(text: string): number | undefined {
  const digits = text.toLowerCase();
  if (digits === '' || !ROMAN_PATTERN.test(digits)) return undefined;
  let sum = 0;
  for (let i = 0; i < digits.length; i += 1) {
    const digit = DIGITS[digits.charAt(i)] ?? 0;
    sum += digit < (DIGITS[digits.charAt(i + 1)] ?? 0) ? -digit : digit;
  }
  return sum;
}
