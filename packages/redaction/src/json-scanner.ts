import { CLOSE_BRACE, CLOSE_BRACKET, COLON, COMMA, OPEN_BRACE, OPEN_BRACKET, QUOTE } from './json-codes.ts';
import { lastScan, scanSigns } from './text-signs.ts';

/** Reason why the rest of a text cannot be read as JSON. A truncated text is the start of valid JSON. */
export type JsonProblem = 'truncated' | 'invalid' | 'deep';

const DIGIT_0 = 48;
const DIGIT_9 = 57;
const BACKSLASH = 92;
const LOWERCASE_U = 117;
/** Code of the space character. In JSON, the other white space has lower codes. */
const SPACE = 32;
const ESCAPE_PATTERN = /^\\(?:["\\/bfnrt]|u[\da-fA-F]{4})$/;
const ESCAPE_PREFIX = /^\\(?:u[\da-fA-F]{0,3})?$/;
const SCALAR_CHARACTERS = /[\w.+-]*/y;
const SCALAR_PATTERN = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)$/;

/** Reads the tokens of a JSON text, which may be truncated. Accepts exactly what `JSON.parse` accepts. */
export class JsonScanner {
  readonly text: string;
  offset: number;
  problem: JsonProblem | undefined;
  /** End of the content of the string that was read last, without an escape sequence that is truncated. */
  contentEnd = 0;
  /** Signs of the content of the string that was read last; undefined if it contains escape sequences. */
  signs: number | undefined;

  constructor(text: string, offset: number) {
    this.text = text;
    this.offset = offset;
  }

  /** Code of the character at the offset; NaN at the end of the text. */
  get code(): number {
    return this.text.charCodeAt(this.offset);
  }

  skipSpace(): void {
    for (let code = this.code; code <= SPACE; code = this.code) {
      if (code !== SPACE && code !== 10 && code !== 13 && code !== 9) return;
      this.offset += 1;
    }
  }

  /** Skips the next character if it has this code. */
  skip(code: number): boolean {
    if (this.code !== code) return false;
    this.offset += 1;
    return true;
  }

  /** Records that the next character is not allowed, or missing. */
  fail(): void {
    this.problem ??= this.offset >= this.text.length ? 'truncated' : 'invalid';
  }

  /** Reads the string that starts at the offset. */
  readString(): void {
    const { text } = this;
    const start = this.offset + 1;
    for (let end = start; ; ) {
      const isStart = end === start;
      scanSigns(text, end, text.length, true);
      end = lastScan.end;
      this.signs = isStart ? lastScan.signs : undefined;
      const code = text.charCodeAt(end);
      this.contentEnd = end;
      this.offset = end;
      if (code === QUOTE) {
        this.offset = end + 1;
        return;
      }
      const sequence = text.slice(end, end + (text.charCodeAt(end + 1) === LOWERCASE_U ? 6 : 2));
      if (code !== BACKSLASH || !ESCAPE_PATTERN.test(sequence)) {
        if (end + sequence.length === text.length && ESCAPE_PREFIX.test(sequence)) this.offset = text.length;
        this.fail();
        return;
      }
      end += sequence.length;
    }
  }

  /** Skips the value at the offset, which must be valid JSON. */
  skipValue(): void {
    let depth = 0;
    do {
      const { code } = this;
      if (code === QUOTE) this.readString();
      else if (code === OPEN_BRACE || code === OPEN_BRACKET) {
        depth += 1;
        this.offset += 1;
      } else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) {
        depth -= 1;
        this.offset += 1;
      } else if (code === COMMA || code === COLON || code <= SPACE) this.offset += 1;
      else this.readScalar();
    } while (depth > 0 && this.problem === undefined && this.offset < this.text.length);
  }

  /** Reads the number, boolean or null that starts at the offset. */
  readScalar(): void {
    if (this.#skipInteger()) return;
    const { text, offset } = this;
    SCALAR_CHARACTERS.lastIndex = offset;
    SCALAR_CHARACTERS.test(text);
    const end = SCALAR_CHARACTERS.lastIndex;
    if (SCALAR_PATTERN.test(text.slice(offset, end))) this.offset = end;
    else this.problem = end >= text.length ? 'truncated' : 'invalid';
  }

  /** Skips an integer without a sign, the most common number. @returns false for any other value */
  #skipInteger(): boolean {
    const { text } = this;
    let end = this.offset;
    for (let { code } = this; code >= DIGIT_0 && code <= DIGIT_9; code = text.charCodeAt(end)) end += 1;
    const isInteger = end > this.offset && (end === this.offset + 1 || this.code !== DIGIT_0);
    const next = text.charCodeAt(end);
    if (!isInteger || !(next === COMMA || next === CLOSE_BRACE || next === CLOSE_BRACKET)) return false;
    this.offset = end;
    return true;
  }
}
