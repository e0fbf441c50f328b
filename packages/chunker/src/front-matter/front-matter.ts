import { readToml, readYaml } from '#formats';
import { isBlank } from '../scan/html.ts';
import { type Lines, lineEnd, lineStart, sliceLines } from '../scan/lines.ts';
import { readPlain } from './plain.ts';

/** What the front matter of a page says that matters for its items. */
export interface FrontMatter {
  /** First line behind it, counted from 0. */
  readonly end: number;
  readonly title?: string;
  readonly description?: string;
  /** `draft: true`, or `published: false`. */
  readonly isDraft: boolean;
  /** `public`, where it is `true` or `false`. */
  readonly public?: boolean;
  /** `context: false`. */
  readonly isLeftOut: boolean;
  /** What is wrong with it, if it could not be read; the page is cut all the same. */
  readonly fault?: Fault;
}

export interface Fault {
  /** In the document, counted from 1. */
  readonly line: number;
  readonly message: string;
}

/** A mapping, or what is wrong with the text; the line is counted from 0 in the text. */
export type Data = { readonly values: ReadonlyMap<string, unknown> } | { readonly fault: Fault } | undefined;

/** What most titles are made of, with nothing to fold or to trim. */
const ONE_LINE = /^[!-~]+(?: [!-~]+)*$/;
const LINE_LIMIT = 2_000;
const NONE: FrontMatter = { end: 0, isDraft: false, isLeftOut: false };

/** Reads front matter as data only: YAML between lines of `---`, TOML between lines of `+++`. HTML comments may stand before it. */
export function frontMatter(lines: Lines): FrontMatter {
  const start = behindComments(lines);
  const mark = lines.text.slice(lineStart(lines, start), lineStart(lines, start) + 3);
  if ((mark !== '---' && mark !== '+++') || lineText(lines, start).trimEnd() !== mark) return NONE;
  const close = closingLine(lines, start + 1, mark);
  if (close < 0) return NONE;
  const text = sliceLines(lines, start + 1, close);
  const data = mark === '---' ? (readPlain(text) ?? readYaml(text)) : readToml(text);
  // A list or a sentence between two rules is text of the page.
  if (data === undefined) return NONE;
  const end = close + 1;
  if ('fault' in data)
    return { ...NONE, end, fault: { line: start + 2 + data.fault.line, message: data.fault.message } };
  const { values } = data;
  const title = textOf(values.get('title'));
  const description = textOf(values.get('description'));
  const isPublic = values.get('public');
  return {
    end,
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    isDraft: values.get('draft') === true || values.get('published') === false,
    ...(typeof isPublic === 'boolean' ? { public: isPublic } : {}),
    isLeftOut: values.get('context') === false,
  };
}

/** The first line that is neither blank nor of an HTML comment. */
function behindComments(lines: Lines): number {
  let line = 0;
  while (line < lines.count && line < LINE_LIMIT) {
    if (isBlank(lines, line)) line += 1;
    else if (lines.text.startsWith('<!--', lineStart(lines, line))) {
      while (line < lines.count && !lineText(lines, line).trimEnd().endsWith('-->')) line += 1;
      line += 1;
    } else break;
  }
  return Math.min(line, lines.count - 1);
}

function closingLine(lines: Lines, from: number, mark: string): number {
  for (let line = from; line < Math.min(lines.count, from + LINE_LIMIT); line += 1) {
    const start = lineStart(lines, line);
    const isMark = lines.text.startsWith(mark, start) || (mark === '---' && lines.text.startsWith('...', start));
    if (isMark && lineEnd(lines, line) - start < 50 && lineText(lines, line).trimEnd().length === 3) return line;
  }
  return -1;
}

function lineText(lines: Lines, line: number): string {
  return sliceLines(lines, line, line + 1);
}

/** One line of text; undefined where the value is none. */
function textOf(value: unknown): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  if (typeof value === 'string' && ONE_LINE.test(value)) return value;
  const text = String(value)
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .toWellFormed()
    .trim();
  return text === '' ? undefined : text;
}
