import type { ReportProblem } from '../report-problem.ts';
import type { PostOutcome } from './post-batch.ts';

/** Reports a problem with the delivery to the operator, with the fix. */
export function reportOutcome(outcome: PostOutcome, report: ReportProblem): void {
  if (outcome.kind === 'refused') reportRefusal(outcome.status, report);
  if (outcome.kind === 'retry') {
    const message =
      'The service does not accept logs at the moment. Check "url". Logs are kept up to 8 MiB and sent later.';
    report({ code: 'unreachable', message, cause: outcome.cause });
  }
  if (outcome.kind === 'too-large') {
    report({ code: 'logs-rejected', message: 'The service rejected a log as too large (413).', status: 413 });
  }
  if (outcome.kind === 'rejected') {
    const { status } = outcome;
    const message = `The service rejected logs (${status}); the other logs of the batch are sent.`;
    report({ code: 'logs-rejected', message, status });
  }
}

function reportRefusal(status: number, report: ReportProblem): void {
  if (status === 401) {
    report({
      code: 'wrong-key',
      message: 'The service rejected "key" (401). Create a capture key and set it.',
      status,
    });
  } else if (status === 403) {
    report({ code: 'not-allowed', message: '"key" may not send logs (403). Use a capture key or a full key.', status });
  } else {
    const responseProblem =
      status === 200 ? 'the response with status 200 is not from the service' : `status ${status}`;
    const message = `The server at "url" accepts no logs for this "project" (${responseProblem}). Check both, and that "key" reaches the project.`;
    report({ code: 'wrong-url-or-project', message, status });
  }
}
