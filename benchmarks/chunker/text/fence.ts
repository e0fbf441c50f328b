/** An open code fence. */
export interface Fence {
  readonly mark: '`' | '~';
  readonly length: number;
  readonly indent: number;
}

/** The characters that may precede a code fence: spaces and the markers of block quotes and list items. */
const CONTAINERS = /^(?:[ \t>]|[-*+][ \t]|\d{1,9}[.)][ \t])*/;
const MARKS = /^(`{3,}|~{3,})(.*)$/s;

/**
 * Returns the code fence that is open after the line. Follows CommonMark: a fence has at least three marks, and an info string after
 * backticks contains no backticks. The closing fence has at least as many marks and no other text, and is indented by at most three more
 * columns. The end of a list item or block quote does not close a fence in it, because such a fence was split.
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
