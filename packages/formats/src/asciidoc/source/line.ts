/** A line of an AsciiDoc document after its directives were seen to; trailing white space is gone. */
export interface Line {
  readonly text: string;
  /** The line of the document that it came from, from 1. */
  readonly from: number;
  /** Path of the file that an include directive would put here. */
  readonly include?: string;
}

/** A comment of one line; four or more slashes are the delimiter of a block. */
export function isLineComment(text: string): boolean {
  return text.startsWith('//') && text[2] !== '/';
}
