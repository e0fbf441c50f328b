import { label } from './admonition.ts';

const OPENING =
  /^([ \t]*)(?:(!!!|\?\?\?\+?)[ \t]+([\w-]+)(?:[ \t]+[\w -]*?)?(?:[ \t]*"(.*)")?|===[+!]?[ \t]+"(.*)")[ \t]*$/;
const FENCE = /^[ \t]*(`{3,}|~{3,})/;
const WIDTH = 4;

/**
 * Turns what Material for MkDocs indents, `!!! note "Title"` and `=== "Tab"`, into a bold line and text at the margin, where it would be
 * taken for code otherwise. There are as many lines as before.
 */
export function withoutIndented(text: string): string {
  if (!text.includes('!!! ') && !text.includes('???') && !text.includes('=== "')) return text;
  /** Columns that the contents of what is open are indented by. */
  const open: number[] = [];
  let fence = '';
  const lines = text.split('\n').map((line) => {
    const indent = line.length - line.trimStart().length;
    if (line.trim() === '') return line;
    while (open.length > 0 && indent < (open.at(-1) ?? 0)) open.pop();
    const kept = line.slice(open.length * WIDTH);
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
    open.push(space.length + WIDTH);
    return `${space.slice((open.length - 1) * WIDTH)}${tab === undefined ? (label(name, title) ?? `**${title ?? name}**`) : `**${tab}**`}`;
  });
  return lines.join('\n');
}
