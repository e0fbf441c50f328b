import { findFirstText, getLineEnd, getLineStart } from '@context-sync/formats';
import type { ScannedText } from '../rewrite/text-edits.ts';
import { DIRECTIVE, getEnd, getKind, getStart, HTML, PARAGRAPH } from '../scan/scanned-blocks.ts';

/** Maximum length of a line that can be a term. */
const MAX_TERM_LENGTH = 200;

/** Marks the terms of definition lists, `term` above `: definition`, as belonging to the block below them. */
export function markTerms({ lines, blocks }: ScannedText): void {
  if (!/^ {0,3}:[ \t]/m.test(lines.text)) return;
  for (let index = 0; index + 1 < blocks.kinds.length; index += 1) {
    const kind = getKind(blocks, index);
    if ((kind !== PARAGRAPH && kind !== HTML) || getEnd(blocks, index) - getStart(blocks, index) > 1) continue;
    const line = getStart(blocks, index);
    const nextBlockStart = getStart(blocks, index + 1);
    const position = findFirstText(lines.text, getLineStart(lines, nextBlockStart), getLineEnd(lines, nextBlockStart));
    const isDefinition = lines.text[position] === ':' && /[ \t]/.test(lines.text[position + 1] ?? '');
    if (isDefinition && getLineEnd(lines, line) - getLineStart(lines, line) <= MAX_TERM_LENGTH)
      blocks.kinds[index] = DIRECTIVE;
  }
}
