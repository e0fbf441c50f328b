import { describeProblem } from '../../problem/problem.ts';
import { explain } from '../explain-failure.ts';
import { renderProblemSummary } from '../render/problem-summary.ts';
import { failRun, printDebug, writeSummary } from './workflow-commands.ts';

/** Reports an error in the log and the job summary, and fails the job. */
export async function fail(error: unknown): Promise<void> {
  const problems = explain(error);
  if (problems) {
    await writeSummary(renderProblemSummary(problems));
    const lines = problems.map(describeProblem);
    if (lines.length === 1) failRun(...lines);
    else failRun(`Cannot sync: ${lines.length} problems`, ...lines.map((line) => `- ${line}`));
    return;
  }
  printDebug(error instanceof Error ? (error.stack ?? '') : '');
  const message = error instanceof Error ? error.message : String(error);
  failRun(
    `${message}. This is a bug in Context Sync. Please report it, with the log of a run with debug logging enabled`,
  );
}
