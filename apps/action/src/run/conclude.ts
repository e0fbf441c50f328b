import * as core from '@actions/core';
import { ApiError } from '@context-sync/core';
import { explain, explainFailure } from '../report/explain.ts';
import { info } from '../report/log.ts';
import { count, countsInWords } from '../report/phrases.ts';
import { logLine } from '../report/safe-text.ts';
import { verifiedInWords } from '../report/verified.ts';
import { describeFault } from '../user-error.ts';
import type { Report } from './report.ts';

/** GitHub shows so many annotations of a kind for a step. */
const ANNOTATION_LIMIT = 10;
const STOPPED = 'Nothing more was sent:';

/** The last line of the log, and the exit code. */
export function conclude({ outcome, counts, result, project, verified }: Report): void {
  const stoppedBy = result?.stoppedBy;
  // What stopped the run is told once, however many requests met it.
  const failures = (result?.failures ?? []).filter(({ error }) => !stoppedBy || kindOf(error) !== kindOf(stoppedBy));
  for (const failure of failures.slice(0, ANNOTATION_LIMIT - 1)) {
    const { change } = failure;
    const item = change && 'item' in change ? change.item : undefined;
    const where = item && change ? { file: change.path, startLine: item.lines[0] } : {};
    core.error(logLine(describeFault(explainFailure(failure))), where);
  }
  if (failures.length >= ANNOTATION_LIMIT)
    core.error(`${count(failures.length, 'change')} failed; all are in the summary`);

  const compared = verifiedInWords(verified);
  if (compared) info(compared);
  const words = countsInWords(counts, result?.failures.length ?? 0);
  const last = {
    unchanged: `Nothing has changed: ${words}`,
    outdated: 'Nothing to do: a newer commit was synced already',
    planned: `Planned for ${project}: ${words}`,
    applied: `Synced to ${project}: ${words}`,
  };
  if (stoppedBy)
    core.setFailed(logLine(`${(explain(stoppedBy) ?? []).map(describeFault).join(' ')} ${STOPPED} ${words}.`));
  else if (result?.end === 'cancelled')
    core.setFailed(`Cancelled; the next run goes on where this one ended: ${words}`);
  else if (result?.end === 'out-of-time')
    core.setFailed(`Out of time; run the job again to go on, or raise max-minutes: ${words}`);
  else if (failures.length > 0)
    core.setFailed(`${count(failures.length, 'change')} failed; the next run tries again: ${words}`);
  else info(last[outcome]);
  if (counts.inDoubt > 0)
    core.warning(`${count(counts.inDoubt, 'item')} in doubt: look on the platform, then set on-in-doubt for one run`);
  if (result?.connected === 'in-doubt')
    core.warning('Whether the repository is connected is in doubt; see the summary');
}

function kindOf(error: Error): string {
  return error instanceof ApiError ? error.kind : error.name;
}
