import type { CaptureProblem } from './options.ts';

export type ReportProblem = (problem: CaptureProblem) => void;

/** Returns a function that reports each kind of problem once, to the callback and as one line on the console. */
export function createProblemReport(onError: ((problem: CaptureProblem) => void) | undefined): ReportProblem {
  const reportedMessages = new Set<string>();
  return (problem) => {
    if (reportedMessages.has(problem.code)) return;
    reportedMessages.add(problem.code);
    try {
      console.warn(`context-sync: ${problem.message}`);
      onError?.(problem);
    } catch {
      // An error of the callback must not affect the request during which the problem was found.
    }
  };
}
