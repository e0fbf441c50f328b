const WORD_PATTERN = /[\p{L}\p{M}\p{N}_]/u;

/** Returns whether the character is a letter, digit or underscore, next to which most AsciiDoc marks have no effect. */
export function isWord(char: string | undefined): boolean {
  if (char === undefined || char === '') return false;
  const code = char.charCodeAt(0);
  if (code < 0x80) {
    return (
      (code >= 0x61 && code <= 0x7a) ||
      (code >= 0x41 && code <= 0x5a) ||
      (code >= 0x30 && code <= 0x39) ||
      code === 0x5f
    );
  }
  return WORD_PATTERN.test(char);
}

export function isSpace(char: string | undefined): boolean {
  return char === ' ' || char === '\n' || char === '\t' || char === '\u00a0';
}
