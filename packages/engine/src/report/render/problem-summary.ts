import type { Problem } from '../../problem/problem.ts';
import { formatTableHead, formatTableRow } from '../text/markdown-table.ts';
import { formatMarkdownText } from '../text/markdown-text.ts';
import { formatInlineCode } from '../text/safe-text.ts';
import { countBytes, createRowsPart, joinParts, MAX_SUMMARY_BYTES } from './report-part.ts';

/** Renders the job summary of a run that stopped with an error. */
export function renderProblemSummary(problems: readonly Problem[]): string {
  const rows = problems.map(({ subject, problem, fix }) =>
    formatTableRow([formatInlineCode(subject), formatMarkdownText(problem, 1_000), formatMarkdownText(fix, 1_000)]),
  );
  const tableHeader = formatTableHead(['Subject', 'Problem', 'Fix']);
  const part = createRowsPart({
    before: '## Context Sync: failed',
    head: tableHeader,
    rows,
    measure: countBytes,
    elsewhere: 'see the log for all of them',
  });
  return joinParts([part], MAX_SUMMARY_BYTES, countBytes);
}
