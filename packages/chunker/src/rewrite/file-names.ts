import { lineEnd, lineStart } from '@context-sync/formats';
import { endOf, FENCE, kindOf, startOf } from '../scan/blocks.ts';
import type { ScannedText, TextEdit } from './edits.ts';

/** Marks in NestJS fences: the file name of the code, and the start of the JavaScript version. */
const MARK = '@@';
const FILE = /^@@filename\(([\w@./ -]{0,200})\)[ \t]*$/;
const SWITCH = /^@@switch[ \t]*$/;
const SCRIPT = /^[ \t]*[`~]{3,}[ \t]*(?:ts|typescript|js|javascript)\b/;
const EXTENSION = /\.(?:[cm]?[jt]sx?|json|ya?ml|html|graphql)$/;
const MAX_LINE_LENGTH = 300;

/** Turns file name marks into comments, or removes them in languages in which `//` does not start a comment. */
export function fileNameEdits({ lines, blocks }: ScannedText): TextEdit[] {
  const edits: TextEdit[] = [];
  const { text } = lines;
  let block = 0;
  /** State of the last examined block. */
  let known = -1;
  let file = '';
  let isScript = false;
  for (let at = text.indexOf(MARK); at >= 0; at = text.indexOf(MARK, at + MARK.length)) {
    while (block < blocks.kinds.length && lineEnd(lines, endOf(blocks, block) - 1) <= at) block += 1;
    if (block >= blocks.kinds.length) break;
    const opening = lineStart(lines, startOf(blocks, block));
    if (kindOf(blocks, block) !== FENCE || at < opening || text.charCodeAt(at - 1) !== 0x0a) continue;
    const next = text.indexOf('\n', at);
    const line = text.slice(at, next < 0 ? text.length : Math.min(next, at + MAX_LINE_LENGTH));
    const named = FILE.exec(line)?.[1];
    if (named === undefined && !SWITCH.test(line)) continue;
    if (block !== known) {
      known = block;
      file = '';
      isScript = SCRIPT.test(text.slice(opening, opening + MAX_LINE_LENGTH));
    }
    file = named ?? file;
    const [language, extension] = named === undefined ? ['JavaScript', '.js'] : ['TypeScript', '.ts'];
    const name = file === '' ? language : file + (EXTENSION.test(file) ? '' : extension);
    edits.push({ start: at, end: at + line.length, text: isScript ? `// ${name}` : '' });
  }
  return edits;
}
