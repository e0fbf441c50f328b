import { lineEnd, lineStart } from '@context-sync/formats';
import { endOf, FENCE, kindOf, startOf } from '../scan/blocks.ts';
import type { Draft, Edit } from './edits.ts';

/** What NestJS writes into its fences: the file that the code is in, and where the same in JavaScript begins. */
const MARK = '@@';
const FILE = /^@@filename\(([\w@./ -]{0,200})\)[ \t]*$/;
const SWITCH = /^@@switch[ \t]*$/;
const SCRIPT = /^[ \t]*[`~]{3,}[ \t]*(?:ts|typescript|js|javascript)\b/;
const EXTENSION = /\.(?:[cm]?[jt]sx?|json|ya?ml|html|graphql)$/;
const LIMIT = 300;

/** Turns them into comments that say the same to anybody. Where `//` begins no comment they go. */
export function fileNameEdits({ lines, blocks }: Draft): Edit[] {
  const edits: Edit[] = [];
  const { text } = lines;
  let block = 0;
  /** What was said in the block that was looked at last. */
  let known = -1;
  let file = '';
  let isScript = false;
  for (let at = text.indexOf(MARK); at >= 0; at = text.indexOf(MARK, at + MARK.length)) {
    while (block < blocks.kinds.length && lineEnd(lines, endOf(blocks, block) - 1) <= at) block += 1;
    if (block >= blocks.kinds.length) break;
    const opening = lineStart(lines, startOf(blocks, block));
    if (kindOf(blocks, block) !== FENCE || at < opening || text.charCodeAt(at - 1) !== 0x0a) continue;
    const next = text.indexOf('\n', at);
    const line = text.slice(at, next < 0 ? text.length : Math.min(next, at + LIMIT));
    const named = FILE.exec(line)?.[1];
    if (named === undefined && !SWITCH.test(line)) continue;
    if (block !== known) {
      known = block;
      file = '';
      isScript = SCRIPT.test(text.slice(opening, opening + LIMIT));
    }
    file = named ?? file;
    const [language, extension] = named === undefined ? ['JavaScript', '.js'] : ['TypeScript', '.ts'];
    const said = file === '' ? language : file + (EXTENSION.test(file) ? '' : extension);
    edits.push({ start: at, end: at + line.length, text: isScript ? `// ${said}` : '' });
  }
  return edits;
}
