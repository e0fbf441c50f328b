/** A line of code and its line in the document, counted from 1. */
export interface CodeLine {
  readonly text: string;
  readonly from: number;
}

/** Encloses code in fences that are longer than any run of backticks at the start of a line. `from` is the line of the opening fence. */
export function fenced(info: string, code: readonly CodeLine[], from = code[0]?.from ?? 1): CodeLine[] {
  let longest = 2;
  for (const { text } of code) longest = Math.max(longest, /^[ \t]*(`{3,})/.exec(text)?.[1]?.length ?? 0);
  const mark = '`'.repeat(longest + 1);
  return [{ text: mark + info, from }, ...code, { text: mark, from: code.at(-1)?.from ?? from }];
}
