/** An open code fence. */
export interface Fence {
  readonly mark: '`' | '~';
  readonly length: number;
  readonly indent: number;
}

/** The characters that may precede a fence: spaces, and marks of quotes and list items. */
const CONTAINERS = /^(?:[ \t>]|[-*+][ \t]|\d{1,9}[.)][ \t])*/;
const MARKS = /^(`{3,}|~{3,})(.*)$/s;

/**
 * Returns the fence that is open after the line. Follows CommonMark: at least three marks; an info string after backticks contains none; the
 * closing line has at least as many marks and nothing else, indented by at most three more columns. The end of a list item or quote does not close
 * its fence: such a fence was split.
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
