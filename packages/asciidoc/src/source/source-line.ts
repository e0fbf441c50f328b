/** A line of an AsciiDoc document after preprocessing, without trailing white space. */
export interface AsciidocLine {
  readonly text: string;
  /** Line number in the document, counted from 1. Lines of an included file have fractions of the number of the line that includes it. */
  readonly from: number;
  /** Path of the file that this line includes; absent if the line is not an include directive. */
  readonly include?: string;
}

/** Returns whether the line is a comment. Four or more slashes are a block delimiter. */
export function isLineComment(text: string): boolean {
  return text.startsWith('//') && text[2] !== '/';
}
