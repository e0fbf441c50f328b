/**
 * Format characters that scripts and emoji need (joiners, Arabic number signs). All others cannot be seen, or turn the order of what stands
 * around them, so that a reader sees something else than what is there.
 */
const HARMLESS = /\u200c|\u200d|[\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2]/u;

/** Shows what cannot be seen: bidi controls, zero-width characters and tags, such as `[U+202E]`. Marks that pile up on a letter are cut. */
export function visible(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/\p{Cf}/gu, (mark) => (HARMLESS.test(mark) ? mark : named(mark)))
    .replaceAll(/(\p{M}{4})\p{M}+/gu, '$1');
}

/** The same on one line: control characters and line ends of all kinds become spaces. */
export function toVisibleLine(text: string): string {
  return visible(text).replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ');
}

/** The same for a text of several lines: only `\n` and tab stay as they are. */
export function toVisibleText(text: string): string {
  return visible(text)
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]/gu, (mark) => (mark === '\n' || mark === '\t' ? mark : named(mark)));
}

function named(mark: string): string {
  return `[U+${(mark.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`;
}
