/** A line of an AsciiDoc document after preprocessing, without trailing white space. */
export interface AsciidocLine {
  readonly text: string;
  /** Line number in the document, counted from 1. Lines of an included file have fractions of the number of the line that includes it. */
  readonly from: number;
  /** Path in an include directive on this line. */
  readonly include?: string;
}

/** Returns whether the line is a comment. Four or more slashes are a block delimiter. */
export function isLineComment(text: string): boolean {
  return text.startsWith('//') && text[2] !== '/';
}
