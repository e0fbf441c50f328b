import { escapeText } from './escape.ts';
import { readAngle, readMacro, readParenthesis } from './macros.ts';
import type { InlineMatch, InlineScanner, TextPart } from './scanner.ts';

const NAME = /[a-z][a-z0-9]{1,11}:/y;
const REPLACED = /--|\((?:C|R|TM)\)/y;

/** Reads a backslash that escapes a construct: removes the backslash and treats the construct's marks as text. */
export function readEscaped(scanner: InlineScanner, at: number, part: TextPart): InlineMatch | undefined {
  const { text } = scanner;
  const doubled = text[at + 1] === '\\' && text[at + 2] === text[at + 3];
  const start = at + (doubled ? 2 : 1);
  const literal = (from: number, to: number) =>
    scanner.plain ? text.slice(from, to) : escapeText(text.slice(from, to), '', text.charAt(to), part.mode.label);
  if (!part.mode.code) {
    const format = scanner.formats(start, part, part.mode.open);
    if (format) {
      const content = scanner.read(format.from, format.to, { ...part.mode, depth: part.mode.depth + 1 });
      return {
        start: at,
        end: format.end,
        markdown: literal(start, format.from) + content + literal(format.to, format.end),
      };
    }
    REPLACED.lastIndex = start;
    const replaced = REPLACED.exec(text);
    if (replaced) return { start: at, end: REPLACED.lastIndex, markdown: replaced[0] };
    if (text[start] === ']' && part.mode.label)
      return { start: at, end: start + 1, markdown: scanner.plain ? ']' : '\\]' };
  }
  const { removedBreaks } = scanner;
  const found = findConstruct(scanner, start, part);
  scanner.removedBreaks = removedBreaks;
  return found && { start: at, end: found.end, markdown: literal(start, found.end) };
}

function findConstruct(scanner: InlineScanner, start: number, part: TextPart): InlineMatch | undefined {
  const { text } = scanner;
  if (text[start] === '<') return readAngle(scanner, start, part);
  if (text[start] === '(') return readParenthesis(scanner, start, part);
  if (text[start] === '[' && text[start + 1] === '[') {
    const close = scanner.brackets.get(start);
    return close === undefined ? undefined : { start, end: close + 1, markdown: '' };
  }
  NAME.lastIndex = start;
  const name = NAME.exec(text)?.[0];
  return name === undefined ? undefined : readMacro(scanner, start + name.length - 1, start, part);
}
