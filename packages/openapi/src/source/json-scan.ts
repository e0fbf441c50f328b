/** A JSON key and its position. Positions are UTF-16 offsets. */
export interface JsonKey {
  /** Keys from the root to this key. The content of lists is skipped. */
  readonly path: readonly string[];
  /** Offset of the key's opening quote. */
  readonly start: number;
}

export interface JsonVisitor {
  /** Maximum depth of reported keys. The keys of the root object have depth 1. */
  readonly depth: number;
  /** Called before a value is scanned. The value starts at or after `valueFrom`. Return `true` to end the scan. */
  onKey?(key: JsonKey, valueFrom: number): boolean;
  /** Called after a value is scanned, with the offset after the value. */
  onValue?(key: JsonKey, end: number): void;
}

const SCALAR_PATTERN = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

/** An open object or list. `key` is the key whose value is being read. */
interface OpenJsonContainer {
  readonly object: boolean;
  /** Whether the keys of the container are reported. */
  readonly visited: boolean;
  key: JsonKey | undefined;
}

/**
 * Scans JSON once without parsing it, and reports the keys near the root. Does not recurse, so deep nesting cannot overflow the stack. Returns the
 * offset at which the text stops being JSON; undefined if it is valid or the scan was ended.
 */
export function scanJson(text: string, visitor: JsonVisitor): number | undefined {
  const openContainers: OpenJsonContainer[] = [];
  const path: string[] = [];
  let offset = skipSpace(text, 0);
  let expectsValue = true;

  const endValue = (end: number) => {
    const parent = openContainers.at(-1);
    if (parent?.key) {
      visitor.onValue?.(parent.key, end);
      parent.key = undefined;
      path.pop();
    }
    expectsValue = false;
  };

  while (offset < text.length) {
    const char = text[offset];
    const parent = openContainers.at(-1);
    if (!expectsValue) {
      if (!parent) return offset;
      if (char === (parent.object ? '}' : ']')) {
        openContainers.pop();
        offset += 1;
        endValue(offset);
      } else if (char === ',') {
        offset = skipSpace(text, offset + 1);
        if (parent.object) {
          const keyPosition = parseKey(text, offset, parent);
          if (keyPosition === undefined) return offset;
          if (keyPosition === true) return undefined;
          offset = keyPosition;
        }
        expectsValue = true;
      } else return offset;
    } else if (char === '{' || char === '[') {
      const object = char === '{';
      // The members of a list have no keys, so the keys within them are not reported.
      const isVisited = object && (parent ? parent.key !== undefined : true) && openContainers.length < visitor.depth;
      const openContainer: OpenJsonContainer = { object, visited: isVisited, key: undefined };
      openContainers.push(openContainer);
      offset = skipSpace(text, offset + 1);
      if (text[offset] === (object ? '}' : ']')) expectsValue = false;
      else if (object) {
        const keyPosition = parseKey(text, offset, openContainer);
        if (keyPosition === undefined) return offset;
        if (keyPosition === true) return undefined;
        offset = keyPosition;
      }
    } else {
      const end = char === '"' ? findStringEnd(text, offset) : findScalarEnd(text, offset);
      if (end === undefined) return offset;
      offset = end;
      endValue(offset);
    }
    offset = skipSpace(text, offset);
  }
  return openContainers.length > 0 || expectsValue ? text.length : undefined;

  /** Reads a key and its colon. Returns the offset after them, `true` to end the scan, or undefined if there is no key. */
  function parseKey(source: string, start: number, object: OpenJsonContainer): number | true | undefined {
    const end = source[start] === '"' ? findStringEnd(source, start) : undefined;
    if (end === undefined) return undefined;
    const colon = skipSpace(source, end);
    if (source[colon] !== ':') return undefined;
    if (object.visited) {
      path.push(parseKeyText(source.slice(start, end)));
      object.key = { path: [...path], start };
      if (visitor.onKey?.(object.key, colon + 1)) return true;
    }
    return skipSpace(source, colon + 1);
  }
}

function parseKeyText(quotedText: string): string {
  if (!quotedText.includes('\\')) return quotedText.slice(1, -1);
  try {
    return String(JSON.parse(quotedText));
  } catch {
    return quotedText.slice(1, -1);
  }
}

/** Returns the offset after the closing quote of a string; undefined if the line ends before the closing quote. */
function findStringEnd(text: string, start: number): number | undefined {
  for (let offset = start + 1; offset < text.length; offset += 1) {
    const char = text.charCodeAt(offset);
    if (char === 0x22) return offset + 1;
    if (char === 0x5c) offset += 1;
    else if (char === 0x0a) return undefined;
  }
  return undefined;
}

function findScalarEnd(text: string, start: number): number | undefined {
  SCALAR_PATTERN.lastIndex = start;
  return SCALAR_PATTERN.test(text) ? SCALAR_PATTERN.lastIndex : undefined;
}

function skipSpace(text: string, from: number): number {
  let offset = from;
  for (; offset < text.length; offset += 1) {
    const char = text.charCodeAt(offset);
    if (char !== 0x20 && char !== 0x0a && char !== 0x09 && char !== 0x0d) break;
  }
  return offset;
}
