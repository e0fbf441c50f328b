import type { IncludeRequest } from './include-line.ts';
import { parseRanges } from './select-lines.ts';

const RST_PATTERN = /^[ \t]*(`{3,}|~{3,}|:{3,})\{eval-rst\}[ \t]*$/;
const FILE_PATTERN = /^[ \t]*(`{3,}|~{3,}|:{3,})\{(include|literalinclude)\}[ \t]+(\S.*?)[ \t]*$/;
const OPTION_PATTERN = /^[ \t]*:([\w-]+):[ \t]*(.*?)[ \t]*$/;

/** A MyST directive that includes a file, and its last line. */
export interface FileDirective extends IncludeRequest {
  readonly end: number;
}

/** Returns the mark that opens a block of reStructuredText on the line. */
export function parseRstDirective(line: string): string | undefined {
  return line.includes('{eval-rst}') ? RST_PATTERN.exec(line)?.[1] : undefined;
}

/** Returns the line that closes a directive; undefined if no line closes it. */
export function findEndOfDirective(lines: readonly string[], from: number, mark: string): number | undefined {
  for (let line = from + 1; line < lines.length; line += 1) {
    const trimmedLine = (lines[line] ?? '').trim();
    if (trimmedLine.length >= mark.length && trimmedLine === mark.charAt(0).repeat(trimmedLine.length)) return line;
  }
  return undefined;
}

/** Parses an `include` or `literalinclude` directive that begins at the line. */
export function parseFileDirective(lines: readonly string[], from: number): FileDirective | undefined {
  const line = lines[from] ?? '';
  if (!line.includes('include}')) return undefined;
  const [, mark, name, target] = FILE_PATTERN.exec(line) ?? [];
  if (mark === undefined || target === undefined) return undefined;
  const end = findEndOfDirective(lines, from, mark);
  if (end === undefined) return undefined;
  const options = new Map<string, string>();
  for (const optionLine of lines.slice(from + 1, end)) {
    const [, key, value = ''] = OPTION_PATTERN.exec(optionLine) ?? [];
    if (key !== undefined) options.set(key, value);
  }
  const ranges = options.get('lines');
  const [after, before] = [options.get('start-after'), options.get('end-before')];
  const part = after === undefined && before === undefined ? undefined : { after, before };
  return {
    target,
    selection: ranges === undefined ? part : { ranges: parseRanges(ranges) },
    isCode: name === 'literalinclude' || options.has('literal') || options.has('code'),
    language: options.get('language') ?? (options.get('code') || undefined),
    title: options.get('caption'),
    end,
  };
}
