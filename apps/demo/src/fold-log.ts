/**
 * Returns the lines of a log in the form in which GitHub initially shows them: groups are collapsed to their titles, and commands to the runner are
 * omitted.
 */
export function foldLog(log: string): string[] {
  const visibleLines: string[] = [];
  let group: { readonly title: string; lines: number } | undefined;
  for (const line of log.split('\n')) {
    if (line.startsWith('::group::')) group = { title: line.slice('::group::'.length), lines: 0 };
    else if (line.startsWith('::endgroup::')) {
      if (group) visibleLines.push(`▸ ${group.title} (${group.lines} ${group.lines === 1 ? 'line' : 'lines'})`);
      group = undefined;
    } else if (line === '' || line.startsWith('::')) continue;
    else if (group) group.lines += 1;
    else visibleLines.push(line);
  }
  return visibleLines;
}
