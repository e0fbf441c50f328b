import type { Fault } from '../../problem/problem.ts';
import { prose } from '../text/markdown-text.ts';
import { code } from '../text/safe-text.ts';
import { tableHead, tableRow } from '../text/table.ts';
import { inBytes, joined, rowsPart, SUMMARY_LIMIT } from './part.ts';

/** The job summary of a run that could not start, or broke. */
export function faultSummary(faults: readonly Fault[]): string {
  const rows = faults.map(({ subject, problem, fix }) =>
    tableRow([code(subject), prose(problem, 1_000), prose(fix, 1_000)]),
  );
  const head = tableHead(['What', 'Problem', 'Fix']);
  const part = rowsPart({
    before: '## Context Sync: could not go on',
    head,
    rows,
    measure: inBytes,
    elsewhere: 'all of them are in the log',
  });
  return joined([part], SUMMARY_LIMIT, inBytes);
}
