import { getLineEnd, getLineStart } from '@context-sync/formats';
import { getEnd, getStart, HTML } from '../scan/scanned-blocks.ts';
import type { ScannedText, TextEdit } from './text-edits.ts';

/** Maximum length of a block that is examined, in characters. */
const MAX_BLOCK_LENGTH = 50_000;
/** Matches a component whose prop `code` is a template literal without expressions. Other props may precede or follow it. */
const CODE_COMPONENT =
  /<Code\s(?:[^<>`{}]|\{[^<>`{}]{0,200}\}){0,500}?code=\{`(?<code>(?:[^`$\\]|\$(?!\{))*)`\}(?<rest>(?:[^<>`{}]|\{[^<>`{}]{0,200}\}){0,500}?)\/>/g;
const LANGUAGE_PATTERN = /\blang=["']([\w+#.-]{1,40})["']/;

/** Turns code in the prop of a component, as in Starlight's `<Code code={...} lang="js" />`, into a fenced code block. */
export function createCodeComponentEdits({ lines, blocks }: ScannedText): TextEdit[] {
  const edits: TextEdit[] = [];
  if (!lines.text.includes('<Code')) return edits;
  for (let index = blocks.kinds.indexOf(HTML); index >= 0; index = blocks.kinds.indexOf(HTML, index + 1)) {
    const start = getLineStart(lines, getStart(blocks, index));
    const end = getLineEnd(lines, getEnd(blocks, index) - 1);
    if (end - start > MAX_BLOCK_LENGTH) continue;
    for (const match of lines.text.slice(start, end).matchAll(CODE_COMPONENT)) {
      const { code = '', rest = '' } = match.groups ?? {};
      const [tag] = match;
      if (code.trim() === '') continue;
      const tagStart = start + match.index;
      const restStart = tagStart + tag.length - '/>'.length - rest.length;
      const codeStart = restStart - '`}'.length - code.length;
      const codeEnd = codeStart + code.trimEnd().length;
      const language = LANGUAGE_PATTERN.exec(tag.slice(0, codeStart - tagStart) + rest)?.[1] ?? '';
      edits.push({
        start: tagStart,
        end: codeStart,
        text: `\`\`\`${language}${/^[ \t]*\n/.test(code) ? '' : '\n'}`,
      });
      edits.push({ start: codeEnd, end: tagStart + tag.length, text: '\n```' });
    }
  }
  return edits;
}
