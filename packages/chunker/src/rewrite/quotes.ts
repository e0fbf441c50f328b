import { kindOf, QUOTE, startOf } from '../scan/blocks.ts';
import { firstText, lineEnd, lineStart } from '../scan/lines.ts';
import { label } from './admonition.ts';
import type { Draft, Edit } from './edits.ts';

/** GitHub's and Obsidian's alerts: `> [!NOTE] Title`. */
const ALERT = /^\[!([A-Za-z]{2,20})\][+-]?[ \t]*(.{0,300})$/;
/** A class in front of a bold title, as NestJS writes: `> info **Hint** …`. */
const CLASSED = /^(?:info|warning|error|danger|success|tip|note)[ \t]+(?=\*\*)/;

/** Turns the first line of alerts that are written as quotes into a bold one. */
export function quoteEdits({ lines, blocks }: Draft): Edit[] {
  const edits: Edit[] = [];
  const { text } = lines;
  for (let index = blocks.kinds.indexOf(QUOTE); index >= 0; index = blocks.kinds.indexOf(QUOTE, index + 1)) {
    if (kindOf(blocks, index) !== QUOTE) continue;
    const start = lineStart(lines, startOf(blocks, index));
    const end = lineEnd(lines, startOf(blocks, index));
    const at = firstText(text, firstText(text, start, end) + 1, end);
    const code = text.charCodeAt(at);
    if (code !== 0x5b && !(code >= 0x61 && code <= 0x7a)) continue;
    const line = text.slice(at, Math.min(end, at + 400));
    const [, name, title] = ALERT.exec(line.trimEnd()) ?? [];
    if (name !== undefined) edits.push({ start: at, end, text: label(name, title) ?? `**${title || name}**` });
    else {
      const classed = CLASSED.exec(line)?.[0];
      if (classed !== undefined) edits.push({ start: at, end: at + classed.length, text: '' });
    }
  }
  return edits;
}
