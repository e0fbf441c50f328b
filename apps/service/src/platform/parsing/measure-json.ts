/** Maximum number of JSON values in a body. Real OpenAPI documents and archives of 8 MiB contain about 350,000. */
export const MAX_JSON_VALUES = 500_000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
/** The whitespace characters of JSON: tab, line feed, carriage return and space. */
const SPACE: ReadonlySet<number> = new Set([0x09, 0x0a, 0x0d, 0x20]);

export interface JsonSize {
  /** Number of objects and arrays, plus the values that they contain. */
  readonly values: number;
  /** Number of elements of the array at the given path; 0 if there is no array. If a name occurs twice, this is the number of elements of the longest array. */
  readonly elements: number;
}

/**
 * Counts the values of a JSON text in one pass without building objects. A text that would take too much memory can therefore be rejected before it
 * is parsed. For invalid JSON, the counts are approximate, and `JSON.parse` reports the error.
 * @param path names of the properties that lead to the array, outermost first, as they are written without escapes
 */
export function measureJson(text: string, path: readonly string[] = []): JsonSize {
  let values = 1;
  let elements = 0;
  let depth = 0;
  let name = '';
  /** Number of path names matched so far; at most the current depth. */
  let closingCount = 0;
  let count = 0;
  for (let index = 0; index < text.length; index += 1) {
    switch (text.charCodeAt(index)) {
      case QUOTE: {
        const end = findEndOfString(text, index);
        // A name is copied only at a depth that the path can reach.
        if (depth <= path.length) name = text.slice(index + 1, end);
        index = end;
        break;
      }
      case COLON:
        if (depth <= path.length && closingCount >= depth - 1)
          closingCount = name === path[depth - 1] ? depth : depth - 1;
        break;
      case OPEN_BRACKET:
        if (depth === path.length && closingCount === depth) count = 1;
        depth += 1;
        values += isEmpty(text, index) ? 0 : 1;
        break;
      case OPEN_BRACE:
        depth += 1;
        values += isEmpty(text, index) ? 0 : 1;
        break;
      case COMMA:
        values += 1;
        if (count > 0 && depth === path.length + 1) count += 1;
        break;
      case CLOSE_BRACKET:
      case CLOSE_BRACE:
        depth -= 1;
        closingCount = Math.min(closingCount, depth);
        if (depth === path.length) {
          elements = Math.max(elements, count);
          count = 0;
        }
        break;
    }
  }
  return { values, elements: Math.max(elements, count) };
}

/** Returns whether the object or array that starts at `open` is empty. If not, it has one value more than commas. */
function isEmpty(text: string, open: number): boolean {
  let index = open + 1;
  while (SPACE.has(text.charCodeAt(index))) index += 1;
  return text.charCodeAt(index) === CLOSE_BRACKET || text.charCodeAt(index) === CLOSE_BRACE;
}

/** Returns the position of the closing quote, or the length of the text if there is none. */
function findEndOfString(text: string, start: number): number {
  for (let index = start + 1; ; index += 1) {
    index = text.indexOf('"', index);
    if (index < 0) return text.length;
    let backslashes = 0;
    while (text.charCodeAt(index - 1 - backslashes) === BACKSLASH) backslashes += 1;
    if (backslashes % 2 === 0) return index;
  }
}
