import { createRedaction } from '@context-sync/redaction';
import type { CaptureProblem } from './options.ts';

export interface ReportProblem {
  (problem: CaptureProblem): void;
  /**
   * Called when the service has accepted logs: problems with the service no longer exist, and are reported again if they recur.
   * @param isQueueEmpty whether no logs wait, so that no more logs are dropped either
   */
  onAccepted(isQueueEmpty: boolean): void;
}

/** Problems that no longer exist when the service accepts logs. */
const SERVICE_PROBLEMS = ['wrong-key', 'not-allowed', 'wrong-url-or-project', 'unreachable'] as const;

const MAX_CAUSE_LENGTH = 300;

/**
 * Returns a function that reports each kind of problem once, to the callback and as one line on the console. After a problem with the service, one
 * more line reports that the service accepts logs again. Never throws.
 */
export function createProblemReport(onError: ((problem: CaptureProblem) => unknown) | undefined): ReportProblem {
  const reportedProblems = new Set<string>();
  const report = (problem: CaptureProblem) => {
    const key = `${problem.code} ${problem.option ?? ''}`;
    if (reportedProblems.has(key)) return;
    reportedProblems.add(key);
    runSafely(() => console.warn(`context-sync: ${problem.message}${formatCause(problem)}`));
    runSafely(() => onError?.(problem));
  };
  const onAccepted = (isQueueEmpty: boolean) => {
    // A service that is too slow accepts logs while others are dropped, and this problem must not be reported again for each batch.
    if (isQueueEmpty) reportedProblems.delete('logs-dropped ');
    const endedProblems = SERVICE_PROBLEMS.filter((code) => reportedProblems.delete(`${code} `));
    if (endedProblems.length > 0) runSafely(() => console.warn('context-sync: The service accepts logs again.'));
  };
  return Object.assign(report, { onAccepted });
}

/** Returns the error that an option's function threw, which shows what to fix in the application. Other causes are passed only to the callback. */
function formatCause({ code, cause }: CaptureProblem): string {
  if (code !== 'callback-failed') return '';
  if (!(cause instanceof Error)) return ' It threw a value that is not an error.';
  const text = createRedaction().text(`${cause.name}: ${cause.message}`).slice(0, MAX_CAUSE_LENGTH);
  return ` ${text.replaceAll(/\s+/g, ' ')}`;
}

/** Runs an action whose errors must not affect the request during which a problem was found, and would otherwise end the process. */
function runSafely(action: () => unknown): void {
  try {
    Promise.resolve(action()).catch(() => undefined);
  } catch {
    // The error of the callback cannot be reported, because it is the function for reporting that failed.
  }
}
