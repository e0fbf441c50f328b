import type { Goal, Section, Table } from './report-section.ts';

/** Formats a section as Markdown. */
export function formatSectionMarkdown({ title, notes, tables, goals }: Section): string {
  return [`## ${title}`, ...notes, ...tables.map(formatTableMarkdown), formatGoalsMarkdown(goals)]
    .filter((part) => part !== '')
    .join('\n\n');
}

function formatTableMarkdown({ caption, head, rows }: Table): string {
  const formatLine = (row: readonly string[]) => `| ${row.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  const rule = formatLine(head.map((_, column) => (column === 0 ? '---' : '--:')));
  return [`**${caption}**`, '', formatLine(head), rule, ...rows.map(formatLine)].join('\n');
}

function formatGoalsMarkdown(goals: readonly Goal[]): string {
  if (goals.length === 0) return '';
  const rows = goals.map(({ goal, measured, met }) => [goal, measured, met ? 'yes' : '**no**']);
  return formatTableMarkdown({ caption: 'Goals', head: ['goal', 'measured', 'met'], rows });
}
