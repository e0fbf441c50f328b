/** What a page says of itself that matters for its items: in front matter, or where else its format has a place for it. */
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

/** Of a page that says nothing. */
export const NONE: FrontMatter = { end: 0, isDraft: false, isLeftOut: false };

/** What most titles are made of, with nothing to fold or to trim. */
const ONE_LINE = /^[!-~]+(?: [!-~]+)*$/;

/** What the values mean, by their keys. */
export function headOf(values: ReadonlyMap<string, unknown>, end = 0): FrontMatter {
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

/** What both say together; of two values of a key, the first counts. `end` is that of the second. */
export function together(first: FrontMatter, second: FrontMatter): FrontMatter {
  const isDraft = first.isDraft || second.isDraft;
  return { ...second, ...first, end: second.end, isDraft, isLeftOut: first.isLeftOut || second.isLeftOut };
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

/** The values of a mapping, or the error in the text with its line counted from 0; undefined if the text is neither. */
export type Data = { readonly values: ReadonlyMap<string, unknown> } | { readonly fault: Fault } | undefined;
