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

/** Returns the format according to the extension of the file name; for other extensions, according to the first character of the text. */
export function detectFormat(text: string, file = ''): SourceFormat {
  if (/\.json$/i.test(file)) return 'json';
  if (/\.ya?ml$/i.test(file)) return 'yaml';
  return text.trimStart().startsWith('{') ? 'json' : 'yaml';
}

/** Describes the first error of a document, without its position. */
export function formatFault({ syntax, message }: SourceFault): string {
  return `${syntax} that cannot be read: ${message}`;
}

export function removeByteOrderMark(text: string): string {
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}
