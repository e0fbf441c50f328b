import { truncate } from '@context-sync/base';
import type { GitRun } from '../git/run-git.ts';
import type { MoveFailure } from './move-ref.ts';
import { isRuleViolation } from './ref-rules.ts';

/**
 * The reason why a git command failed:
 * - `local`: the command failed before it contacted the remote
 * - `forbidden`: the remote rejected the credentials, or they lack a permission
 * - `not-found`: the repository does not exist or is not visible
 * - `redirected`: the URL redirects to another URL, to which credentials are not sent
 * - `unusable`: git and the remote are incompatible
 * - `rule`: a rule of the repository rejects the ref
 * - `refused`: the remote did not move the ref
 * - `unclear`: there is another reason, such as a broken connection; a retry may succeed
 */
export type GitFailureKind =
  | 'local'
  | 'forbidden'
  | 'not-found'
  | 'redirected'
  | 'unusable'
  | 'rule'
  | 'refused'
  | 'unclear';

/** An error of a git command. Its message contains no secrets. */
export class GitFailure extends Error {
  override readonly name = 'GitFailure';
  readonly kind: GitFailureKind;

  constructor(kind: GitFailureKind, message: string) {
    super(message);
    this.kind = kind;
  }
}

/** Patterns for messages of git, curl, ssh and common hosts in the C locale. The first pattern that matches determines the kind. */
const FAILURE_PATTERNS: readonly (readonly [GitFailureKind, RegExp])[] = [
  ['redirected', /unable to update url base from redirection|returned error: 30[1278]/i],
  [
    'forbidden',
    /returned error: 40[13]\b|authentication failed|could not read (?:username|password)|permission denied|access denied|not allowed to|permission to .+ denied|host key verification failed|write access to repository not granted/i,
  ],
  [
    'not-found',
    /does not appear to be a git repository|repository .*not found|returned error: 404|could not be found/i,
  ],
  ['unusable', /dubious ownership|mismatched algorithms|transport '.*' not allowed|unable to find remote helper/i],
];

/** The maximum length of a message from git in characters. */
const MAX_GIT_MESSAGE_CHARACTERS = 400;
const MAX_RULE_CHARACTERS = 2_000;

/**
 * Creates the error for a failed git command.
 * @param redact removes the secrets from a text
 * @param kind kind of the failure. Default: the kind that matches git's message
 */
export function createGitFailure(
  { code, output, errors }: GitRun,
  redact: (text: string) => string,
  kind?: GitFailureKind,
): GitFailure {
  if (kind === undefined && isRuleViolation(`${output}\n${errors}`)) {
    return new GitFailure('rule', truncate(redact(errors.trim()), MAX_RULE_CHARACTERS));
  }
  const refusalReason = /^!\t[^\t]*\t(.*)$/m.exec(output)?.[1];
  const words = errors
    .split('\n')
    .filter((line) => /^(?:fatal|error|remote|warning: redirecting)\b|denied|failed/i.test(line))
    .map((line) => line.trim());
  if (refusalReason !== undefined) words.unshift(refusalReason);
  const gitMessage = truncate(
    redact(words.join('; ') || errors.trim() || `exit code ${code}`),
    MAX_GIT_MESSAGE_CHARACTERS,
  );
  if (kind !== undefined) return new GitFailure(kind, gitMessage);
  const sign = FAILURE_PATTERNS.find(([, pattern]) => pattern.test(errors))?.[0];
  // Without a status from the remote, the push may have succeeded.
  const isRefused = refusalReason !== undefined && !refusalReason.startsWith('[remote failure]');
  if (isRefused && sign !== 'forbidden') return new GitFailure('refused', gitMessage);
  return new GitFailure(sign ?? 'unclear', gitMessage);
}

/** Returns whether a retry cannot succeed. */
export function isPermanentGitFailure(error: unknown): boolean {
  return !(error instanceof GitFailure) || error.kind !== 'unclear';
}

export function classifyPushFailure(error: unknown): MoveFailure {
  if (!isPermanentGitFailure(error)) return 'unclear';
  return error instanceof GitFailure && error.kind === 'refused' ? 'refused' : 'forbidden';
}
