import { ApiError } from '@context-sync/core';
import { type ApplyResult, type FailedChange, StateError } from '@context-sync/sync';
import { GitError } from '../git/git-error.ts';
import { type Problem, UserError } from '../problem/problem.ts';
import { describeRecovery } from '../problem/recovery.ts';
import { classifyFailures, needsManualCheck } from './failures.ts';

/** Converts an error to problems that the user can fix. Returns undefined for a bug. */
export function explain(error: unknown): readonly Problem[] | undefined {
  if (error instanceof UserError) return error.problems;
  if (error instanceof StateError) return [{ subject: 'state', problem: error.message, fix: error.hint }];
  if (error instanceof GitError) return [{ subject: 'git', problem: error.message, fix: error.hint }];
  if (error instanceof ApiError) return [explainApiError(error)];
  return undefined;
}

/**
 * Explains one failed change. A failure without a change concerns the connection of the data source.
 * @param result result of the run, which shows whether the next run can determine the outcome of a change in doubt
 */
export function explainFailure(failure: FailedChange, result: ApplyResult): Problem {
  const { change, error } = failure;
  const isInDoubt = classifyFailures([failure], result).inDoubt.length > 0;
  if (isInDoubt && error instanceof ApiError) return explainInDoubt(failure, result);
  const [problem = { subject: 'item', problem: error.message, fix: 'report it as a bug in Context Sync' }] =
    explain(error) ?? [];
  const isRejection = error instanceof ApiError && (error.kind === 'not-found' || error.kind === 'invalid-request');
  if (change !== undefined || !isRejection) return problem;
  const fix =
    "check installation-id, category and provider, and that the platform's app can access this repository; or set connect: false";
  return { ...problem, subject: 'installation-id', fix };
}

/** Explains a request whose outcome is unknown. A repeated request could create a second item. */
function explainInDoubt(failure: FailedChange, result: ApplyResult): Problem {
  const { change, error } = failure;
  const [subject, what, done] = change ? ['item', 'it', 'created'] : ['data source', 'the repository', 'connected'];
  const check = change
    ? 'assume-created if it exists there, resend if it does not'
    : 'assume-created: data-source if the repository is connected there, resend: data-source if it is not';
  return {
    subject,
    problem: `${error.message}; ${what} may have been ${done}`,
    fix: needsManualCheck(change ? 'item' : 'data source', result)
      ? `check the platform, then set on-in-doubt ${describeRecovery()}: ${check}`
      : 'run the job again; it determines the outcome of the request',
  };
}

/** Returns the input or setting that caused an API error, and the fix. */
function explainApiError(error: ApiError): Problem {
  const suffix = error.requestId === undefined ? '' : ` (request ${error.requestId})`;
  const problem = `${error.message}${suffix}`;
  switch (error.kind) {
    case 'unauthorized':
      return {
        subject: 'api-key',
        problem,
        fix: 'store a valid personal API key in the secret; the current one may have been revoked or pasted incompletely',
      };
    case 'forbidden':
      return { subject: 'api-key', problem, fix: 'use a key with write access; a read-only key can only plan' };
    case 'not-found':
      return {
        subject: 'project',
        problem,
        fix: `check the project's slug, and that the key's user is a member of the project${error.code === undefined ? '; if both are correct, check base-url' : ''}`,
      };
    case 'redirected':
      return {
        subject: 'base-url',
        problem,
        fix: 'use the target of the redirect; redirects are not followed because they could send the key to another server',
      };
    case 'html-response':
      return {
        subject: 'base-url',
        problem,
        fix: 'use the URL of the API, for example https://api.example.com; a login proxy can also return HTML',
      };
    case 'invalid-request':
      return {
        subject: 'service',
        problem,
        fix: 'fix the value that the platform names; if the request looks correct, report it as a bug in Context Sync',
      };
    case 'rate-limited':
      return {
        subject: 'service',
        problem,
        fix: 'run the job again after that time, or lower concurrency in the configuration file',
      };
    case 'network':
      if (isBrokenConnection(error)) {
        return {
          subject: 'service',
          problem,
          fix: 'run the job again; if it fails again, check the platform and any proxies in between',
        };
      }
      return { subject: 'base-url', problem, fix: 'check the URL, and that the runner can reach it' };
    case 'aborted':
      return { subject: 'run', problem, fix: 'run the job again; it continues where this run stopped' };
    case 'server':
    case 'timeout':
      return { subject: 'service', problem, fix: 'run the job again later; it continues where this run stopped' };
  }
}

/** Error codes of connections that broke after they were established, which means that the URL is correct. */
const BROKEN_CONNECTION_CODES = new Set(['ECONNRESET', 'EPIPE', 'ECONNABORTED', 'UND_ERR_SOCKET']);

function isBrokenConnection(error: ApiError): boolean {
  let cause: unknown = error.cause;
  for (let depth = 0; cause instanceof Error && depth < 8; cause = cause.cause, depth += 1) {
    if ('code' in cause && typeof cause.code === 'string' && BROKEN_CONNECTION_CODES.has(cause.code)) return true;
  }
  return false;
}
