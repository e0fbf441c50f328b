import type { Goal, Section, Table } from './report-section.ts';

/** Formats a section as plain text with aligned columns, for a terminal. */
export function formatSectionText({ title, notes, tables, goals }: Section): string {
  return `${[`── ${title}`, ...notes, ...tables.map(formatTableText), formatGoalsText(goals)].filter((part) => part !== '').join('\n\n')}\n`;
}

function formatTableText({ caption, head, rows }: Table): string {
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => (row[column] ?? '').length)));
  const formatLine = (row: readonly string[]) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  ')
      .trimEnd();
  return [caption, formatLine(head), ...rows.map(formatLine)].join('\n');
}

function formatGoalsText(goals: readonly Goal[]): string {
  return goals.map(({ goal, measured, met }) => `${met ? '✓' : '✗'} ${goal}: ${measured}`).join('\n');
}

/** Returns a sentence with the number of goals that are met. */
export function describeVerdict(sections: readonly Section[]): string {
  const goals = sections.flatMap((section) => section.goals);
  const missedCount = goals.filter(({ met }) => !met).length;
  return `${goals.length - missedCount} of the ${goals.length} goals are met${missedCount === 0 ? '.' : `, ${missedCount} are not.`}`;
}
