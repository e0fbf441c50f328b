import { findFirstText, findLine, getLineEnd, getLineStart } from '@context-sync/formats';
import { getKind, HEADING } from '../scan/scanned-blocks.ts';
import { type ScannedText, type TextEdit, visitOutsideCode } from './text-edits.ts';

/** Matches an attribute list after a link, an image or emphasis: `[a](b){ .md-button target="_blank" }`. */
const LIST = /^\{:?[ \t]*(?:[.#][\w:.+-]+|[\w:-]+=(?:"[^"{}\n]*"|'[^'{}\n]*'))(?:[ \t]+[^{}\n]{0,300})?[ \t]*\}/;
/** Characters that can precede an attribute list. */
const CHARS_BEFORE_LIST = new Set([')', ']', '*', '_', '`', ':', '"', '>']);
/** Matches icons of Material for MkDocs, which are meaningless as text. */
const ICON = /^:(?:material|fontawesome|octicons|simple)-[a-z\d-]{1,80}:[ \t]?/;
const ICON_SETS = [':material-', ':fontawesome-', ':octicons-', ':simple-'];
const MAX_LENGTH = 400;

/**
 * Removes icons, and attribute lists of Python-Markdown, kramdown and Goldmark. Attribute lists of headings are handled
 * by `headingIds`.
 */
export function createAttributeEdits(draft: ScannedText): TextEdit[] {
  const edits: TextEdit[] = [];
  const { lines } = draft;
  const { text } = lines;
  let line = 0;
  const visit = (at: number): number | undefined => {
    const attributeList = LIST.exec(text.slice(at, at + MAX_LENGTH))?.[0];
    if (attributeList === undefined) return undefined;
    line = findLine(lines, at, line);
    const end = getLineEnd(lines, line);
    const isAlone =
      findFirstText(text, getLineStart(lines, line), end) === at &&
      findFirstText(text, at + attributeList.length, end) >= end;
    if (isAlone || CHARS_BEFORE_LIST.has(text.charAt(at - 1)))
      edits.push({ start: at, end: at + attributeList.length, text: '' });
    return at + attributeList.length;
  };
  const isList = (at: number) => {
    const code = text.charCodeAt(at + 1);
    return code === 0x2e || code === 0x23 || code === 0x3a || code === 0x20 || (code >= 0x61 && code <= 0x7a);
  };
  visitOutsideCode(
    draft,
    '{',
    (block, at) => (getKind(draft.blocks, block) === HEADING ? undefined : visit(at)),
    isList,
  );
  for (const iconSet of ICON_SETS)
    if (text.includes(iconSet))
      visitOutsideCode(draft, iconSet, (_, at) => {
        const icon = ICON.exec(text.slice(at, at + MAX_LENGTH))?.[0];
        if (icon === undefined) return undefined;
        edits.push({ start: at, end: at + icon.length, text: '' });
        return at + icon.length;
      });
  return edits;
}
