import type { FailureCause } from '../inputs/fail-on.ts';
import type { Report } from './report-model.ts';
import { formatNumber, pluralize } from './report-wording.ts';

/** Returns the number of findings that can fail the run. Notices are not warnings. */
export function countFindings({ warnings, counts, result, massChange }: Report, cause: FailureCause): number {
  switch (cause) {
    case 'broken-links':
      return warnings.filter(({ kind }) => kind === 'link' || kind === 'image').length;
    case 'warnings':
      return warnings.filter(({ kind }) => kind !== 'split').length;
    case 'in-doubt':
      return counts.inDoubt + (result?.connected === 'in-doubt' ? 1 : 0);
    case 'mass-change':
      return massChange?.losing ?? 0;
  }
}

/** Describes the findings because of which the input `fail-on` fails the run. Returns undefined if there are none. */
export function describeFailOn(report: Report, causes: ReadonlySet<FailureCause>): string | undefined {
  const texts = [...causes].flatMap((cause) => {
    const count = countFindings(report, cause);
    return count === 0 ? [] : [describeFindings(cause, count, report)];
  });
  return texts.length === 0 ? undefined : `fail-on: ${texts.join(', ')}`;
}

function describeFindings(cause: FailureCause, count: number, { massChange }: Report): string {
  switch (cause) {
    case 'broken-links':
      return pluralize(count, 'broken link');
    case 'warnings':
      return pluralize(count, 'warning');
    case 'in-doubt':
      return `${formatNumber(count)} in doubt`;
    case 'mass-change':
      return `${formatNumber(count)} of ${pluralize(massChange?.of ?? 0, 'item')} would be deleted, superseded or orphaned`;
  }
}
