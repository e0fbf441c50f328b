import { truncate } from '@context-sync/base';
import { toVisibleLine } from './visible-text.ts';

/** A zero-width space, which is inserted into runner commands to disable them. */
const ZERO_WIDTH_SPACE = '\u200b';

/** Formats text as one line of the log that the runner does not execute as a command. */
export function toLogLine(text: string): string {
  return toVisibleLine(text)
    .replaceAll('##[', `##${ZERO_WIDTH_SPACE}[`)
    .replace(/^(\s*):(?=:)/u, `$1:${ZERO_WIDTH_SPACE}`);
}

/**
 * Formats text as inline code, in which GitHub finds no Markdown, HTML, mention, reference or link. Truncates the text after `limit` characters.
 *
 * Uses an HTML element because backticks cannot contain every text in a table. Markdown in the element is still parsed, so special characters are
 * written as character references. GitHub also links URLs in decoded text, so `<wbr>` splits them.
 */
export function formatInlineCode(text: string, limit = 200): string {
  return `<code>${getInlineCodeText(truncate(text, limit))}</code>`;
}

/** Returns the content of the element that `formatInlineCode` writes. */
export function getInlineCodeText(text: string): string {
  return toVisibleLine(text)
    .replaceAll(/[^\p{L}\p{M}\p{N} .,;/()'?%+=-]/gu, (mark) => `&#${mark.codePointAt(0)};`)
    .replaceAll('&#58;/', '&#58;<wbr>/')
    .replaceAll('&#64;', '<wbr>&#64;')
    .replaceAll(/(www)\./giu, '$1<wbr>.');
}
