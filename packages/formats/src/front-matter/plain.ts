import type { Data } from '../reading/front-matter.ts';

const KEY = /^([A-Za-z_][\w-]*):(?:[ \t]+(.*))?$/;
const UNSURE = /^(?:null|\.?\d[\d._eExXoObBa-fA-F+-]*|\.inf|\.nan)$/i;
const LONGEST_LINE = 1_000;
const DEEPEST = 6;

/** A mapping or a list whose entries stand at one indentation. */
interface Level {
  readonly indent: number;
  /** Keys of a mapping; undefined for a list. */
  readonly keys: Set<string> | undefined;
}

/**
 * Reads front matter that holds nothing but pairs, lists and mappings of plain or simply quoted values, as most does, without the YAML
 * parser, which takes longer than all the rest of a page. Undefined where there is anything else.
 */
export function readPlain(text: string): Data {
  const values = new Map<string, unknown>();
  const levels: Level[] = [{ indent: 0, keys: new Set() }];
  let isOpen = false;
  for (const line of text.split('\n')) {
    if (line.length > LONGEST_LINE || line.includes('\t')) return undefined;
    const content = line.trim();
    if (content === '' || content.startsWith('#')) continue;
    const indent = line.length - line.trimStart().length;
    const entry = content.startsWith('- ');
    const level = levelAt(levels, indent, entry, isOpen);
    if (!level) return undefined;
    if (entry) {
      if (scalar(content.slice(2).trim()) === undefined) return undefined;
      isOpen = false;
      continue;
    }
    const [, name = '', written = ''] = KEY.exec(content) ?? [];
    if (name === '' || !level.keys || level.keys.has(name)) return undefined;
    level.keys.add(name);
    isOpen = written === '';
    const value = isOpen ? null : scalar(written);
    if (value === undefined) return undefined;
    if (levels.length === 1) values.set(name, value);
  }
  return { values };
}

/** The level that a line belongs to, opened where the line above asks for one; undefined where it fits none. */
function levelAt(levels: Level[], indent: number, entry: boolean, isOpen: boolean): Level | undefined {
  const last = levels.at(-1);
  if (isOpen && last && (indent > last.indent || (entry && indent === last.indent))) {
    if (levels.length > DEEPEST) return undefined;
    levels.push({ indent, keys: entry ? undefined : new Set() });
    return levels.at(-1);
  }
  while (levels.length > 1) {
    const level = levels.at(-1);
    if (!level || level.indent < indent || (level.indent === indent && entry === (level.keys === undefined))) break;
    levels.pop();
  }
  const level = levels.at(-1);
  return level?.indent === indent && entry === (level.keys === undefined) ? level : undefined;
}

/** The value as YAML reads it, where it is plain without signs that mean something, or quoted without escapes. */
function scalar(written: string): unknown {
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
  // Dates and versions are strings; what else looks like a number, or like nothing, is for the parser.
  return UNSURE.test(written) && !/^\d+[-.:]\d+[-.:]/.test(written) ? undefined : written;
}
