import { isPermanentFailure, statusOf } from '../github/github-errors.ts';

/** Why there is no comment, as an annotation. */
export interface PublishFailure {
  readonly level: 'notice' | 'warning';
  readonly message: string;
}

/** A comment is an extra: what keeps it from being written is said once, and fails nothing. */
export function describePublishFailure(error: unknown): PublishFailure {
  const status = statusOf(error);
  const said = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
  if (isPermanentFailure(error) && (status === 401 || status === 403)) {
    return {
      level: 'notice',
      message: `The plan is not on the pull request as a comment, only in the job summary, because the token may not write one. Give the job "permissions: pull-requests: write", or set comment: never. A pull request from a fork or from Dependabot never has it (${status}: ${said})`,
    };
  }
  const why =
    status === 404
      ? 'GitHub does not know the pull request, or does not show it to this token'
      : status === 422
        ? 'GitHub refused the text'
        : 'GitHub did not take it';
  return {
    level: 'warning',
    message: `The plan is not on the pull request as a comment, only in the job summary: ${why} (${status === undefined ? said : `${status}: ${said}`})`,
  };
}
