import { formatLabel } from './admonition-label.ts';

const OPENING_ADMONITION =
  /^([ \t]*)(?:(!!!|\?\?\?\+?)[ \t]+([\w-]+)(?:[ \t]+[\w -]*?)?(?:[ \t]*"(.*)")?|===[+!]?[ \t]+"(.*)")[ \t]*$/;
const FENCE_PATTERN = /^[ \t]*(`{3,}|~{3,})/;
const INDENT_WIDTH = 4;

/**
 * Converts the indented blocks of Material for MkDocs, `!!! note "Title"` and `=== "Tab"`, to a bold line and unindented text. Markdown would parse
 * the indented text as code. Preserves the number of lines.
 * @param containers list to which the lines of each block (end exclusive) are added
 */
export function convertIndentedAdmonitions(text: string, containers: [from: number, to: number][] = []): string {
  if (!text.includes('!!! ') && !text.includes('???') && !text.includes('=== "')) return text;
  /** Indents of the content of open blocks, in columns. */
  const openAdmonitions: number[] = [];
  /** First lines of open blocks. */
  const starts: number[] = [];
  let end = 0;
  let fence = '';
  const closeTo = (count: number) => {
    while (openAdmonitions.length > count) {
      openAdmonitions.pop();
      containers.push([starts.pop() ?? end, end]);
    }
  };
  const lines = text.split('\n').map((line, index) => {
    const indent = line.length - line.trimStart().length;
    if (line.trim() === '') return line;
    closeTo(openAdmonitions.findLastIndex((width) => indent >= width) + 1);
    end = index + 1;
    const bodyText = line.slice(openAdmonitions.length * INDENT_WIDTH);
    const fenceMark = FENCE_PATTERN.exec(bodyText)?.[1];
    if (fence !== '') {
      if (fenceMark?.startsWith(fence) && bodyText.trim() === fenceMark) fence = '';
      return bodyText;
    }
    if (fenceMark !== undefined) {
      fence = fenceMark;
      return bodyText;
    }
    const [, space = '', sign, name = '', title, tab] = OPENING_ADMONITION.exec(line) ?? [];
    if (sign === undefined && tab === undefined) return bodyText;
    openAdmonitions.push(space.length + INDENT_WIDTH);
    starts.push(index);
    return `${space.slice((openAdmonitions.length - 1) * INDENT_WIDTH)}${tab === undefined ? (formatLabel(name, title) ?? `**${title ?? name}**`) : `**${tab}**`}`;
  });
  closeTo(0);
  return lines.join('\n');
}
