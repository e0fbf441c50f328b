/** Most values of one body. 8 MiB of ordinary JSON hold 350,000: one for every 24 bytes, as real API descriptions and archives have them. */
export const MAX_JSON_VALUES = 500_000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
/** Tab, line feed, carriage return, space. */
const SPACE: ReadonlySet<number> = new Set([0x09, 0x0a, 0x0d, 0x20]);

export interface JsonSize {
  /** Objects, arrays and what they hold. */
  readonly values: number;
  /** Elements of the array at the path; of the longest one if a name occurs twice, 0 if there is none. */
  readonly elements: number;
}

/**
 * Counts what a JSON text holds in one pass that builds nothing, so that a text which would take too much memory is refused before it is
 * parsed. For a text that is not JSON, the counts are of the same order, and `JSON.parse` reports the error.
 * @param path names of the objects that the array of interest is in, outermost first, as they are written without escapes
 */
export function measureJson(text: string, path: readonly string[] = []): JsonSize {
  let values = 1;
  let elements = 0;
  let depth = 0;
  let name = '';
  /** How many names of the path lead here: no more than objects around. */
  let matched = 0;
  let count = 0;
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case QUOTE: {
        const end = endOfString(text, at);
        // Only a name that the path may have is copied.
        if (depth <= path.length) name = text.slice(at + 1, end);
        at = end;
        break;
      }
      case COLON:
        if (depth <= path.length && matched >= depth - 1) matched = name === path[depth - 1] ? depth : depth - 1;
        break;
      case OPEN_BRACKET:
        if (depth === path.length && matched === depth) count = 1;
        depth += 1;
        values += isEmpty(text, at) ? 0 : 1;
        break;
      case OPEN_BRACE:
        depth += 1;
        values += isEmpty(text, at) ? 0 : 1;
        break;
      case COMMA:
        values += 1;
        if (count > 0 && depth === path.length + 1) count += 1;
        break;
      case CLOSE_BRACKET:
      case CLOSE_BRACE:
        depth -= 1;
        matched = Math.min(matched, depth);
        if (depth === path.length) {
          elements = Math.max(elements, count);
          count = 0;
        }
        break;
    }
  }
  return { values, elements: Math.max(elements, count) };
}

/** Whether nothing stands in the object or array that opens here: it has one value more than commas otherwise. */
function isEmpty(text: string, open: number): boolean {
  let at = open + 1;
  while (SPACE.has(text.charCodeAt(at))) at += 1;
  return text.charCodeAt(at) === CLOSE_BRACKET || text.charCodeAt(at) === CLOSE_BRACE;
}

/** The place of the quote that ends the string; the end of the text if there is none. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; ; at += 1) {
    at = text.indexOf('"', at);
    if (at < 0) return text.length;
    let backslashes = 0;
    while (text.charCodeAt(at - 1 - backslashes) === BACKSLASH) backslashes += 1;
    if (backslashes % 2 === 0) return at;
  }
}
