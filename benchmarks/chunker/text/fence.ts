/** An open code fence. */
export interface Fence {
  readonly mark: '`' | '~';
  readonly length: number;
  readonly indent: number;
}

/** What may stand before a fence: spaces, marks of quotes and of list items. */
const CONTAINERS = /^(?:[ \t>]|[-*+][ \t]|\d{1,9}[.)][ \t])*/;
const MARKS = /^(`{3,}|~{3,})(.*)$/s;

/**
 * What is open after the line, given what was before it. By CommonMark: three marks or more; an info string after backticks holds none;
 * the closing line has at least as many marks and nothing else, and stands at most three columns further in. A fence may stand in a list
 * item or a quote, whose end is not looked for: a fence that is still open there is one that was cut.
 */
export function fenceAfter(line: string, open: Fence | undefined): Fence | undefined {
  const before = (open ? /^[ \t>]*/ : CONTAINERS).exec(line)?.[0] ?? '';
  const [, marks, rest = ''] = MARKS.exec(line.slice(before.length)) ?? [];
  if (marks === undefined) return open;
  const mark = marks.startsWith('`') ? '`' : '~';
  if (!open)
    return mark === '`' && rest.includes('`') ? undefined : { mark, length: marks.length, indent: before.length };
  const closes = mark === open.mark && marks.length >= open.length && rest.trim() === '';
  return closes && before.length <= open.indent + 3 ? undefined : open;
}

/** Whether a fence is still open at the end of the text. */
export function endsInFence(text: string): boolean {
  let open: Fence | undefined;
  for (const line of text.split(/\r\n|\r|\n/)) open = fenceAfter(line, open);
  return open !== undefined;
}
