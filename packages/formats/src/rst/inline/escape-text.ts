const ENTITY_PATTERN = /&(?:#\d{1,7}|#[xX][\da-fA-F]{1,6}|[A-Za-z][A-Za-z\d]{1,31});/y;

/** Escapes text so that Markdown renders it literally. Leaves characters that cannot be parsed as marks unchanged. */
export function escapeText(text: string): string {
  return text.replaceAll(/_+|[\\`*<&~\]]/g, (marks, offset: number) =>
    isMark(text, marks, offset) ? marks.replaceAll(/./g, '\\$&') : marks,
  );
}

function isMark(text: string, marks: string, offset: number): boolean {
  // The text before and after the given text is unknown.
  const charBefore = text.charAt(offset - 1);
  const charAfter = text.charAt(offset + marks.length);
  switch (marks) {
    case '\\':
      return /[\n!-/:-@[-`{-~]/.test(charAfter) || offset + 1 === text.length;
    case '*':
      return !(isSpace(charBefore) && isSpace(charAfter));
    case '<':
      return /[A-Za-z/!?]/.test(charAfter);
    case '&':
      ENTITY_PATTERN.lastIndex = offset;
      return ENTITY_PATTERN.test(text);
    case '~':
      // A single tilde does not strike out text.
      return text.indexOf('~') !== text.lastIndexOf('~') && !(isSpace(charBefore) && isSpace(charAfter));
    case ']':
      return charAfter === '(' || charAfter === '[';
    case '`':
      return true;
    default:
      // Underscores inside or after a word cannot open emphasis, and there is no open emphasis that they could close.
      return !isSpace(charAfter) && !/[\p{L}\p{N}]/u.test(charBefore);
  }
}

function isSpace(char: string): boolean {
  return char === ' ' || char === '\n';
}

const BLOCK_STARTS: readonly RegExp[] = [
  // Matches headings, block quotes and list items.
  /^(?:#{1,6}(?:\s|$)|>|[-+*](?:\s|$))/,
  // Matches thematic breaks and heading underlines.
  /^(?:-[- ]*|\*[* ]*|_[_ ]*|=+)$/,
  // Matches delimiter rows of tables.
  /^[|:-][|: -]*-[|: -]*$/,
  // Matches link reference definitions.
  /^\[[^\]]{1,300}\]:/,
];

/** Escapes a line of a paragraph that would start another block. */
export function escapeLineStart(line: string): string {
  const number = /^\d{1,9}(?=[.)](?:\s|$))/.exec(line)?.[0];
  if (number !== undefined) return `${number}\\${line.slice(number.length)}`;
  return BLOCK_STARTS.some((start) => start.test(line)) ? `\\${line}` : line;
}
