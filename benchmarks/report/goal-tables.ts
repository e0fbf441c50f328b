/** Returns the tables of goals in a RESULTS.md, each under the title of its section. */
export function readGoalTables(results: string): string[] {
  return results.split(/^## /m).flatMap((section) => {
    const [, table] = /^\*\*Goals\*\*\n\n((?:\|.*\n?)+)/m.exec(section) ?? [];
    const [title = ''] = section.split('\n', 1);
    return table === undefined ? [] : [`**${title}**\n\n${table.trim()}`];
  });
}
