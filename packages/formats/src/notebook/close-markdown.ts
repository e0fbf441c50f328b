interface OpenCellFence {
  readonly indent: string;
  readonly mark: string;
}

/**
 * Returns the line to add after a cell so that an unclosed fence or HTML comment does not continue in the next cell; undefined if the cell has no
 * unclosed fence or comment. Each cell of a notebook is a separate document.
 */
export function findMissingClosing(lines: readonly string[]): string | undefined {
  let fence: OpenCellFence | undefined;
  let isComment = false;
  for (const line of lines) {
    if (isComment) isComment = !line.includes('-->');
    else if (fence) {
      if (isClosingFence(line, fence)) fence = undefined;
    } else {
      const [, indent = '', mark = '', info = ''] = /^( {0,3})(`{3,}|~{3,})(.*)$/.exec(line.slice(0, 500)) ?? [];
      // A line with further backticks after the opening backticks is inline code, not a fence.
      if (mark !== '' && !(mark.startsWith('`') && info.includes('`'))) fence = { indent, mark };
      else if (/^ {0,3}<!--/.test(line)) isComment = !line.includes('-->');
    }
  }
  if (isComment) return '-->';
  // Keep the indent, because the fence may be in a list item, where an unindented mark would open another fence.
  return fence && fence.indent + fence.mark;
}

function isClosingFence(line: string, { indent, mark }: OpenCellFence): boolean {
  const text = line.trim();
  const isMark = text.length >= mark.length && text === mark.charAt(0).repeat(text.length);
  return isMark && line.indexOf(text) <= indent.length + 3;
}
