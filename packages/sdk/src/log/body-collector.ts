/** Maximum size of the captured part of a body, in bytes of UTF-8. */
export const MAX_BODY_BYTES = 65_536;

/** The captured part of a body as text. */
export interface BodyText {
  readonly text: string;
  readonly isJson: boolean;
  readonly truncated: boolean;
}

const decoder = new TextDecoder();
const encoder = new TextEncoder();
let scratchBuffer: Uint8Array | undefined;

const TEXT_MEDIA_TYPE =
  /^(text\/|application\/([\w.+-]*\+)?(json|xml)\b|application\/(x-www-form-urlencoded|x-ndjson|ndjson|graphql|yaml|x-yaml)\b)/i;
const JSON_TYPE = /^(application|text)\/([\w.+-]*\+)?json\s*(;|$)/i;
const OTHER_CHARSET = /charset\s*=\s*"?(?!utf-?8\b|us-ascii\b)\w/i;

/** Returns whether a body with these headers is UTF-8 text. */
export function isTextual(contentType: string | undefined, contentEncoding: string | undefined): boolean {
  if (contentType === undefined || !TEXT_MEDIA_TYPE.test(contentType) || OTHER_CHARSET.test(contentType)) return false;
  return contentEncoding === undefined || contentEncoding === 'identity';
}

export const isJsonType = (contentType: string): boolean => JSON_TYPE.test(contentType);

/** Collects the first bytes of a body while its chunks are passed through. */
export class BodyCollector {
  readonly #isJson: boolean;
  #parts: (string | Uint8Array)[] = [];
  #length = 0;
  #truncated = false;

  constructor(contentType: string) {
    this.#isJson = isJsonType(contentType);
  }

  /** Adds a chunk. @param isStable whether the chunk does not have to be copied, because its memory is not reused */
  add(chunk: unknown, isStable = false): void {
    const availableBytes = MAX_BODY_BYTES - this.#length;
    if (availableBytes <= 0) {
      this.#truncated = true;
      return;
    }
    if (typeof chunk === 'string') {
      this.#parts.push(chunk.length > availableBytes ? chunk.slice(0, availableBytes) : chunk);
    } else if (chunk instanceof Uint8Array) {
      const part = chunk.subarray(0, availableBytes);
      this.#parts.push(isStable ? part : copyBytes(part));
    } else return;
    this.#truncated ||= chunk.length > availableBytes;
    this.#length += chunk.length;
  }

  /** Returns the collected text, or undefined if there was no body. */
  finish(): BodyText | undefined {
    if (this.#length === 0) return undefined;
    const joinedBytes = this.#join();
    const text = truncateToMaxBytes(joinedBytes);
    const isTruncated = this.#truncated || text.length < joinedBytes.length;
    return { text, isJson: this.#isJson && !isTruncated, truncated: isTruncated };
  }

  #join(): string {
    const [first] = this.#parts;
    if (this.#parts.length === 1 && typeof first === 'string') return first;
    if (this.#parts.length === 1 && first instanceof Uint8Array) return this.#decode(first);
    if (this.#parts.every((part) => typeof part === 'string')) return this.#parts.join('');
    const bytes = this.#parts.map((part) => (typeof part === 'string' ? encoder.encode(part) : part));
    const combinedBytes = new Uint8Array(bytes.reduce((sum, part) => sum + part.length, 0));
    let index = 0;
    for (const part of bytes) {
      combinedBytes.set(part, index);
      index += part.length;
    }
    return this.#decode(combinedBytes);
  }

  #decode(bytes: Uint8Array): string {
    const text = decoder.decode(bytes);
    // A character at the end may be incomplete, because the body was truncated.
    return this.#truncated ? text.replace(/\uFFFD$/, '') : text;
  }
}

/** Copies bytes. Node allocates small buffers from a pool, which is cheaper for the garbage collector than separate buffers. */
function copyBytes(bytes: Uint8Array): Uint8Array {
  return typeof Buffer === 'undefined' ? bytes.slice() : Buffer.from(bytes);
}

/** Truncates a text to the maximum size between two characters. */
function truncateToMaxBytes(text: string): string {
  if (text.length * 3 <= MAX_BODY_BYTES) return text;
  scratchBuffer ??= new Uint8Array(MAX_BODY_BYTES);
  return text.slice(0, encoder.encodeInto(text, scratchBuffer).read);
}
