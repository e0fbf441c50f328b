import { parseJsonSource } from './json-source.ts';
import type { OpenapiSource, SourceFault, UnreadableSource } from './openapi-source.ts';
import type { YamlLimits } from './yaml-nodes.ts';
import { parseYamlSource } from './yaml-source.ts';

export type SourceFormat = 'json' | 'yaml';

const JSON_START = /^\s*\{\s*["}]/;

/** Reads an OpenAPI document. A byte order mark is ignored. */
export function parseSource(text: string, format: SourceFormat, limits?: YamlLimits): OpenapiSource | UnreadableSource {
  const content = removeByteOrderMark(text);
  // JSON is also YAML, and the parser for JSON takes a hundredth of the time.
  const source = format === 'json' || JSON_START.test(content) ? parseJsonSource(content) : undefined;
  return source && (format === 'json' || !('fault' in source)) ? source : parseYamlSource(content, limits);
}

/** Decodes a document as UTF-16 if it starts with a UTF-16 byte order mark, and as UTF-8 otherwise. Removes the mark. */
export function decodeSource(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  return new TextDecoder(first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8').decode(bytes);
}

/** Returns the format according to the extension of the file name; for other extensions, according to the first character of the text. */
export function detectFormat(text: string, file = ''): SourceFormat {
  if (/\.json$/i.test(file)) return 'json';
  if (/\.ya?ml$/i.test(file)) return 'yaml';
  return text.trimStart().startsWith('{') ? 'json' : 'yaml';
}

/** Describes the first error of a document, without its position. */
export function formatFault({ syntax, message }: SourceFault): string {
  return `cannot parse the ${syntax}: ${message}`;
}

export function removeByteOrderMark(text: string): string {
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}
