import { describeProblem } from '@context-sync/engine/problem/problem';
import { explain } from '@context-sync/engine/report/explain-failure';
import { renderProblemSummary } from '@context-sync/engine/report/render/problem-summary';
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
