/** Zero-width space: breaks up what a runner or GitHub would act on, and cannot be seen. */
const BREAK = '\u200b';

/** One line for the log: the runner reads commands from anything that is printed, so no text of others may look like one. */
export function logLine(text: string): string {
  return text
    .replaceAll(/\p{Cc}+/gu, ' ')
    .replaceAll('##[', `##${BREAK}[`)
    .replace(/^(\s*):(?=:)/u, `$1:${BREAK}`);
}

/** Text as code in a summary: nothing in it is Markdown, HTML, a mention or a link. At most `limit` characters are shown. */
export function code(text: string, limit = 200): string {
  const short = text.length > limit ? `${text.slice(0, limit - 1).toWellFormed()}…` : text;
  const line = short.replaceAll(/[\p{Cc}\p{Bidi_Control}]+/gu, ' ');
  return `<code>${line.replaceAll(/[^\p{L}\p{M}\p{N} -]/gu, (mark) => `&#${mark.codePointAt(0)};`)}</code>`;
}
