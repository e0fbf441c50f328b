import { getElementAt } from '@context-sync/base';
import { scanJson } from './json-scan.ts';
import {
  createPlaceKey,
  createReferenceFinder,
  isPlaced,
  type LineRange,
  MAX_PLACE_DEPTH,
  type OpenapiSource,
  type SourceWarning,
  type UnreadableSource,
  WARNING_LIMIT,
} from './openapi-source.ts';

/** Reads an OpenAPI document in JSON. If a key occurs twice in an object, the last one counts, as in other JSON parsers. */
export function parseJsonSource(text: string): OpenapiSource | UnreadableSource {
  const lineAt = createLineFinder(text);
  const rangesByPath = new Map<string, LineRange>();
  const warnings: SourceWarning[] = [];
  const fault = scanJson(text, {
    depth: MAX_PLACE_DEPTH,
    onValue({ path, start }, end) {
      if (!isPlaced(path)) return;
      const key = createPlaceKey(path);
      const line = lineAt(start);
      if (rangesByPath.has(key) && warnings.length < WARNING_LIMIT) {
        const name = path.at(-1)?.slice(0, 100).toWellFormed();
        warnings.push({ line, message: `the key "${name}" occurs twice; its last value is used` });
      }
      rangesByPath.set(key, [line, lineAt(Math.max(start, end - 1))]);
    },
  });
  const parsedDocument = fault === undefined ? parse(text) : { errorAt: fault };
  if ('errorAt' in parsedDocument) {
    const end = text.trimEnd().length;
    const offset = Math.min(parsedDocument.errorAt, end);
    const character = text.slice(0, end).codePointAt(offset);
    const message = `unexpected ${character === undefined ? 'end' : `\`${String.fromCodePoint(character)}\``}`;
    const column = offset - text.lastIndexOf('\n', offset - 1);
    return { fault: { syntax: 'JSON', kind: 'invalid', message, line: lineAt(offset), column } };
  }
  return {
    root: parsedDocument.root,
    lines: (path) => rangesByPath.get(createPlaceKey(path)),
    lineOfReference: createReferenceFinder(text),
    warnings,
  };
}

/** Returns the value, or the offset of an error that the scan accepts, such as an unknown escape in a string. */
function parse(text: string): { readonly root: unknown } | { readonly errorAt: number } {
  // JavaScript rounds only integers with at least 16 digits, such as the bounds of 64-bit integers.
  if (/\d{16}/.test(text)) {
    try {
      return { root: JSON.parse(text, parseWholeNumber) };
    } catch {
      // The text is too deeply nested for a reviver, or is not JSON.
    }
  }
  try {
    return { root: JSON.parse(text) };
  } catch (error) {
    const position = /at position (\d+)/.exec(String(error))?.[1];
    return { errorAt: position === undefined ? text.length : Number(position) };
  }
}

function parseWholeNumber(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
  const source = context?.source ?? '';
  return /^-?\d{16,40}$/.test(source) ? BigInt(source) : value;
}

/** Returns the line of an offset, counted from 1. */
function createLineFinder(text: string): (index: number) => number {
  const lineEnds: number[] = [];
  for (let position = text.indexOf('\n'); position >= 0; position = text.indexOf('\n', position + 1))
    lineEnds.push(position);
  return (index) => {
    let low = 0;
    let high = lineEnds.length;
    while (low < high) {
      const middleLine = (low + high) >> 1;
      if (getElementAt(lineEnds, middleLine) < index) low = middleLine + 1;
      else high = middleLine;
    }
    // The last line end does not start another line.
    return Math.min(low, text.endsWith('\n') ? lineEnds.length - 1 : lineEnds.length) + 1;
  };
}
