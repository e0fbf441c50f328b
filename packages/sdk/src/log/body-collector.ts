/** Largest part of a body that is captured, in bytes of UTF-8. */
export const MAX_BODY_BYTES = 65_536;

/** The captured part of a body. */
export interface BodyText {
  readonly text: string;
  readonly isJson: boolean;
  readonly truncated: boolean;
}

const decoder = new TextDecoder();
const encoder = new TextEncoder();
let scratch: Uint8Array | undefined;

const TEXTUAL =
  /^(text\/|application\/([\w.+-]*\+)?(json|xml)\b|application\/(x-www-form-urlencoded|x-ndjson|ndjson|graphql|yaml|x-yaml)\b)/i;
const JSON_TYPE = /^(application|text)\/([\w.+-]*\+)?json\s*(;|$)/i;
const OTHER_CHARSET = /charset\s*=\s*"?(?!utf-?8\b|us-ascii\b)\w/i;

/** Whether a body with these headers is UTF-8 text. */
export function isTextual(contentType: string | undefined, contentEncoding: string | undefined): boolean {
  if (contentType === undefined || !TEXTUAL.test(contentType) || OTHER_CHARSET.test(contentType)) return false;
  return contentEncoding === undefined || contentEncoding === 'identity';
}

export const isJsonType = (contentType: string): boolean => JSON_TYPE.test(contentType);

/** Keeps the first bytes of a body while its chunks pass through. */
export class BodyCollector {
  readonly #isJson: boolean;
  #parts: (string | Uint8Array)[] = [];
  #length = 0;
  #truncated = false;

  constructor(contentType: string) {
    this.#isJson = isJsonType(contentType);
  }

  /** @param chunk is copied if it is bytes, because its owner may use the memory again */
  add(chunk: unknown): void {
    const room = MAX_BODY_BYTES - this.#length;
    if (room <= 0) {
      this.#truncated = true;
      return;
    }
    if (typeof chunk === 'string') {
      this.#parts.push(chunk.length > room ? chunk.slice(0, room) : chunk);
    } else if (chunk instanceof Uint8Array) {
      this.#parts.push(Uint8Array.prototype.slice.call(chunk, 0, room));
    } else return;
    this.#truncated ||= chunk.length > room;
    this.#length += chunk.length;
  }

  /** Returns the text, or undefined if there was no body. */
  finish(): BodyText | undefined {
    if (this.#length === 0) return undefined;
    const joined = this.#join();
    const text = withinBytes(joined);
    const truncated = this.#truncated || text.length < joined.length;
    return { text, isJson: this.#isJson && !truncated, truncated };
  }

  #join(): string {
    const [first] = this.#parts;
    if (this.#parts.length === 1 && typeof first === 'string') return first;
    if (this.#parts.every((part) => typeof part === 'string')) return this.#parts.join('');
    const bytes = this.#parts.map((part) => (typeof part === 'string' ? encoder.encode(part) : part));
    const all = new Uint8Array(bytes.reduce((sum, part) => sum + part.length, 0));
    let at = 0;
    for (const part of bytes) {
      all.set(part, at);
      at += part.length;
    }
    const text = decoder.decode(all);
    // The cut may have split a character.
    return this.#truncated ? text.replace(/\uFFFD$/, '') : text;
  }
}

/** Shortens a text to the bound, between two characters. */
function withinBytes(text: string): string {
  if (text.length * 3 <= MAX_BODY_BYTES) return text;
  scratch ??= new Uint8Array(MAX_BODY_BYTES);
  return text.slice(0, encoder.encodeInto(text, scratch).read);
}
