import type { Problem } from '../../problem/problem.ts';
import { tableHead, tableRow } from '../text/markdown-table.ts';
import { markdownText } from '../text/markdown-text.ts';
import { inlineCode } from '../text/safe-text.ts';
import { inBytes, joinParts, MAX_SUMMARY_BYTES, rowsPart } from './report-part.ts';

/** Renders the job summary of a run that failed with an error. */
export function problemSummary(problems: readonly Problem[]): string {
  const rows = problems.map(({ subject, problem, fix }) =>
    tableRow([inlineCode(subject), markdownText(problem, 1_000), markdownText(fix, 1_000)]),
  );
  const tableHeader = tableHead(['Subject', 'Problem', 'Fix']);
  const part = rowsPart({
    before: '## Context Sync: failed',
    head: tableHeader,
    rows,
    measure: inBytes,
    elsewhere: 'see the log for all of them',
  });
  return joinParts([part], MAX_SUMMARY_BYTES, inBytes);
}
