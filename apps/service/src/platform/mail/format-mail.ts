import type { Mail } from './mailer.ts';

/** The parts of an email that are sent to a mail server. */
export interface FormattedMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Formats an email as plain text and as HTML. Escapes markup and removes line breaks in names that members choose. */
export function formatMail({ subject, lines, link, closing }: Mail): FormattedMail {
  const before = lines.map(joinLines);
  const after = closing.map(joinLines);
  const paragraphs = (texts: readonly string[]) => texts.map((each) => `<p>${escapeHtml(each)}</p>`);
  const html = [
    '<!doctype html>',
    '<html lang="en"><head><meta charset="utf-8">',
    `<title>${escapeHtml(joinLines(subject))}</title></head><body>`,
    ...paragraphs(before),
    `<p><a href="${escapeHtml(link.url)}">${escapeHtml(link.text)}</a></p>`,
    ...paragraphs(after),
    '</body></html>',
    '',
  ];
  return {
    subject: joinLines(subject),
    text: `${[...before, `${link.text}:\n${link.url}`, ...after].join('\n\n')}\n`,
    html: html.join('\n'),
  };
}

/** Replaces line breaks and other control characters with spaces. */
function joinLines(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim();
}

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => ESCAPES[character] ?? character);
}
