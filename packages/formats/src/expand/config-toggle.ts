import type { ReadInclude } from '@context-sync/reading';
import { parseConfig } from '../front-matter/config.ts';

/** Matches a line that consists of a shortcode of Hugo's own documentation that shows a part of the configuration. */
const TOGGLE_PATTERN = /^\{\{<\s*code-toggle\s+([^{}]*?)\s*\/>\}\}$/;
/** The file with the default configuration. */
const DATA_FILE = '/data/docs.yaml';
const MAX_DEPTH = 12;

/** Returns the configuration in YAML that a shortcode shows; undefined if the line is not such a shortcode or there is no data. */
export function readConfigToggle(line: string, path: string, read: ReadInclude): string | undefined {
  const attributes = line.startsWith('{{') ? TOGGLE_PATTERN.exec(line)?.[1] : undefined;
  if (attributes === undefined) return undefined;
  const config = /\bconfig="?([\w.-]+)/.exec(attributes)?.[1];
  const key = config === undefined ? /\bdataKey="?([\w.-]+)/.exec(attributes)?.[1] : `config.${config}`;
  if (key === undefined) return undefined;
  const file = read(path, DATA_FILE);
  const value = 'problem' in file ? undefined : findValue(file.text, key.split('.'));
  if (value === undefined) return undefined;
  const isHeaderShown = config !== undefined && !/\bskipHeader="?true/.test(attributes);
  const names = isHeaderShown ? config.split('.').toReversed() : [];
  return formatYaml(
    names.reduce((inner: unknown, name) => ({ [name]: inner }), value),
    0,
  );
}

/** Returns the value at a path of keys, whose case Hugo ignores. Parses only the lines of the first two keys, because the file is long. */
function findValue(yaml: string, keys: readonly string[]): unknown {
  let lines = yaml.split('\n');
  for (const [depth, key] of keys.slice(0, 2).entries()) {
    const isKey = new RegExp(`^ {${2 * depth}}["']?${key.replaceAll('.', '')}["']?:`, 'i');
    const start = lines.findIndex((line) => isKey.test(line));
    if (start < 0) return undefined;
    const isOther = new RegExp(`^ {0,${2 * depth}}[^ #]`);
    const end = lines.findIndex((line, index) => index > start && isOther.test(line) && !/^ *- /.test(line));
    lines = lines.slice(start, end < 0 ? lines.length : end);
  }
  const indent = 2 * (Math.min(keys.length, 2) - 1);
  let value = parseConfig(DATA_FILE, lines.map((line) => line.slice(indent)).join('\n'));
  for (const key of keys.slice(Math.min(keys.length, 2) - 1))
    value =
      typeof value === 'object' && value !== null
        ? Object.entries(value).find(([name]) => name.toLowerCase() === key.toLowerCase())?.[1]
        : undefined;
  return value;
}

function formatYaml(value: unknown, depth: number): string {
  const indent = '  '.repeat(depth);
  if (depth > MAX_DEPTH || typeof value !== 'object' || value === null) return `${indent}${formatScalar(value)}`;
  if (Array.isArray(value))
    return value.map((each) => `${indent}- ${formatYaml(each, depth + 1).trimStart()}`).join('\n');
  return Object.entries(value)
    .map(([key, each]) =>
      isNested(each) ? `${indent}${key}:\n${formatYaml(each, depth + 1)}` : `${indent}${key}: ${formatScalar(each)}`,
    )
    .join('\n');
}

function isNested(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0;
}

function formatScalar(value: unknown): string {
  if (typeof value === 'string')
    return /^[\w./ -]*[\w./-]$/.test(value) && !/^\d|^(?:true|false|null)$/.test(value) ? value : JSON.stringify(value);
  return JSON.stringify(value) ?? 'null';
}
