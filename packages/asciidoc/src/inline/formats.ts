import { isSpace, isWord } from './characters.ts';
import { createSearch, createTextSearch, type Search } from './search.ts';

/** Formatted text, such as `*bold*`. Positions refer to the surrounding text. */
export interface InlineFormat {
  /** Kind of format, identified by its modern mark: one of `* _ \` # ^ ~ " '`. */
  readonly kind: string;
  /** Range of the text between the marks. */
  readonly from: number;
  readonly to: number;
  readonly end: number;
}

/** Returns the formatted text that begins at `at` within a part of the text. Ignores the kinds of format in `open`. */
export type Formats = (
  at: number,
  part: { readonly start: number; readonly end: number },
  open: string,
) => InlineFormat | undefined;

interface Marks {
  readonly opening: string;
  readonly closing: string;
  readonly kind: string;
}

const mark = (opening: string, closing = opening, kind = opening): Marks => ({ opening, closing, kind });
const SHARED = [mark('*'), mark('_'), mark('#')];
const MODERN: readonly Marks[] = [...SHARED, mark('`'), mark('"`', '`"', '"'), mark("'`", "`'", "'")];
/** The marks of the compatibility mode. */
const COMPATIBLE: readonly Marks[] = [
  ...SHARED,
  mark('+', '+', '`'),
  mark("'", "'", '_'),
  mark('``', "''", '"'),
  mark('`', "'", "'"),
];

/**
 * Creates a finder for AsciiDoc's marks: a single mark formats at word boundaries, a doubled one anywhere. Finds all closing marks in one
 * pass.
 * https://docs.asciidoctor.org/asciidoc/latest/text/
 */
export function createFormats(text: string, compatible: boolean): Formats {
  const find = createTextSearch(text);
  const closings = new Map<Marks, Search>();
  const closing = (marks: Marks, from: number) => {
    let search = closings.get(marks);
    if (!search) {
      search = createSearch((start) => closingMark(text, marks, start));
      closings.set(marks, search);
    }
    return search(from);
  };
  const space = createSearch((from) => {
    SPACE.lastIndex = from;
    return SPACE.exec(text)?.index ?? text.length;
  });
  const all = compatible ? COMPATIBLE : MODERN;

  return (at, { start, end }, open) => {
    const char = text.charAt(at);
    if (char === '^' || char === '~') return open.includes(char) ? undefined : findScript(at, char, end);
    for (const marks of all) {
      if (!text.startsWith(marks.opening, at) || open.includes(marks.kind)) continue;
      const found = findUnconstrained(at, marks, end) ?? findConstrained(at, marks, start, end);
      if (found) return found;
    }
    return undefined;
  };

  function findUnconstrained(at: number, { opening, closing, kind }: Marks, end: number): InlineFormat | undefined {
    if (opening !== closing || opening === "'" || text[at + 1] !== opening) return undefined;
    const close = find(opening + opening, at + 3);
    return close < 0 || close + 2 > end ? undefined : { kind, from: at + 2, to: close, end: close + 2 };
  }

  function findConstrained(at: number, marks: Marks, start: number, end: number): InlineFormat | undefined {
    const { opening, kind } = marks;
    const from = at + opening.length;
    const before = at > start ? text.charAt(at - 1) : '';
    if (isWord(before) || (before !== '' && `;:}${opening === '`' ? '"\'`' : ''}`.includes(before))) return undefined;
    if (from >= end || isSpace(text[from])) return undefined;
    const close = closing(marks, from + 1);
    const behind = close + marks.closing.length;
    // A mark between two equal marks is part of a run and formats nothing.
    if (close === from + 1 && text[from] === opening) return undefined;
    return close < 0 || behind > end ? undefined : { kind, from, to: close, end: behind };
  }

  function findScript(at: number, kind: string, end: number): InlineFormat | undefined {
    const close = find(kind, at + 1);
    if (close <= at + 1 || close >= end || space(at) < close) return undefined;
    return { kind, from: at + 1, to: close, end: close + 1 };
  }
}

const SPACE = /\s/g;

/** Returns the next closing mark. A closing mark follows text and does not precede a word. */
function closingMark(text: string, { closing }: Marks, from: number): number {
  for (let at = text.indexOf(closing, from); at >= 0; at = text.indexOf(closing, at + 1)) {
    const next = text[at + closing.length];
    if (isSpace(text[at - 1]) || (isWord(next) && next !== '_')) continue;
    if (closing === '`' && next !== undefined && '"\'`'.includes(next)) continue;
    return at;
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
      return `${start}${emphasis('**', 'strong', text, start || before, end || after)}${end}`;
    case '_':
      return `${start}${emphasis('*', 'em', text, start || before, end || after)}${end}`;
    default:
      return content;
  }
}

/** Uses marks if Markdown parses them as emphasis; otherwise, for example between two letters, uses HTML tags. */
function emphasis(marks: string, tag: string, text: string, before: string, after: string): string {
  const opens = !isPunctuation(text[0]) || before === '' || !isWordCharacter(before);
  const closes = !isPunctuation(text.at(-1)) || after === '' || !isWordCharacter(after);
  return opens && closes && before !== '*' ? `${marks}${text}${marks}` : `<${tag}>${text}</${tag}>`;
}

function isPunctuation(char: string | undefined): boolean {
  return /[\p{P}\p{S}]/u.test(char ?? '');
}

function isWordCharacter(char: string): boolean {
  return !isSpace(char) && !isPunctuation(char);
}
