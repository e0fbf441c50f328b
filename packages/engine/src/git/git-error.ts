/** An error for a git command that failed or could not be started. `hint` describes the fix. */
export class GitError extends Error {
  override readonly name = 'GitError';
  readonly hint: string;

  constructor(message: string, hint = 'add a step with actions/checkout before this one') {
    super(message);
    this.hint = hint;
  }
}

/** Returns the error for a blob that git cannot read. In a clone with a filter, git fetches blobs only when they are read, which needs credentials. */
export function createReadError(id: string, path: string | undefined, reason: string): GitError {
  const name = path === undefined ? `the object ${id}` : `${path} (object ${id})`;
  const message = `git could not read ${name}: ${reason.replace(`${id} `, '')}`;
  if (!/missing|promisor/.test(reason)) return new GitError(message);
  return new GitError(
    message,
    'remove "filter" from the step with actions/checkout, or set "persist-credentials: true" there, because a clone with a filter lacks the content of files',
  );
}
