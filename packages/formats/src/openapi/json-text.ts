import { isObject } from '@context-sync/openapi';

/** Maximum length of a value that is written on one line. */
const MAX_LINE_CHARS = 80;
const DEPTH_LIMIT = 40;
/** JSON string that replaces omitted values. */
const TRUNCATED_MARK = '"…"';

export interface JsonText {
  readonly text: string;
  /** Whether the text is complete, without omissions. */
  readonly whole: boolean;
}

/**
 * Formats JSON for readers: indented, with short values on one line. Beyond `limit` characters or a depth, `"…"` marks an omission; values from YAML
 * may contain themselves.
 */
export function formatJson(value: unknown, limit: number): JsonText {
  const lines: string[] = [];
  let size = 0;
  let isWhole = true;

  function write(part: unknown, indent: string, head: string, tail: string): void {
    const flatText = formatJsonLine(part, MAX_LINE_CHARS - indent.length);
    const entries = flatText === undefined ? getEntries(part) : undefined;
    if (size > limit || (entries && indent.length >= DEPTH_LIMIT * 2)) {
      isWhole = false;
      lines.push(`${indent}${head}${TRUNCATED_MARK}${tail}`);
    } else if (entries) {
      lines.push(`${indent}${head}${Array.isArray(part) ? '[' : '{'}`);
      for (const [index, [key, member]] of entries.entries()) {
        const comma = index < entries.length - 1 ? ',' : '';
        // A single mark represents all omitted members, so that the size of the output does not depend on their number.
        const isTooLarge = size > limit;
        write(member, `${indent}  `, key, isTooLarge ? '' : comma);
        if (isTooLarge) break;
      }
      lines.push(`${indent}${Array.isArray(part) ? ']' : '}'}${tail}`);
    } else lines.push(`${indent}${head}${flatText ?? formatScalar(part)}${tail}`);
    size += lines.at(-1)?.length ?? 0;
  }

  write(value, '', '', '');
  return { text: lines.join('\n'), whole: isWhole };
}

/** Returns JSON on one line; undefined if the JSON is longer than `maxChars` characters. */
export function formatJsonLine(value: unknown, maxChars: number): string | undefined {
  if (maxChars < 1 || (typeof value === 'string' && value.length > maxChars)) return undefined;
  const entries = getEntries(value, maxChars);
  if (!entries) {
    const text = formatScalar(value);
    return text.length > maxChars ? undefined : text;
  }
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  if (entries.length === 0) return maxChars < 2 ? undefined : open + close;
  let text = '';
  for (const [key, member] of entries) {
    text += `${text === '' ? open : ','} ${key}`;
    const memberText = formatJsonLine(member, maxChars - text.length - 2);
    if (memberText === undefined) return undefined;
    text += memberText;
  }
  return Array.isArray(value) ? `[${text.slice(2)}]` : `${text} ${close}`;
}

/** Returns the members of a list or an object; members of an object start with `"key": `. Returns undefined for other values. */
function getEntries(value: unknown, limit = Number.POSITIVE_INFINITY): [string, unknown][] | undefined {
  if (Array.isArray(value)) return value.slice(0, limit).map((member) => ['', member]);
  if (!isObject(value)) return undefined;
  const keys = Object.keys(value);
  return (keys.length > limit ? keys.slice(0, limit) : keys).map((key) => [`${JSON.stringify(key)}: `, value[key]]);
}

function formatScalar(value: unknown): string {
  return typeof value === 'bigint' ? String(value) : (JSON.stringify(value) ?? 'null');
}
