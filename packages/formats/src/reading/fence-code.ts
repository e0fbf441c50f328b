/** A line of code, and the line of the document, from 1, that it came from. */
export interface CodeLine {
  readonly text: string;
  readonly from: number;
}

/** The code between fences that are longer than any run of backticks that one of its lines begins with. `from` is the line of the opening one. */
export function fenced(info: string, code: readonly CodeLine[], from = code[0]?.from ?? 1): CodeLine[] {
  let longest = 2;
  for (const { text } of code) longest = Math.max(longest, /^[ \t]*(`{3,})/.exec(text)?.[1]?.length ?? 0);
  const mark = '`'.repeat(longest + 1);
  return [{ text: mark + info, from }, ...code, { text: mark, from: code.at(-1)?.from ?? from }];
}
