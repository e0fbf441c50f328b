import { detectHeadingLevel } from './hanging-heading.ts';
import { getIndent, isBlank } from './indent-width.ts';
import type { SourceLine } from './page-breaks.ts';

/** Number of lines at the start of a document that are searched for its title. */
const MAX_TITLE_LINE = 40;
const MAX_TITLE_CHARS = 120;
/** A title is centered if it starts at least this many columns to the right of the text. */
const MIN_CENTERED_COLUMNS = 4;

/**
 * Finds the title of a document without an underlined title: a field `Title: …`, a centered line above the first section as in RFCs, or a first line
 * in capitals.
 * @param margin Column where the body text of the document begins.
 */
export function findDocumentTitle(lines: readonly SourceLine[], margin: number): string | undefined {
  const firstLines = lines.slice(0, MAX_TITLE_LINE).map(({ text }) => text.trimEnd().slice(0, 2 * MAX_TITLE_CHARS));
  const field = firstLines.map((line) => /^Title:[ \t]+(\S.*)$/.exec(line)?.[1]).find((title) => title !== undefined);
  const title = field ?? (margin > 0 ? findCenteredLine(firstLines, margin) : findUppercaseLine(firstLines));
  return title === undefined || title.length > MAX_TITLE_CHARS ? undefined : title.replaceAll(/\s+/g, ' ').trim();
}

function findCenteredLine(head: readonly string[], margin: number): string | undefined {
  const isAlone = (position: number) => isBlank(head[position - 1] ?? '') && isBlank(head[position + 1] ?? '');
  const at = head.findIndex((line, index) => isAlone(index) && !isBlank(line) && getIndent(line) < margin);
  const end = at < 0 ? head.length : at;
  return head
    .slice(0, end)
    .find((line, index) => isAlone(index) && getIndent(line) >= margin + MIN_CENTERED_COLUMNS && isTitle(line));
}

function findUppercaseLine(head: readonly string[]): string | undefined {
  const position = head.findIndex((line) => !isBlank(line));
  const line = head[position] ?? '';
  const isAlone = isBlank(head[position + 1] ?? '');
  return isAlone && getIndent(line) === 0 && /\p{Lu}{2}/u.test(line) && !/\p{Ll}/u.test(line) && isTitle(line)
    ? line
    : undefined;
}

function isTitle(line: string): boolean {
  return (
    /^\p{L}/u.test(line.trim()) &&
    !/\p{L} {3,}\p{L}/u.test(line) &&
    detectHeadingLevel(line.trim().replaceAll(/ {2,}/g, ' ')) === 2
  );
}
