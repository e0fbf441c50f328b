/** A line of code and its line in the document, counted from 1. */
export interface CodeLine {
  readonly text: string;
  readonly from: number;
}

/** Encloses code in fences that are longer than any run of backticks at the start of a line. `from` is the line of the opening fence. */
export function renderFence(info: string, code: readonly CodeLine[], from = code[0]?.from ?? 1): CodeLine[] {
  let longestRun = 2;
  for (const { text } of code) longestRun = Math.max(longestRun, /^[ \t]*(`{3,})/.exec(text)?.[1]?.length ?? 0);
  const backticks = '`'.repeat(longestRun + 1);
  return [{ text: backticks + info, from }, ...code, { text: backticks, from: code.at(-1)?.from ?? from }];
}
