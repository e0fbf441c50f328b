import { truncate } from '@context-sync/core';
import { toVisibleLine } from './visible.ts';

/** Zero-width space: breaks up what a runner would act on, and cannot be seen. */
const BREAK = '\u200b';

/** One line for the log: the runner reads commands from anything that is printed, so no text of others may look like one. */
export function toLogLine(text: string): string {
  return toVisibleLine(text)
    .replaceAll('##[', `##${BREAK}[`)
    .replace(/^(\s*):(?=:)/u, `$1:${BREAK}`);
}

/**
 * Text as code in Markdown: nothing in it is Markdown, HTML, a mention, a reference or a link. At most `limit` characters are shown.
 *
 * The element is HTML because backticks cannot hold every text in a table. So Markdown goes on being read in it, and each mark that could mean
 * something is written as a character reference. That is not enough for links: GitHub looks for addresses in the decoded text, and `<wbr>`
 * (which its sanitizer lets through) divides them. It looks for mentions and references everywhere but in `code` and `pre`.
 */
export function inlineCode(text: string, limit = 200): string {
  return `<code>${inlineCodeText(truncate(text, limit))}</code>`;
}

/** What `code` writes inside of its element. */
export function inlineCodeText(text: string): string {
  return toVisibleLine(text)
    .replaceAll(/[^\p{L}\p{M}\p{N} .,;/()'?%+=-]/gu, (mark) => `&#${mark.codePointAt(0)};`)
    .replaceAll('&#58;/', '&#58;<wbr>/')
    .replaceAll('&#64;', '<wbr>&#64;')
    .replaceAll(/(www)\./giu, '$1<wbr>.');
}
