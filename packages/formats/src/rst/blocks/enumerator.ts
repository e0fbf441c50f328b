/** What begins an item of an enumerated list. */
export interface Enumerator {
  /** `(x)`, `x)` or `x.`, which all items of a list share. */
  readonly format: string;
  readonly text: string;
  /** Columns it takes. */
  readonly width: number;
}

export type Sequence = 'auto' | 'arabic' | 'lower' | 'upper' | 'roman' | 'ROMAN';

const ENUMERATOR = /^(\(?)(\d{1,9}|[a-zA-Z]|[ivxlcdm]{2,12}|[IVXLCDM]{2,12}|#)([.)])(?= |$)/;
/** Longer lines are looked at up to here. */
const HEAD = 24;
/** Words such as `mix` are numbers too; lists do not begin at those. */
const ROMAN_LIMIT = 40;

export function enumeratorOf(line: string): Enumerator | undefined {
  const match = ENUMERATOR.exec(line.slice(0, HEAD));
  if (!match) return undefined;
  const [all, open = '', text = '', close = ''] = match;
  if (open === '(' && close === '.') return undefined;
  return { format: open + close, text, width: all.length };
}

/** The sequence that a list is taken to be of by its first item. */
export function sequenceOf(text: string): Sequence | undefined {
  if (text === '#') return 'auto';
  if (/^\d/.test(text)) return 'arabic';
  if (text === 'i') return 'roman';
  if (text === 'I') return 'ROMAN';
  const isLower = text === text.toLowerCase();
  if (text.length === 1) return isLower ? 'lower' : 'upper';
  const value = roman(text);
  if (value === undefined || value > ROMAN_LIMIT) return undefined;
  return isLower ? 'roman' : 'ROMAN';
}

/** The place of an item in a sequence; undefined where it is not of it. */
export function ordinal(text: string, sequence: Sequence): number | undefined {
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
      return text === text.toLowerCase() ? roman(text) : undefined;
    case 'ROMAN':
      return text === text.toUpperCase() ? roman(text) : undefined;
  }
}

const ROMAN = /^m{0,4}(?:cm|cd|d?c{0,3})(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})$/;
const DIGITS: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50, c: 100, d: 500, m: 1000 };

function roman(text: string): number | undefined {
  const digits = text.toLowerCase();
  if (digits === '' || !ROMAN.test(digits)) return undefined;
  let sum = 0;
  for (let i = 0; i < digits.length; i += 1) {
    const digit = DIGITS[digits[i] ?? ''] ?? 0;
    sum += digit < (DIGITS[digits[i + 1] ?? ''] ?? 0) ? -digit : digit;
  }
  return sum;
}
