import type { Goal, Section, Table } from './report-section.ts';

/** Formats a section as Markdown. */
export function sectionMarkdown({ title, notes, tables, goals }: Section): string {
  return [`## ${title}`, ...notes, ...tables.map(tableMarkdown), goalsMarkdown(goals)]
    .filter((part) => part !== '')
    .join('\n\n');
}

function tableMarkdown({ caption, head, rows }: Table): string {
  const formatLine = (row: readonly string[]) => `| ${row.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  const rule = formatLine(head.map((_, column) => (column === 0 ? '---' : '--:')));
  return [`**${caption}**`, '', formatLine(head), rule, ...rows.map(formatLine)].join('\n');
}

function goalsMarkdown(goals: readonly Goal[]): string {
  if (goals.length === 0) return '';
  const rows = goals.map(({ goal, measured, met }) => [goal, measured, met ? 'yes' : '**no**']);
  return tableMarkdown({ caption: 'Goals', head: ['goal', 'measured', 'met'], rows });
}
