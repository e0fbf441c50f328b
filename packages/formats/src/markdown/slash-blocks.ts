const OPENING_BLOCK = /^([ \t]*)(\/{3,})[ \t]+([\w-]+)(?:[ \t]*\|[ \t]*(.*?))?[ \t]*$/;
const CLOSING_BLOCK = /^([ \t]*)(\/{3,})[ \t]*$/;
/** Matches an option of a block, which is indented below the first line of the block. */
const OPTION_PATTERN = /^[ \t]{4,}[\w-]+:(?:[ \t]|$)/;
const FENCE_PATTERN = /^[ \t]*(`{3,}|~{3,})/;
/** Matches blocks that only add markup. In these blocks, the text after the bar is not a title. */
const MARKUP_PATTERN = /^(?:html|define|caption|figure-caption|table-caption)$/;
/** Matches notes about versions, whose title is only the number. */
const VERSION_NOTE = /^version-(added|changed|deprecated|removed)$/;

/**
 * Converts the blocks of PyMdown Extensions, `/// note | Title` … `///`, to equivalent containers between colons. Preserves the number of lines. See
 * https://facelessuser.github.io/pymdown-extensions/extensions/blocks/
 */
export function convertSlashBlocks(text: string): string {
  if (!text.includes('///') || !/^[ \t]*\/{3,}[ \t]+[\w-]+[ \t]*(?:\||$)/m.test(text)) return text;
  const lines = text.split('\n');
  const openTags: string[] = [];
  let fence = '';
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? '';
    const fenceMark = line.includes('`') || line.includes('~') ? FENCE_PATTERN.exec(line)?.[1] : undefined;
    if (fence !== '') {
      if (fenceMark?.startsWith(fence) && line.trim() === fenceMark) fence = '';
      continue;
    }
    if (fenceMark !== undefined) fence = fenceMark;
    else if (line.includes('///')) index = convertLine(lines, index, openTags);
  }
  return lines.join('\n');
}

/** Converts a line that opens or closes a block. Returns the last line that it consumed. */
function convertLine(lines: string[], index: number, open: string[]): number {
  const line = lines[index] ?? '';
  const [, space = '', slashes] = CLOSING_BLOCK.exec(line) ?? [];
  if (slashes !== undefined) {
    const offset = open.lastIndexOf(slashes);
    if (offset < 0) return index;
    open.length = offset;
    lines[index] = `${space}:::`;
    return index;
  }
  const [, indent = '', mark, name = '', title = ''] = OPENING_BLOCK.exec(line) ?? [];
  if (mark === undefined) return index;
  open.push(mark);
  const [, change] = VERSION_NOTE.exec(name) ?? [];
  const words = change === undefined ? '' : `${change.charAt(0).toUpperCase()}${change.slice(1)} in `;
  const visibleTitle = MARKUP_PATTERN.test(name) ? '' : words + title.replaceAll(/[*[\]]/g, '');
  lines[index] =
    `${indent}:::${MARKUP_PATTERN.test(name) ? 'container' : name}${visibleTitle === '' ? '' : `[${visibleTitle}]`}`;
  let lastLine = index;
  while (OPTION_PATTERN.test(lines[lastLine + 1] ?? '')) {
    lastLine += 1;
    lines[lastLine] = '';
  }
  return lastLine;
}
