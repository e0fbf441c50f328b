import { ApiError } from '@context-sync/core';
import { type ApplyResult, type FailedChange, StateError } from '@context-sync/sync';
import { GitError } from '../git/git.ts';
import { type Problem, UserError } from '../problem/problem.ts';
import { classifyFailures, needsManualCheck } from './failures.ts';

/** What a person can do about an error; undefined for a defect of ours. */
export function explain(error: unknown): readonly Problem[] | undefined {
  if (error instanceof UserError) return error.problems;
  if (error instanceof StateError) return [{ subject: 'state', problem: error.message, fix: error.hint }];
  if (error instanceof GitError) return [{ subject: 'git', problem: error.message, fix: error.hint }];
  if (error instanceof ApiError) return [explainApiError(error)];
  return undefined;
}

/**
 * What a person can do about one failed change; a failure without a change is the data source's.
 * @param result tells what the platform can do, and so whether the next run finds out what became of a change in doubt
 */
export function explainFailure(failure: FailedChange, result: ApplyResult): Problem {
  const { change, error } = failure;
  const isInDoubt = classifyFailures([failure], result).inDoubt.length > 0;
  if (isInDoubt && error instanceof ApiError) return explainInDoubt(failure, result);
  const [problem = { subject: 'item', problem: error.message, fix: 'report it as a defect of Context Sync' }] =
    explain(error) ?? [];
  const refused = error instanceof ApiError && (error.kind === 'not-found' || error.kind === 'invalid-request');
  if (change !== undefined || !refused) return problem;
  const fix =
    "check the installation id, that the platform's app may see this repository, and category and provider; or set connect: false";
  return { ...problem, subject: 'installation-id', fix };
}

/** A request whose outcome is unknown: neither the address nor the key is to blame, and sending it again could create a second item. */
function explainInDoubt(failure: FailedChange, result: ApplyResult): Problem {
  const { change, error } = failure;
  const [subject, what, done] = change ? ['item', 'it', 'created'] : ['data source', 'the repository', 'connected'];
  return {
    subject,
    problem: `${error.message}; ${what} may have been ${done}`,
    fix: needsManualCheck(change ? 'item' : 'data source', result)
      ? `look on the platform, then set on-in-doubt for one run: assume-created if it is there, resend if it is not`
      : 'run the job again: it finds out what became of the request',
  };
}

/** The input or setting behind a failed request, and the fix. */
function explainApiError(error: ApiError): Problem {
  const suffix = error.requestId === undefined ? '' : ` (request ${error.requestId})`;
  const problem = `${error.message}${suffix}`;
  switch (error.kind) {
    case 'unauthorized':
      return {
        subject: 'api-key',
        problem,
        fix: 'put a valid personal API key into the secret; it may have been revoked, or cut when it was pasted',
      };
    case 'forbidden':
      return { subject: 'api-key', problem, fix: 'use a key that may write: a read-only key can only plan' };
    case 'not-found':
      return {
        subject: 'project',
        problem,
        fix: `check the project's slug, and that the key's user is a member of the project${error.code === undefined ? '; if both are right, base-url is not the address of an API' : ''}`,
      };
    case 'redirected':
      return {
        subject: 'base-url',
        problem,
        fix: 'give the address that the redirect leads to; redirects are not followed, as they could carry the key elsewhere',
      };
    case 'html-response':
      return {
        subject: 'base-url',
        problem,
        fix: 'give the address of the API, for example https://api.example.com; a proxy that asks to sign in answers like this as well',
      };
    case 'invalid-request':
      return {
        subject: 'service',
        problem,
        fix: 'change what the service names, or report it if the request looks right',
      };
    case 'rate-limited':
      return { subject: 'service', problem, fix: 'run the job again later, or lower concurrency' };
    case 'network':
      if (hasBrokenOff(error)) {
        return {
          subject: 'service',
          problem,
          fix: 'run the job again; if it fails the same way, look at the platform and at proxies on the way',
        };
      }
      return { subject: 'base-url', problem, fix: 'check the address, and that the runner can reach it' };
    case 'aborted':
      return { subject: 'run', problem, fix: 'run the job again: it goes on where this one ended' };
    case 'server':
    case 'timeout':
      return { subject: 'service', problem, fix: 'run the job again later; it continues where this run stopped' };
  }
}

/** Codes of connections that ended after they were made: the address is right, or there would have been none. */
const BROKEN_OFF = new Set(['ECONNRESET', 'EPIPE', 'ECONNABORTED', 'UND_ERR_SOCKET']);

function hasBrokenOff(error: ApiError): boolean {
  let cause: unknown = error.cause;
  for (let depth = 0; cause instanceof Error && depth < 8; cause = cause.cause, depth += 1) {
    if ('code' in cause && typeof cause.code === 'string' && BROKEN_OFF.has(cause.code)) return true;
  }
  return false;
}
