import { escapeText } from './escape-text.ts';
import { readAngle, readMacro, readParenthesis } from './inline-macros.ts';
import type { InlineMatch, InlineScanner, TextPart } from './inline-scanner.ts';

const NAME_PATTERN = /[a-z][a-z0-9]{1,11}:/y;
const REPLACED_SIGNS = /--|\((?:C|R|TM)\)/y;

/** Reads a backslash that escapes a construct: removes the backslash and treats the construct's marks as text. */
export function readEscaped(scanner: InlineScanner, offset: number, part: TextPart): InlineMatch | undefined {
  const { text } = scanner;
  const isDoubled = text[offset + 1] === '\\' && text[offset + 2] === text[offset + 3];
  const start = offset + (isDoubled ? 2 : 1);
  const createLiteral = (from: number, to: number) =>
    scanner.plain ? text.slice(from, to) : escapeText(text.slice(from, to), '', text.charAt(to), part.mode.label);
  if (!part.mode.code) {
    const format = scanner.formats(start, part, part.mode.open);
    if (format) {
      const content = scanner.read(format.from, format.to, { ...part.mode, depth: part.mode.depth + 1 });
      return {
        start: offset,
        end: format.end,
        markdown: createLiteral(start, format.from) + content + createLiteral(format.to, format.end),
      };
    }
    REPLACED_SIGNS.lastIndex = start;
    const replacement = REPLACED_SIGNS.exec(text);
    if (replacement) return { start: offset, end: REPLACED_SIGNS.lastIndex, markdown: replacement[0] };
    if (text[start] === ']' && part.mode.label)
      return { start: offset, end: start + 1, markdown: scanner.plain ? ']' : '\\]' };
  }
  const { removedBreaks } = scanner;
  const construct = findConstruct(scanner, start, part);
  scanner.removedBreaks = removedBreaks;
  return construct && { start: offset, end: construct.end, markdown: createLiteral(start, construct.end) };
}

function findConstruct(scanner: InlineScanner, start: number, part: TextPart): InlineMatch | undefined {
  const { text } = scanner;
  if (text[start] === '<') return readAngle(scanner, start, part);
  if (text[start] === '(') return readParenthesis(scanner, start, part);
  if (text[start] === '[' && text[start + 1] === '[') {
    const closeIndex = scanner.brackets.get(start);
    return closeIndex === undefined ? undefined : { start, end: closeIndex + 1, markdown: '' };
  }
  NAME_PATTERN.lastIndex = start;
  const name = NAME_PATTERN.exec(text)?.[0];
  return name === undefined ? undefined : readMacro(scanner, start + name.length - 1, start, part);
}
