import { describe, expect, it } from 'vitest';
import { createRuleError, isRuleViolation } from './ref-rules.ts';

const PUSHED = `remote: error: GH013: Repository rule violations found for refs/heads/state.
remote: Review all repository rules at https://github.com/o/r/rules?ref=refs%2Fheads%2Fstate
remote:
remote: - Changes must be made through a pull request.
remote:
remote: - Commits must have verified signatures.
remote:
To https://github.com/o/r.git
error: failed to push some refs to 'https://github.com/o/r.git'`;
const REQUESTED =
  'Repository rule violations found\n\nCannot create ref due to creations being restricted.\n\n - https://docs.github.com/rest/git/refs#create-a-reference';

describe('a violation of a repository rule', () => {
  it.each([
    PUSHED,
    REQUESTED,
    'remote: error: GH006: Protected branch update failed',
    'Cannot update this protected ref.',
  ])('isRuleViolation recognizes the GitHub message %j', (text) => {
    expect(isRuleViolation(text)).toBe(true);
  });

  it.each([
    'Update is not a fast forward',
    'Reference already exists',
    'Resource not accessible by integration',
    'remote: GitLab: You are not allowed to push code to protected branches on this project.',
  ])('isRuleViolation does not match the message %j', (text) => {
    expect(isRuleViolation(text)).toBe(false);
  });

  it.each([
    [PUSHED, 'Changes must be made through a pull request. Commits must have verified signatures.'],
    [REQUESTED, 'Cannot create ref due to creations being restricted.'],
  ])('createRuleError quotes only the rules of the message %j', (text, rules) => {
    expect(createRuleError('refs/x/y', 'refs/x/y', text, undefined).message).toBe(
      `a rule of the repository rejects the state in refs/x/y: ${rules}`,
    );
  });

  it.each([
    ['refs/context-sync/octo-api', 'the ref pattern "refs/context-sync/**/*"'],
    ['refs/states/api', 'the ref pattern "refs/states/**/*"'],
    ['refs/heads/context-sync-state', 'the branch pattern "context-sync-state"'],
  ])('the fix for a rejected ref %s is to exclude %s from the ruleset', (ref, pattern) => {
    const { code, hint } = createRuleError(ref, ref, REQUESTED, undefined);
    expect(code).toBe('rule');
    expect(hint).toContain(`exclude ${pattern} from the ruleset`);
  });
});
