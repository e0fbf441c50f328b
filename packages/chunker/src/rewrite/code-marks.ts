import { findLine, getLineEnd, getLineStart } from '@context-sync/formats';
import { FENCE, getEnd, getKind, getStart, LIST, QUOTE } from '../scan/scanned-blocks.ts';
import type { ScannedText, TextEdit } from './text-edits.ts';

/** The start and the end of a comment in common programming languages. */
const COMMENT_START = String.raw`(?:\{?/\*|//|#|--|;|%|<!--|')`;
const COMMENT_END = String.raw`(?:\*/\}?|-->)?`;
/** Matches the comment with which VitePress and Fumadocs mark a line: `// [!code highlight]`. */
const LINE_MARK = new RegExp(
  String.raw`[ \t]*(${COMMENT_START})[ \t]*\[!code ([^\]\n]{1,80})\][ \t]*(${COMMENT_END})[ \t]*$`,
);
/** Matches the comment with which Docusaurus marks lines: `// highlight-next-line`. */
const LINES_MARK = new RegExp(
  String.raw`^[ \t>]*${COMMENT_START}[ \t]*highlight-(?:next-line|start|end)[ \t]*${COMMENT_END}[ \t]*$`,
);
/** The words that replace the marks of added and removed lines. Other marks only color a line. */
const CHANGES: Readonly<Record<string, string>> = { '++': 'added', '--': 'removed' };

/** Removes the comments in code that only define how a site colors lines. Marks of added and removed lines become words. */
export function createCodeMarkEdits({ lines, blocks }: ScannedText): TextEdit[] {
  const edits: TextEdit[] = [];
  const { text } = lines;
  for (const mark of ['[!code ', 'highlight-']) {
    let line = 0;
    let block = 0;
    for (let offset = text.indexOf(mark); offset >= 0; offset = text.indexOf(mark, getLineEnd(lines, line))) {
      line = findLine(lines, offset, line);
      while (block < blocks.kinds.length && getEnd(blocks, block) <= line) block += 1;
      if (block >= blocks.kinds.length) break;
      if (getStart(blocks, block) > line || ![FENCE, LIST, QUOTE].includes(getKind(blocks, block))) continue;
      const [start, end] = [getLineStart(lines, line), getLineEnd(lines, line)];
      const sourceText = text.slice(start, end);
      if (LINES_MARK.test(sourceText)) edits.push({ start, end, text: '' });
      const match = LINE_MARK.exec(sourceText);
      if (!match) continue;
      const [, opening = '', name = '', closing = ''] = match;
      const change = CHANGES[name.replace(/:\d+$/, '')];
      const words = change === undefined ? '' : ` ${opening} ${change}${closing === '' ? '' : ` ${closing}`}`;
      edits.push({ start: start + match.index, end, text: words });
    }
  }
  return edits;
}
