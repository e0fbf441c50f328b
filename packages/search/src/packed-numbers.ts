/**
 * Numbers as text of ASCII characters without quotes, backslashes, spaces and control characters, so that both databases can store them in text columns, and
 * JSON does not escape them. Each character contains five bits; the last character of a number is in the lower of two ranges.
 */
const BITS = 5;
const RADIX = 2 ** BITS;
const LAST = '#'.charCodeAt(0);
const CONTINUED = ']'.charCodeAt(0);

/** Packs integers from 0 to 2^53 - 1. */
export function packNumbers(values: Iterable<number>): string {
  let text = '';
  for (const value of values) {
    let rest = value;
    while (rest >= RADIX) {
      text += String.fromCharCode(CONTINUED + (rest % RADIX));
      rest = Math.floor(rest / RADIX);
    }
    text += String.fromCharCode(LAST + rest);
  }
  return text;
}

/** Reads packed numbers one after another. */
export class PackedReader {
  readonly #text: string;
  readonly #end: number;
  #at: number;

  constructor(text: string, start = 0, end = text.length) {
    this.#text = text;
    this.#at = start;
    this.#end = end;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#end;
  }

  /** Returns the next number. */
  read(): number {
    let value = 0;
    let factor = 1;
    for (;;) {
      const code = this.#text.charCodeAt(this.#at);
      this.#at += 1;
      if (!(code >= CONTINUED)) return value + (code - LAST) * factor;
      value += (code - CONTINUED) * factor;
      factor *= RADIX;
    }
  }
}
