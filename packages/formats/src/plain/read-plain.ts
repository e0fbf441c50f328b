import type { FrontEnd } from '@context-sync/reading';
import { findBaseIndent } from './base-indent.ts';
import { findDocumentTitle } from './document-title.ts';
import { parseChapterTitle, parseNestedHeading } from './hanging-heading.ts';
import { getIndent, isBlank } from './indent-width.ts';
import { removePageBreaks } from './page-breaks.ts';
import { createPlainWriter } from './plain-writer.ts';
import { writeBlock } from './write-block.ts';

/** Matches the start of a robots.txt file. */
const ROBOTS_FILE = /^(?:\s|#.*\n)*User-agent:/i;

/**
 * Reads plain text. Recognizes paragraphs, lists, indented code, columns, underlined titles and the numbered headings of RFCs, and escapes text that
 * only looks like Markdown.
 */
export const readPlain: FrontEnd = (text) => {
  if (ROBOTS_FILE.test(text)) return { markdown: '', warnings: [], skipped: 'it is for search engines' };
  const lines = removePageBreaks(text);
  const margin = findBaseIndent(lines);
  let base = margin;
  let gapStart = lines.length;
  const title = findDocumentTitle(lines, margin);
  const writer = createPlainWriter();
  const countBlankLines = (index: number) => {
    let end = index;
    while (end < lines.length && isBlank(lines[end]?.text ?? '')) end += 1;
    return end;
  };
  const isTitle = (line: string) => title !== undefined && line.trim().replaceAll(/\s+/g, ' ') === title;
  for (let at = countBlankLines(0); at < lines.length; ) {
    let end = at;
    while (end < lines.length && !isBlank(lines[end]?.text ?? '')) end += 1;
    const nextLine = countBlankLines(end);
    const block = lines.slice(at, end);
    const firstLine = block[0]?.text ?? '';
    const followingLines = [lines[nextLine]?.text ?? '', lines[nextLine + 1]?.text ?? ''];
    const heading =
      block.length > 1
        ? undefined
        : isTitle(firstLine)
          ? { level: 1, text: title ?? '', isNested: false }
          : (parseNestedHeading(firstLine, margin) ?? parseChapterTitle(firstLine, gapStart, followingLines));
    if (heading) {
      writer.heading(heading.level, heading.text, block[0]?.number ?? 1);
      base = heading.isNested ? Math.max(getIndent(followingLines[0] ?? ''), margin) : margin;
    } else {
      // The line is text of the level above, or a heading in the margin.
      if (getIndent(firstLine) < base) base = margin;
      writeBlock(writer, block, base);
    }
    gapStart = nextLine - end;
    at = nextLine;
  }
  const reading = writer.reading();
  return title === undefined ? reading : { ...reading, title };
};
