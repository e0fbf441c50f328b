import { isObject } from '@context-sync/openapi';

/** Maximum length of a value that is written on one line. */
const WIDTH = 80;
const DEPTH_LIMIT = 40;
/** Marks an omission. */
const CUT = '"…"';

export interface JsonText {
  readonly text: string;
  /** Whether the text is complete, without omissions. */
  readonly whole: boolean;
}

/**
 * Formats JSON for readers: indented, with short values on one line. Beyond `limit` characters or a depth, `"…"` marks an omission; values
 * from YAML may contain themselves.
 */
export function jsonText(value: unknown, limit: number): JsonText {
  const lines: string[] = [];
  let size = 0;
  let whole = true;

  function write(part: unknown, indent: string, head: string, tail: string): void {
    const flat = jsonLine(part, WIDTH - indent.length);
    const entries = flat === undefined ? entriesOf(part) : undefined;
    if (size > limit || (entries && indent.length >= DEPTH_LIMIT * 2)) {
      whole = false;
      lines.push(`${indent}${head}${CUT}${tail}`);
    } else if (entries) {
      lines.push(`${indent}${head}${Array.isArray(part) ? '[' : '{'}`);
      for (const [index, [key, member]] of entries.entries()) {
        const comma = index < entries.length - 1 ? ',' : '';
        // A single mark represents all omitted members, so that the size of the output does not depend on their number.
        const over = size > limit;
        write(member, `${indent}  `, key, over ? '' : comma);
        if (over) break;
      }
      lines.push(`${indent}${Array.isArray(part) ? ']' : '}'}${tail}`);
    } else lines.push(`${indent}${head}${flat ?? scalar(part)}${tail}`);
    size += lines.at(-1)?.length ?? 0;
  }

  write(value, '', '', '');
  return { text: lines.join('\n'), whole };
}

/** Returns JSON on one line; undefined if the JSON is longer than `room` characters. */
export function jsonLine(value: unknown, room: number): string | undefined {
  if (room < 1 || (typeof value === 'string' && value.length > room)) return undefined;
  const entries = entriesOf(value, room);
  if (!entries) {
    const text = scalar(value);
    return text.length > room ? undefined : text;
  }
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  if (entries.length === 0) return room < 2 ? undefined : open + close;
  let text = '';
  for (const [key, member] of entries) {
    text += `${text === '' ? open : ','} ${key}`;
    const inner = jsonLine(member, room - text.length - 2);
    if (inner === undefined) return undefined;
    text += inner;
  }
  return Array.isArray(value) ? `[${text.slice(2)}]` : `${text} ${close}`;
}

/** Returns the members of a list or an object; members of an object start with `"key": `. Returns undefined for other values. */
function entriesOf(value: unknown, limit = Number.POSITIVE_INFINITY): [string, unknown][] | undefined {
  if (Array.isArray(value)) return value.slice(0, limit).map((member) => ['', member]);
  if (!isObject(value)) return undefined;
  const keys = Object.keys(value);
  return (keys.length > limit ? keys.slice(0, limit) : keys).map((key) => [`${JSON.stringify(key)}: `, value[key]]);
}

function scalar(value: unknown): string {
  return typeof value === 'bigint' ? String(value) : (JSON.stringify(value) ?? 'null');
}
