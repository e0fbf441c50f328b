const ENTITY = /&(?:#\d{1,7}|#[xX][\da-fA-F]{1,6}|[A-Za-z][A-Za-z\d]{1,31});/y;

/** Text as Markdown shows it literally. What no Markdown reader would take for a mark stays as it is. */
export function escaped(text: string): string {
  return text.replaceAll(/_+|[\\`*<&~\]]/g, (marks, at: number) =>
    isMark(text, marks, at) ? marks.replaceAll(/./g, '\\$&') : marks,
  );
}

function isMark(text: string, marks: string, at: number): boolean {
  // What goes before and after the text is not known here.
  const before = text[at - 1] ?? '';
  const after = text[at + marks.length] ?? '';
  switch (marks) {
    case '\\':
      return /[\n!-/:-@[-`{-~]/.test(after) || at + 1 === text.length;
    case '*':
      return !(isSpace(before) && isSpace(after));
    case '<':
      return /[A-Za-z/!?]/.test(after);
    case '&':
      ENTITY.lastIndex = at;
      return ENTITY.test(text);
    case '~':
      // A lone one strikes nothing out.
      return text.indexOf('~') !== text.lastIndexOf('~') && !(isSpace(before) && isSpace(after));
    case ']':
      return after === '(' || after === '[';
    case '`':
      return true;
    default:
      // Underscores within a word, and behind one, open nothing; and nothing else does that they could close.
      return !isSpace(after) && !/[\p{L}\p{N}]/u.test(before);
  }
}

function isSpace(char: string): boolean {
  return char === ' ' || char === '\n';
}

const BLOCK_STARTS: readonly RegExp[] = [
  // Headings, quotes, list items.
  /^(?:#{1,6}(?:\s|$)|>|[-+*](?:\s|$))/,
  // Rules, and underlines of headings.
  /^(?:-[- ]*|\*[* ]*|_[_ ]*|=+)$/,
  // The line under the head of a table.
  /^[|:-][|: -]*-[|: -]*$/,
  // Definitions of link references.
  /^\[[^\]]{1,300}\]:/,
];

/** A line of a paragraph, so that it begins no other block. */
export function asText(line: string): string {
  const number = /^\d{1,9}(?=[.)](?:\s|$))/.exec(line)?.[0];
  if (number !== undefined) return `${number}\\${line.slice(number.length)}`;
  return BLOCK_STARTS.some((start) => start.test(line)) ? `\\${line}` : line;
}
