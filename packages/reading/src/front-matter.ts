/** Metadata that a page sets in its front matter, or in the header of its format. */
export interface FrontMatter {
  /** First line after the front matter, counted from 0. */
  readonly end: number;
  readonly title?: string;
  readonly description?: string;
  /** Whether the page has `draft: true` or `published: false`. */
  readonly isDraft: boolean;
  /** Value of `public`, if it is `true` or `false`. */
  readonly public?: boolean;
  /** Whether the page has `context: false`. */
  readonly isLeftOut: boolean;
  /** Reason why the front matter could not be read. The page is chunked nevertheless. */
  readonly fault?: Fault;
}

export interface Fault {
  /** Line of the document, counted from 1. */
  readonly line: number;
  readonly message: string;
}

/** Metadata of a page without front matter. */
export const NO_FRONT_MATTER: FrontMatter = { end: 0, isDraft: false, isLeftOut: false };

/** Matches ASCII text that needs no normalization: it has no control characters, no repeated spaces, and no white space at the ends. */
const PRINTABLE_LINE = /^[!-~]+(?: [!-~]+)*$/;

/** Returns the metadata in `values`. Reads the keys `title`, `description`, `public`, `draft`, `published` and `context`. */
export function getHead(values: ReadonlyMap<string, unknown>, end = 0): FrontMatter {
  const title = getText(values.get('title'));
  const description = getText(values.get('description'));
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

/** Merges the metadata of two sources. `first` takes precedence, except for `end`. A page is a draft or excluded if either source marks it. */
export function mergeFrontMatter(first: FrontMatter, second: FrontMatter): FrontMatter {
  const isDraft = first.isDraft || second.isDraft;
  return { ...second, ...first, end: second.end, isDraft, isLeftOut: first.isLeftOut || second.isLeftOut };
}

/** Returns a string or number as one line of text; undefined if the value has another type or is blank. */
function getText(value: unknown): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  if (typeof value === 'string' && PRINTABLE_LINE.test(value)) return value;
  const text = String(value)
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .toWellFormed()
    .trim();
  return text === '' ? undefined : text;
}

/** Result of parsing front matter: the values, or the error with its line (counted from 0). Undefined if the text is not a mapping. */
export type Data = { readonly values: ReadonlyMap<string, unknown> } | { readonly fault: Fault } | undefined;
