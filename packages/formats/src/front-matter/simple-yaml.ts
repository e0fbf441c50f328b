import { getElementAt, getLast } from '@context-sync/base';
import type { Data } from '@context-sync/reading';

/** Matches a key and its value. A colon without white space after it is part of the key. */
const KEY_LINE = /^([A-Za-z_](?:[\w-]|:(?=[\w-]))*):(?:[ \t]+(.*))?$/;
/** Matches the header of a block scalar: folded or literal, with or without its last line break. */
const BLOCK_SCALAR = /^[>|]-?$/;
const BLANK_PATTERN = /^ *$/;
const AMBIGUOUS_PATTERN = /^(?:null|-?\.?\d[\d._eExXoObBa-fA-F+-]*|\.inf|\.nan)$/i;
/** Matches quoted text in which only quotes are escaped. */
const ESCAPED_QUOTES = /^"(?:[^"\\]|\\")*"$/;
const MAX_LINE_LENGTH = 1_000;
const MAX_DEPTH = 6;

/** A mapping or a list whose entries have the same indent. */
interface YamlLevel {
  readonly indent: number;
  /** Keys of a mapping; undefined for a list. */
  readonly keys: Set<string> | undefined;
}

/**
 * Parses front matter that consists of pairs, lists and mappings with plain, quoted or multi-line values, which is the common case. Avoids the YAML
 * parser, which takes longer than the rest of the page. Returns undefined if the text needs the YAML parser.
 */
export function readSimpleYaml(text: string): Data {
  const values = new Map<string, unknown>();
  const levels: YamlLevel[] = [{ indent: 0, keys: new Set() }];
  let isOpen = false;
  let openKey = '';
  const lines = text.split('\n');
  for (let index = 0; index < lines.length; index += 1) {
    const line = getElementAt(lines, index);
    if (line.length > MAX_LINE_LENGTH || line.includes('\t')) return undefined;
    const content = line.trim();
    if (content === '' || content.startsWith('#')) continue;
    const indent = line.length - line.trimStart().length;
    const isEntry = content.startsWith('- ');
    const outerIndent = getLast(levels).indent;
    if (isOpen && indent > outerIndent && !isEntry && !KEY_LINE.test(content)) {
      // The value of the key above starts on this line, and may continue on the following lines.
      const end = findEndOfIndented(lines, index, outerIndent);
      const joinedText = joinLines(lines.slice(index, end));
      const value = joinedText && parseValue(joinedText);
      if (value === undefined) return undefined;
      if (levels.length === 1) values.set(openKey, value);
      isOpen = false;
      index = end - 1;
      continue;
    }
    const level = findLevel(levels, indent, isEntry, isOpen);
    if (!level) return undefined;
    if (isEntry) {
      if (parseScalar(content.slice(2).trim()) === undefined) return undefined;
      isOpen = false;
      continue;
    }
    const [, name = '', written = ''] = KEY_LINE.exec(content) ?? [];
    if (name === '' || !level.keys || level.keys.has(name)) return undefined;
    level.keys.add(name);
    isOpen = written === '';
    openKey = name;
    let value = isOpen ? null : parseValue(written);
    if (BLOCK_SCALAR.test(written)) {
      const end = findEndOfIndented(lines, index + 1, indent);
      value = parseBlockScalar(lines.slice(index + 1, end), written);
      index = end - 1;
    }
    if (value === undefined) return undefined;
    if (levels.length === 1) values.set(name, value);
  }
  return { values };
}

/** Returns the level that a line belongs to; undefined if no level matches. Opens a new level if the line above requires one. */
function findLevel(levels: YamlLevel[], indent: number, isEntry: boolean, isOpen: boolean): YamlLevel | undefined {
  const lastLevel = levels.at(-1);
  if (isOpen && lastLevel && (indent > lastLevel.indent || (isEntry && indent === lastLevel.indent))) {
    if (levels.length > MAX_DEPTH) return undefined;
    levels.push({ indent, keys: isEntry ? undefined : new Set() });
    return levels.at(-1);
  }
  while (levels.length > 1) {
    const level = levels.at(-1);
    if (!level || level.indent < indent || (level.indent === indent && isEntry === (level.keys === undefined))) break;
    levels.pop();
  }
  const level = levels.at(-1);
  return level?.indent === indent && isEntry === (level.keys === undefined) ? level : undefined;
}

/** Returns the next line that is neither blank nor indented further. */
function findEndOfIndented(lines: readonly string[], from: number, indent: number): number {
  let end = from;
  for (; end < lines.length; end += 1) {
    const line = getElementAt(lines, end);
    if (line.trim() !== '' && line.length - line.trimStart().length <= indent) break;
  }
  return end;
}

/** Returns the text of lines that all have the same indent; otherwise undefined. */
function parseBlockScalar(lines: readonly string[], header: string): string | undefined {
  const [first = ''] = lines;
  const indent = first.length - first.trimStart().length;
  const scalarLines = [...lines];
  // A blank line with more spaces than the indent is part of the text.
  while (scalarLines.length > 0 && BLANK_PATTERN.test(getLast(scalarLines)) && getLast(scalarLines).length <= indent)
    scalarLines.pop();
  const isPlain = (line: string) =>
    line.length <= MAX_LINE_LENGTH && line.search(/\S/) === indent && !line.includes('\t') && line === line.trimEnd();
  if (scalarLines.length === 0 || !scalarLines.every(isPlain)) return undefined;
  const text = scalarLines.map((line) => line.slice(indent)).join(header.startsWith('>') ? ' ' : '\n');
  return header.endsWith('-') ? text : `${text}\n`;
}

/** Returns the lines of a plain or quoted value joined to one line; undefined if the value contains a blank line, which represents a line break. */
function joinLines(lines: readonly string[]): string | undefined {
  const trimmedLines = lines.map((line) => (line.includes('\t') ? '' : line.trim()));
  while (trimmedLines.length > 1 && getLast(trimmedLines) === '') trimmedLines.pop();
  return trimmedLines.includes('') ? undefined : trimmedLines.join(' ');
}

/** Returns the value after a key; undefined if only the parser can read it. Lists and mappings become null, because no relevant key has such a value. */
function parseValue(written: string): unknown {
  if (written.startsWith('[')) return parseFlowList(written);
  return written.startsWith('{') ? parseFlowMapping(written) : parseScalar(written);
}

/** Returns null for a mapping of simple values in braces, such as `{ theme: dark }`. Otherwise undefined. */
function parseFlowMapping(source: string): null | undefined {
  const innerText = /^\{([^[\]{}#]*)\}$/.exec(source)?.[1]?.trim();
  if (innerText === undefined || innerText === '') return innerText === '' ? null : undefined;
  const names = new Set<string>();
  for (const pair of innerText.split(',')) {
    const [, name = '', value = ''] = KEY_LINE.exec(pair.trim()) ?? [];
    if (name === '' || names.has(name) || parseScalar(value) === undefined) return undefined;
    names.add(name);
  }
  return null;
}

/** Returns null for a list of simple values in brackets, such as `[a, b]`. Otherwise undefined. */
function parseFlowList(source: string): null | undefined {
  const innerText = /^\[([^[\]{}#]*)\]$/.exec(source)?.[1]?.trim();
  if (innerText === undefined || innerText === '') return innerText === '' ? null : undefined;
  return innerText
    .replace(/,$/, '')
    .split(',')
    .every((item) => parseScalar(item.trim()) !== undefined)
    ? null
    : undefined;
}

/** Returns the value as YAML would parse it if it is plain without special characters, or quoted without escapes; otherwise undefined. */
function parseScalar(source: string): unknown {
  const quote = source[0];
  if (quote === '"' && ESCAPED_QUOTES.test(source)) return source.slice(1, -1).replaceAll('\\"', '"');
  if (quote === '"' || quote === "'") {
    const innerText = source.slice(1, -1);
    const isEscaped = innerText.includes(quote) || (quote === '"' && innerText.includes('\\'));
    return source.length > 1 && source.endsWith(quote) && !isEscaped ? innerText : undefined;
  }
  if (!/^(?:[\p{L}\p{N}/(<.$]|-\d)/u.test(source)) return undefined;
  for (let position = 0; position < source.length; position += 1) {
    const code = source.charCodeAt(position);
    if (code === 0x3a && (position + 1 === source.length || source[position + 1] === ' ')) return undefined;
    if (code === 0x23 && source[position - 1] === ' ') return undefined;
  }
  if (/^(?:true|True|TRUE)$/.test(source)) return true;
  if (/^(?:false|False|FALSE)$/.test(source)) return false;
  if (/^-?\d{1,15}(?:\.\d{1,15})?$/.test(source)) return Number(source);
  // Dates and versions are strings. Other values that look like a number or null need the YAML parser.
  return AMBIGUOUS_PATTERN.test(source) && !/^\d+[-.:]\d+[-.:]/.test(source) ? undefined : source;
}
