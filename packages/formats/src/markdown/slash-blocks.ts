const OPENING = /^([ \t]*)(\/{3,})[ \t]+([\w-]+)(?:[ \t]*\|[ \t]*(.*?))?[ \t]*$/;
const CLOSING = /^([ \t]*)(\/{3,})[ \t]*$/;
/** Options of a block are indented below its first line. */
const OPTION = /^[ \t]{4,}[\w-]+:(?:[ \t]|$)/;
const FENCE = /^[ \t]*(`{3,}|~{3,})/;
/** Blocks that only add markup. The text after the bar is not a title in these blocks. */
const MARKUP = /^(?:html|define|caption|figure-caption|table-caption)$/;

/**
 * Converts the blocks of PyMdown Extensions, `/// note | Title` … `///`, to equivalent containers between colons. Preserves the
 * number of lines. See https://facelessuser.github.io/pymdown-extensions/extensions/blocks/
 */
export function withoutSlashBlocks(text: string): string {
  if (!text.includes('///') || !/^[ \t]*\/{3,}[ \t]+[\w-]+[ \t]*(?:\||$)/m.test(text)) return text;
  const lines = text.split('\n');
  const open: string[] = [];
  let fence = '';
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? '';
    const mark = line.includes('`') || line.includes('~') ? FENCE.exec(line)?.[1] : undefined;
    if (fence !== '') {
      if (mark?.startsWith(fence) && line.trim() === mark) fence = '';
      continue;
    }
    if (mark !== undefined) fence = mark;
    else if (line.includes('///')) index = convertLine(lines, index, open);
  }
  return lines.join('\n');
}

/** Converts a line that opens or closes a block. Returns the last line that it consumed. */
function convertLine(lines: string[], index: number, open: string[]): number {
  const line = lines[index] ?? '';
  const [, space = '', slashes] = CLOSING.exec(line) ?? [];
  if (slashes !== undefined) {
    const at = open.lastIndexOf(slashes);
    if (at < 0) return index;
    open.length = at;
    lines[index] = `${space}:::`;
    return index;
  }
  const [, indent = '', mark, name = '', title = ''] = OPENING.exec(line) ?? [];
  if (mark === undefined) return index;
  open.push(mark);
  const shown = MARKUP.test(name) ? '' : title.replaceAll(/[*[\]]/g, '');
  lines[index] = `${indent}:::${MARKUP.test(name) ? 'container' : name}${shown === '' ? '' : `[${shown}]`}`;
  let last = index;
  while (OPTION.test(lines[last + 1] ?? '')) {
    last += 1;
    lines[last] = '';
  }
  return last;
}
