import type { FrontEnd } from '../reading/reading.ts';
import { baseIndent } from './base-indent.ts';
import { writeBlock } from './block.ts';
import { isBlank } from './indent.ts';
import { withoutPageBreaks } from './page-breaks.ts';
import { createPlainWriter } from './plain-writer.ts';

/**
 * Reads plain text: paragraphs, lists, code that is indented, columns and underlined titles come out as such, and nothing becomes Markdown that
 * only looks like it.
 */
export const readPlain: FrontEnd = (text) => {
  const lines = withoutPageBreaks(text);
  const base = baseIndent(lines);
  const writer = createPlainWriter();
  for (let at = 0; at < lines.length; ) {
    let end = at;
    while (end < lines.length && !isBlank(lines[end]?.text ?? '')) end += 1;
    if (end > at) writeBlock(writer, lines.slice(at, end), base);
    at = end + 1;
  }
  return writer.reading();
};
