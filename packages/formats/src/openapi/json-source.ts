import { elementAt } from '@context-sync/base';
import type { Warning } from '@context-sync/reading';
import { scanJson } from './json-scan.ts';
import {
  isPlaced,
  type LineRange,
  type OpenapiSource,
  PLACED_DEPTH,
  placeKey,
  type Unreadable,
  WARNING_LIMIT,
} from './source.ts';

/** Reads an OpenAPI document in JSON. */
export function jsonSource(text: string): OpenapiSource | Unreadable {
  const lineAt = lineFinder(text);
  const places = new Map<string, LineRange>();
  const warnings: Warning[] = [];
  const fault = scanJson(text, {
    depth: PLACED_DEPTH,
    onValue({ path, start }, end) {
      if (!isPlaced(path)) return;
      const key = placeKey(path);
      const line = lineAt(start);
      if (places.has(key) && warnings.length < WARNING_LIMIT) {
        const name = path.at(-1)?.slice(0, 100).toWellFormed();
        warnings.push({ line, message: `the key "${name}" stands twice; the last one counts` });
      }
      places.set(key, [line, lineAt(Math.max(start, end - 1))]);
    },
  });
  const root = fault === undefined ? parsed(text) : undefined;
  if (root === undefined) {
    const found = text.codePointAt(fault ?? text.length);
    const place = found === undefined ? 'its end' : `\`${String.fromCodePoint(found)}\``;
    return { fault: { line: lineAt(fault ?? text.length), message: `JSON that cannot be read at ${place}` } };
  }
  return { root, lines: (path) => places.get(placeKey(path)), warnings };
}

function parsed(text: string): unknown {
  // Only texts with 16 digits in a row can contain a number that JavaScript would round, such as the bounds of 64-bit integers.
  if (/\d{16}/.test(text)) {
    try {
      return JSON.parse(text, wholeNumber);
    } catch {
      // The text is too deeply nested for a reviver, or is not JSON.
    }
  }
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function wholeNumber(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
  const source = context?.source ?? '';
  return /^-?\d{16,40}$/.test(source) ? BigInt(source) : value;
}

/** Returns the line of an offset, counted from 1. */
function lineFinder(text: string): (index: number) => number {
  const ends: number[] = [];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) ends.push(at);
  return (index) => {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (elementAt(ends, middle) < index) low = middle + 1;
      else high = middle;
    }
    // The last line end does not start another line.
    return Math.min(low, text.endsWith('\n') ? ends.length - 1 : ends.length) + 1;
  };
}
