import { getLineEnd, getLineStart } from '@context-sync/formats';
import { DIRECTIVE, getEnd, getStart, HEADING } from '../scan/scanned-blocks.ts';
import type { ScannedText, TextEdit } from './text-edits.ts';

/** Matches the title of a tab of DocFX: `# [Linux](#tab/linux)` (https://dotnet.github.io/docfx/docs/markdown.html#tabs). */
const TAB_PATTERN = /^\s*#{1,6}\s+\[([^\]\n]{1,200})\]\(#tab\/[^)\s]*\)\s*#*\s*$/;

/** Turns the headings that are titles of tabs into bold lines, because they are not sections. */
export function createTabHeadingEdits({ lines, blocks }: ScannedText): TextEdit[] {
  if (!lines.text.includes('](#tab/')) return [];
  const edits: TextEdit[] = [];
  for (let index = blocks.kinds.indexOf(HEADING); index >= 0; index = blocks.kinds.indexOf(HEADING, index + 1)) {
    const start = getLineStart(lines, getStart(blocks, index));
    const end = getLineEnd(lines, getEnd(blocks, index) - 1);
    const title = TAB_PATTERN.exec(lines.text.slice(start, end))?.[1];
    if (title === undefined) continue;
    edits.push({ start, end, text: `**${title}**` });
    blocks.kinds[index] = DIRECTIVE;
  }
  return edits;
}
