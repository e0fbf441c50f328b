import type { Data } from '@context-sync/reading';

const KEY_LINE = /^([A-Za-z_][\w-]*):(?:[ \t]+(.*))?$/;
const AMBIGUOUS = /^(?:null|\.?\d[\d._eExXoObBa-fA-F+-]*|\.inf|\.nan)$/i;
const MAX_LINE_LENGTH = 1_000;
const MAX_DEPTH = 6;

/** A mapping or a list whose entries have the same indent. */
interface YamlLevel {
  readonly indent: number;
  /** Keys of a mapping; undefined for a list. */
  readonly keys: Set<string> | undefined;
}

/**
 * Parses front matter that consists of pairs, lists and mappings with plain or simply quoted values, which is the common case. This avoids
 * the YAML parser, which takes longer than the rest of the page. Undefined if the text contains anything else.
 */
export function readSimpleYaml(text: string): Data {
  const values = new Map<string, unknown>();
  const levels: YamlLevel[] = [{ indent: 0, keys: new Set() }];
  let isOpen = false;
  for (const line of text.split('\n')) {
    if (line.length > MAX_LINE_LENGTH || line.includes('\t')) return undefined;
    const content = line.trim();
    if (content === '' || content.startsWith('#')) continue;
    const indent = line.length - line.trimStart().length;
    const isEntry = content.startsWith('- ');
    const level = levelFor(levels, indent, isEntry, isOpen);
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
    const value = isOpen ? null : written.startsWith('[') ? parseFlowList(written) : parseScalar(written);
    if (value === undefined) return undefined;
    if (levels.length === 1) values.set(name, value);
  }
  return { values };
}

/** Returns the level that a line belongs to, and opens it if the line above requires one; undefined if no level matches. */
function levelFor(levels: YamlLevel[], indent: number, isEntry: boolean, isOpen: boolean): YamlLevel | undefined {
  const last = levels.at(-1);
  if (isOpen && last && (indent > last.indent || (isEntry && indent === last.indent))) {
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

/** Returns null for a list of simple values in brackets, such as `[a, b]`: no key that matters has a list. Otherwise undefined. */
function parseFlowList(written: string): null | undefined {
  const inner = /^\[([^[\]{}#]*)\]$/.exec(written)?.[1]?.trim();
  if (inner === undefined || inner === '') return inner === '' ? null : undefined;
  return inner.split(',').every((item) => parseScalar(item.trim()) !== undefined) ? null : undefined;
}

/** Returns the value as YAML would parse it if it is plain without special characters, or quoted without escapes; otherwise undefined. */
function parseScalar(written: string): unknown {
  const quote = written[0];
  if (quote === '"' || quote === "'") {
    const inner = written.slice(1, -1);
    return written.length > 1 && written.endsWith(quote) && !inner.includes(quote) && !inner.includes('\\')
      ? inner
      : undefined;
  }
  if (!/^[\p{L}\p{N}/(<.]/u.test(written)) return undefined;
  for (let at = 0; at < written.length; at += 1) {
    const code = written.charCodeAt(at);
    if (code === 0x3a && (at + 1 === written.length || written[at + 1] === ' ')) return undefined;
    if (code === 0x23 && written[at - 1] === ' ') return undefined;
  }
  if (/^(?:true|True|TRUE)$/.test(written)) return true;
  if (/^(?:false|False|FALSE)$/.test(written)) return false;
  if (/^\d{1,15}(?:\.\d{1,15})?$/.test(written)) return Number(written);
  // Dates and versions are strings. Other text that looks like a number or null is left to the parser.
  return AMBIGUOUS.test(written) && !/^\d+[-.:]\d+[-.:]/.test(written) ? undefined : written;
}
