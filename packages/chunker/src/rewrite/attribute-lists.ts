import { findFirstText, findLine, formatLabel, getLineEnd, getLineStart, type Lines } from '@context-sync/formats';
import { CONTAINER_MARKS } from '../scan/line-patterns.ts';
import { getKind, HEADING, TABLE } from '../scan/scanned-blocks.ts';
import { type ScannedText, type TextEdit, visitOutsideCode } from './text-edits.ts';

/** Matches an attribute list after a link, an image or emphasis: `[a](b){ .md-button target="_blank" }`. */
const LIST_PATTERN =
  /^\{:?[ \t]*(?:[.#][\w:.+-]+|[\w:-]+=(?:"[^"{}\n]*"|'[^'{}\n]*'))(?:[ \t]+[^{}\n]{0,300})?[ \t]*\}/;
/** Characters that can precede an attribute list. */
const CHARS_BEFORE_LIST = new Set([')', ']', '*', '_', '`', ':', '"', '>']);
/** Matches icons of Material for MkDocs, which are meaningless as text. */
const ICON_PATTERN = /^:(?:material|fontawesome|octicons|simple)-[a-z\d-]{1,80}:[ \t]?/;
const ICON_SETS = [':material-', ':fontawesome-', ':octicons-', ':simple-'];
const MAX_LENGTH = 400;
/** Matches a block attribute list of kramdown with one class, such as `{: .warning }`. */
const CLASS_LIST = /^\{:[ \t]*\.([a-z][\w-]*)[ \t]*\}$/i;
const CONTAINER_PREFIX = new RegExp(`^${CONTAINER_MARKS}`);

/** Removes icons, and attribute lists of Python-Markdown, kramdown and Goldmark. Attribute lists of headings are handled by `findHeadingIds`. */
export function createAttributeEdits(draft: ScannedText): TextEdit[] {
  const edits: TextEdit[] = [];
  const { lines } = draft;
  const { text } = lines;
  let line = 0;
  const visit = (offset: number): number | undefined => {
    const attributeList = LIST_PATTERN.exec(text.slice(offset, offset + MAX_LENGTH))?.[0];
    if (attributeList === undefined) return undefined;
    line = findLine(lines, offset, line);
    const end = getLineEnd(lines, line);
    const start = getLineStart(lines, line);
    const isAlone =
      start + (CONTAINER_PREFIX.exec(text.slice(start, end))?.[0].length ?? 0) === offset &&
      findFirstText(text, offset + attributeList.length, end) >= end;
    const isMarked = CHARS_BEFORE_LIST.has(text.charAt(offset - 1));
    if (isAlone || isMarked) {
      // A list above a block, not below it, names the kind of a callout.
      const isAbove = isAlone && hasText(lines, line + 1) && !hasText(lines, line - 1);
      const label = isAbove ? formatLabel(CLASS_LIST.exec(attributeList)?.[1] ?? '') : undefined;
      edits.push({ start: offset, end: offset + attributeList.length, text: label ?? '' });
    }
    return offset + attributeList.length;
  };
  const isList = (offset: number) => {
    const code = text.charCodeAt(offset + 1);
    return code === 0x2e || code === 0x23 || code === 0x3a || code === 0x20 || (code >= 0x61 && code <= 0x7a);
  };
  visitOutsideCode(
    draft,
    '{',
    (block, offset) => (getKind(draft.blocks, block) === HEADING ? undefined : visit(offset)),
    isList,
  );
  for (const iconSet of ICON_SETS)
    if (text.includes(iconSet))
      visitOutsideCode(draft, iconSet, (block, offset) => {
        const icon = ICON_PATTERN.exec(text.slice(offset, offset + MAX_LENGTH))?.[0];
        if (icon === undefined) return undefined;
        const end = offset + icon.length;
        // In a table cell without other text, the icon is kept, because it is the content of the cell.
        const isCell =
          getKind(draft.blocks, block) === TABLE &&
          /\|\s*$/.test(text.slice(offset - 20, offset)) &&
          /^(?:\{[^{}\n]*\})?\s*\|/.test(text.slice(end, end + 100));
        const name = isCell ? icon.slice(iconSet.length).replace(':', '').replaceAll('-', ' ') : '';
        edits.push({ start: offset, end, text: name });
        return offset + icon.length;
      });
  return edits;
}

/** Returns whether a line contains text other than the marks of lists and quotes. */
function hasText(lines: Lines, line: number): boolean {
  if (line < 0 || line >= lines.count) return false;
  return (
    lines.text.slice(getLineStart(lines, line), getLineEnd(lines, line)).replace(CONTAINER_PREFIX, '').trim() !== ''
  );
}
