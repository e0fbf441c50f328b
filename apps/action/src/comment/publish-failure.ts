import { getElementAt } from '@context-sync/base';
import { getStatus, isPermanentFailure } from '@context-sync/engine/github/github-errors';

/** An annotation about a comment that could not be written. */
export interface PublishFailure {
  readonly level: 'notice' | 'warning';
  readonly message: string;
}

/** Returns the annotation that explains why the comment could not be written. */
export function describePublishFailure(error: unknown): PublishFailure {
  const status = getStatus(error);
  const errorMessage = error instanceof Error ? getElementAt(error.message.split('\n'), 0) : String(error);
  if (isPermanentFailure(error) && (status === 401 || status === 403)) {
    return {
      level: 'notice',
      message: `The plan could not be posted as a comment because the token lacks the permission; see the job summary. Give the job "permissions: pull-requests: write", or set comment: never. Pull requests from forks and Dependabot never have the permission (${status}: ${errorMessage})`,
    };
  }
  const reasonText =
    status === 404
      ? 'the pull request does not exist, or the token cannot read it'
      : status === 422
        ? 'GitHub rejected the text'
        : 'GitHub rejected the comment';
  return {
    level: 'warning',
    message: `The plan could not be posted as a comment, see the job summary: ${reasonText} (${status === undefined ? errorMessage : `${status}: ${errorMessage}`})`,
  };
}
