/** An open code fence. */
export interface Fence {
  readonly mark: '`' | '~';
  readonly length: number;
  readonly indent: number;
}

/** Matches the characters that may precede a code fence: spaces and the markers of block quotes and list items. */
const CONTAINERS_PATTERN = /^(?:[ \t>]|[-*+][ \t]|\d{1,9}[.)][ \t])*/;
const FENCE_LINE = /^(`{3,}|~{3,})(.*)$/s;

/**
 * Returns the code fence that is open after the line. Follows CommonMark: a fence has at least three marks, and an info
 * string after backticks contains no backticks. The closing fence has at least as many marks and no other text, and is
 * indented by at most three more columns. The end of a list item or block quote does not close the fence, because a
 * fence that is still open there was split by the chunker.
 */
export function advanceFence(line: string, open: Fence | undefined): Fence | undefined {
  const fencePrefix = (open ? /^[ \t>]*/ : CONTAINERS_PATTERN).exec(line)?.[0] ?? '';
  const [, marks, rest = ''] = FENCE_LINE.exec(line.slice(fencePrefix.length)) ?? [];
  if (marks === undefined) return open;
  const fenceChar = marks.startsWith('`') ? '`' : '~';
  if (!open)
    return fenceChar === '`' && rest.includes('`')
      ? undefined
      : { mark: fenceChar, length: marks.length, indent: fencePrefix.length };
  const closesOpenFence = fenceChar === open.mark && marks.length >= open.length && rest.trim() === '';
  return closesOpenFence && fencePrefix.length <= open.indent + 3 ? undefined : open;
}

/** Returns whether a fence is still open at the end of the text. */
export function endsInFence(text: string): boolean {
  let openFence: Fence | undefined;
  for (const line of text.split(/\r\n|\r|\n/)) openFence = advanceFence(line, openFence);
  return openFence !== undefined;
}
