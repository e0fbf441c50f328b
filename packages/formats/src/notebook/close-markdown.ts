interface Fence {
  readonly indent: string;
  readonly mark: string;
}

/**
 * What has to stand behind the lines so that nothing in them goes on in what follows: the mark of a fence, or of an HTML comment, that is never
 * closed. Cells of a notebook are documents of their own.
 */
export function missingEnd(lines: readonly string[]): string | undefined {
  let fence: Fence | undefined;
  let isComment = false;
  for (const line of lines) {
    if (isComment) isComment = !line.includes('-->');
    else if (fence) {
      if (closes(line, fence)) fence = undefined;
    } else {
      const [, indent = '', mark = '', info = ''] = /^( {0,3})(`{3,}|~{3,})(.*)$/.exec(line.slice(0, 500)) ?? [];
      // Backticks after backticks would make it inline code.
      if (mark !== '' && !(mark.startsWith('`') && info.includes('`'))) fence = { indent, mark };
      else if (/^ {0,3}<!--/.test(line)) isComment = !line.includes('-->');
    }
  }
  if (isComment) return '-->';
  // The indent may be that of a list item, out of which the mark would begin another fence.
  return fence && fence.indent + fence.mark;
}

function closes(line: string, { indent, mark }: Fence): boolean {
  const text = line.trim();
  const isMark = text.length >= mark.length && text === (mark[0] ?? '').repeat(text.length);
  return isMark && line.indexOf(text) <= indent.length + 3;
}
