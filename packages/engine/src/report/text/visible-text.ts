/**
 * Matches format characters that scripts and emoji require, such as joiners. All other format characters are invisible or change the order of text,
 * so that a reader would see a different text.
 */
const HARMLESS_CHARS = /\u200c|\u200d|[\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2]/u;

/**
 * Replaces invisible characters with their code points, such as `[U+202E]`: bidi controls, zero-width characters and tags. Limits the number of
 * combining marks on a letter.
 */
export function makeVisible(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/\p{Cf}/gu, (mark) => (HARMLESS_CHARS.test(mark) ? mark : nameCharacter(mark)))
    .replaceAll(/(\p{M}{4})\p{M}+/gu, '$1');
}

/** Makes invisible characters visible in a single line. Replaces control characters and line breaks with spaces. */
export function toVisibleLine(text: string): string {
  return makeVisible(text).replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ');
}

/** Makes invisible characters visible in a text of several lines. Keeps line feeds and tabs but no other control characters. */
export function toVisibleText(text: string): string {
  return makeVisible(text)
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]/gu, (mark) => (mark === '\n' || mark === '\t' ? mark : nameCharacter(mark)));
}

function nameCharacter(mark: string): string {
  return `[U+${(mark.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`;
}
