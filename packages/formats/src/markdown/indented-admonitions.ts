import { lastOf } from '@context-sync/base';
import { label } from './admonition.ts';

const OPENING =
  /^([ \t]*)(?:(!!!|\?\?\?\+?)[ \t]+([\w-]+)(?:[ \t]+[\w -]*?)?(?:[ \t]*"(.*)")?|===[+!]?[ \t]+"(.*)")[ \t]*$/;
const FENCE = /^[ \t]*(`{3,}|~{3,})/;
const INDENT_WIDTH = 4;

/**
 * Converts the indented blocks of Material for MkDocs, `!!! note "Title"` and `=== "Tab"`, to a bold line and unindented text. Markdown would
 * parse the indented text as code. Preserves the number of lines.
 */
export function withoutIndented(text: string): string {
  if (!text.includes('!!! ') && !text.includes('???') && !text.includes('=== "')) return text;
  /** Indents of the content of open blocks, in columns. */
  const open: number[] = [];
  let fence = '';
  const lines = text.split('\n').map((line) => {
    const indent = line.length - line.trimStart().length;
    if (line.trim() === '') return line;
    while (open.length > 0 && indent < lastOf(open)) open.pop();
    const kept = line.slice(open.length * INDENT_WIDTH);
    const mark = FENCE.exec(kept)?.[1];
    if (fence !== '') {
      if (mark?.startsWith(fence) && kept.trim() === mark) fence = '';
      return kept;
    }
    if (mark !== undefined) {
      fence = mark;
      return kept;
    }
    const [, space = '', sign, name = '', title, tab] = OPENING.exec(line) ?? [];
    if (sign === undefined && tab === undefined) return kept;
    open.push(space.length + INDENT_WIDTH);
    return `${space.slice((open.length - 1) * INDENT_WIDTH)}${tab === undefined ? (label(name, title) ?? `**${title ?? name}**`) : `**${tab}**`}`;
  });
  return lines.join('\n');
}
