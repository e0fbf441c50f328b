/** The lines of a log as GitHub shows them at first: groups folded to their titles, commands to the runner left out. */
export function folded(log: string): string[] {
  const shown: string[] = [];
  let group: { readonly title: string; lines: number } | undefined;
  for (const line of log.split('\n')) {
    if (line.startsWith('::group::')) group = { title: line.slice('::group::'.length), lines: 0 };
    else if (line.startsWith('::endgroup::')) {
      if (group) shown.push(`▸ ${group.title} (${group.lines} ${group.lines === 1 ? 'line' : 'lines'})`);
      group = undefined;
    } else if (line === '' || line.startsWith('::')) continue;
    else if (group) group.lines += 1;
    else shown.push(line);
  }
  return shown;
}
