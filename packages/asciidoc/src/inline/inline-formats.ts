import { isSpace, isWord } from './special-characters.ts';
import { createSearch, createTextSearch, type Search } from './text-search.ts';

/** Formatted text, such as `*bold*`. Positions refer to the surrounding text. */
export interface InlineFormat {
  /** Kind of format, identified by its modern mark: one of `* _ \` # ^ ~ " '`. */
  readonly kind: string;
  /** Range of the text between the marks. */
  readonly from: number;
  readonly to: number;
  readonly end: number;
}

/** Function that returns the formatted text that begins at `offset` within a part of the text. Ignores the kinds of format in `open`. */
export type Formats = (
  offset: number,
  part: { readonly start: number; readonly end: number },
  open: string,
) => InlineFormat | undefined;

interface FormatMarks {
  readonly opening: string;
  readonly closing: string;
  readonly kind: string;
}

const createMarks = (opening: string, closing = opening, kind = opening): FormatMarks => ({ opening, closing, kind });
const SHARED_FORMATS = [createMarks('*'), createMarks('_'), createMarks('#')];
const MODERN_FORMATS: readonly FormatMarks[] = [
  ...SHARED_FORMATS,
  createMarks('`'),
  createMarks('"`', '`"', '"'),
  createMarks("'`", "`'", "'"),
];
/** Formatting marks in AsciiDoc's compatibility mode. */
const COMPATIBLE_FORMATS: readonly FormatMarks[] = [
  ...SHARED_FORMATS,
  createMarks('+', '+', '`'),
  createMarks("'", "'", '_'),
  createMarks('``', "''", '"'),
  createMarks('`', "'", "'"),
];

/**
 * Creates a finder for AsciiDoc's marks: a single mark formats at word boundaries, a doubled one anywhere. Finds all closing marks in one pass.
 * https://docs.asciidoctor.org/asciidoc/latest/text/
 */
export function createFormats(text: string, compatible: boolean): Formats {
  const find = createTextSearch(text);
  const closingSearches = new Map<FormatMarks, Search>();
  const findClosing = (marks: FormatMarks, from: number) => {
    let search = closingSearches.get(marks);
    if (!search) {
      search = createSearch((start) => findClosingMark(text, marks, start));
      closingSearches.set(marks, search);
    }
    return search(from);
  };
  const space = createSearch((from) => {
    SPACE_PATTERN.lastIndex = from;
    return SPACE_PATTERN.exec(text)?.index ?? text.length;
  });
  const allFormats = compatible ? COMPATIBLE_FORMATS : MODERN_FORMATS;

  return (offset, { start, end }, open) => {
    const char = text.charAt(offset);
    if (char === '^' || char === '~') return open.includes(char) ? undefined : findScript(offset, char, end);
    for (const inlineFormat of allFormats) {
      if (!text.startsWith(inlineFormat.opening, offset) || open.includes(inlineFormat.kind)) continue;
      const format = findUnconstrained(offset, inlineFormat, end) ?? findConstrained(offset, inlineFormat, start, end);
      if (format) return format;
    }
    return undefined;
  };

  function findUnconstrained(
    offset: number,
    { opening, closing, kind }: FormatMarks,
    end: number,
  ): InlineFormat | undefined {
    if (opening !== closing || opening === "'" || text[offset + 1] !== opening) return undefined;
    const closeIndex = find(opening + opening, offset + 3);
    return closeIndex < 0 || closeIndex + 2 > end
      ? undefined
      : { kind, from: offset + 2, to: closeIndex, end: closeIndex + 2 };
  }

  function findConstrained(offset: number, marks: FormatMarks, start: number, end: number): InlineFormat | undefined {
    const { opening, kind } = marks;
    const contentStart = offset + opening.length;
    const charBefore = offset > start ? text.charAt(offset - 1) : '';
    if (isWord(charBefore) || (charBefore !== '' && `;:}${opening === '`' ? '"\'`' : ''}`.includes(charBefore)))
      return undefined;
    if (contentStart >= end || isSpace(text[contentStart])) return undefined;
    const closeIndex = findClosing(marks, contentStart + 1);
    const formatEnd = closeIndex + marks.closing.length;
    // A mark between two equal marks is part of a run and formats nothing.
    if (closeIndex === contentStart + 1 && text[contentStart] === opening) return undefined;
    return closeIndex < 0 || formatEnd > end ? undefined : { kind, from: contentStart, to: closeIndex, end: formatEnd };
  }

  function findScript(offset: number, kind: string, end: number): InlineFormat | undefined {
    const closeIndex = find(kind, offset + 1);
    if (closeIndex <= offset + 1 || closeIndex >= end || space(offset) < closeIndex) return undefined;
    return { kind, from: offset + 1, to: closeIndex, end: closeIndex + 1 };
  }
}

const SPACE_PATTERN = /\s/g;

/** Returns the next closing mark. A closing mark follows text and does not precede a word. */
function findClosingMark(text: string, { closing }: FormatMarks, from: number): number {
  for (let offset = text.indexOf(closing, from); offset >= 0; offset = text.indexOf(closing, offset + 1)) {
    const nextChar = text[offset + closing.length];
    if (isSpace(text[offset - 1]) || (isWord(nextChar) && nextChar !== '_')) continue;
    if (closing === '`' && nextChar !== undefined && '"\'`'.includes(nextChar)) continue;
    return offset;
  }
  return -1;
}

/** Formats text as Markdown. `before` and `after` are the surrounding characters. */
export function formatMarkdown(kind: string, content: string, before: string, after: string): string {
  const text = content.trim();
  if (text === '') return content;
  const start = content.slice(0, content.indexOf(text.charAt(0)));
  const end = content.slice(content.trimEnd().length);
  switch (kind) {
    case '"':
      return `“${content}”`;
    case "'":
      return `‘${content}’`;
    case '^':
      return `<sup>${text}</sup>`;
    case '~':
      return `<sub>${text}</sub>`;
    case '*':
      return `${start}${renderEmphasis('**', 'strong', text, start || before, end || after)}${end}`;
    case '_':
      return `${start}${renderEmphasis('*', 'em', text, start || before, end || after)}${end}`;
    default:
      return content;
  }
}

/** Uses marks if Markdown parses them as emphasis; otherwise, for example between two letters, uses HTML tags. */
function renderEmphasis(marks: string, tag: string, text: string, before: string, after: string): string {
  const isOpening = !isPunctuation(text[0]) || before === '' || !isWordCharacter(before);
  const isClosing = !isPunctuation(text.at(-1)) || after === '' || !isWordCharacter(after);
  return isOpening && isClosing && before !== '*' ? `${marks}${text}${marks}` : `<${tag}>${text}</${tag}>`;
}

function isPunctuation(char: string | undefined): boolean {
  return /[\p{P}\p{S}]/u.test(char ?? '');
}

function isWordCharacter(char: string): boolean {
  return !isSpace(char) && !isPunctuation(char);
}
