import { getLineEnd, getLineStart } from '@context-sync/formats';
import { FENCE, getEnd, getKind, getStart } from '../scan/scanned-blocks.ts';
import type { ScannedText, TextEdit } from './text-edits.ts';

/** Mark in code blocks of NestJS that precedes the file name of the code or starts its JavaScript version. */
const FILE_NAME_MARK = '@@';
const FILE_PATTERN = /^@@filename\(([\w@./ -]{0,200})\)[ \t]*$/;
const SWITCH_PATTERN = /^@@switch[ \t]*$/;
const SCRIPT_PATTERN = /^[ \t]*[`~]{3,}[ \t]*(?:ts|typescript|js|javascript)\b/;
const EXTENSION_PATTERN = /\.(?:[cm]?[jt]sx?|json|ya?ml|html|graphql)$/;
const MAX_LINE_LENGTH = 300;

/** Turns file name marks into comments. Removes the marks in languages in which `//` does not start a comment. */
export function createFileNameEdits({ lines, blocks }: ScannedText): TextEdit[] {
  const edits: TextEdit[] = [];
  const { text } = lines;
  let block = 0;
  /** End of the last examined block. */
  let knownEnd = -1;
  let file = '';
  let isScript = false;
  for (
    let offset = text.indexOf(FILE_NAME_MARK);
    offset >= 0;
    offset = text.indexOf(FILE_NAME_MARK, offset + FILE_NAME_MARK.length)
  ) {
    while (block < blocks.kinds.length && getLineEnd(lines, getEnd(blocks, block) - 1) <= offset) block += 1;
    if (block >= blocks.kinds.length) break;
    const openingOffset = getLineStart(lines, getStart(blocks, block));
    if (getKind(blocks, block) !== FENCE || offset < openingOffset || text.charCodeAt(offset - 1) !== 0x0a) continue;
    const newlineAt = text.indexOf('\n', offset);
    const line = text.slice(offset, newlineAt < 0 ? text.length : Math.min(newlineAt, offset + MAX_LINE_LENGTH));
    const fileName = FILE_PATTERN.exec(line)?.[1];
    if (fileName === undefined && !SWITCH_PATTERN.test(line)) continue;
    if (block !== knownEnd) {
      knownEnd = block;
      file = '';
      isScript = SCRIPT_PATTERN.test(text.slice(openingOffset, openingOffset + MAX_LINE_LENGTH));
    }
    file = fileName ?? file;
    const [language, extension] = fileName === undefined ? ['JavaScript', '.js'] : ['TypeScript', '.ts'];
    const name = file === '' ? language : file + (EXTENSION_PATTERN.test(file) ? '' : extension);
    edits.push({ start: offset, end: offset + line.length, text: isScript ? `// ${name}` : '' });
  }
  return edits;
}
