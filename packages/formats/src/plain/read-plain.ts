import type { FrontEnd } from '@context-sync/reading';
import { findBaseIndent } from './base-indent.ts';
import { writeBlock } from './block.ts';
import { isBlank } from './indent.ts';
import { removePageBreaks } from './page-breaks.ts';
import { createPlainWriter } from './plain-writer.ts';

/**
 * Reads plain text. Recognizes paragraphs, lists, indented code, columns and underlined titles, and escapes text that only looks like
 * Markdown.
 */
export const readPlain: FrontEnd = (text) => {
  const lines = removePageBreaks(text);
  const base = findBaseIndent(lines);
  const writer = createPlainWriter();
  for (let at = 0; at < lines.length; ) {
    let end = at;
    while (end < lines.length && !isBlank(lines[end]?.text ?? '')) end += 1;
    if (end > at) writeBlock(writer, lines.slice(at, end), base);
    at = end + 1;
  }
  return writer.reading();
};
