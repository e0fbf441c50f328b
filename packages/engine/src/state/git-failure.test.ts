import { describe, expect, it } from 'vitest';
import { classifyPushFailure, createGitFailure, type GitFailureKind, isPermanentGitFailure } from './git-failure.ts';

const identity = (text: string) => text;
const createFailure = (errors: string, output = '') => createGitFailure({ code: 128, output, errors }, identity);

describe('error messages of git', () => {
  it.each<[string, GitFailureKind]>([
    ["fatal: could not read Username for 'https://example.com': terminal prompts disabled", 'forbidden'],
    ["fatal: Authentication failed for 'https://example.com/state.git/'", 'forbidden'],
    [
      "remote: Permission to o/r.git denied to github-actions[bot].\nfatal: unable to access 'https://github.com/o/r/': The requested URL returned error: 403",
      'forbidden',
    ],
    [
      'remote: You are not allowed to push code to this project.\nfatal: unable to access: The requested URL returned error: 403',
      'forbidden',
    ],
    ['git@example.com: Permission denied (publickey).\nfatal: Could not read from remote repository.', 'forbidden'],
    ['Host key verification failed.\nfatal: Could not read from remote repository.', 'forbidden'],
    ["remote: Repository not found.\nfatal: repository 'https://github.com/o/r/' not found", 'not-found'],
    [
      "remote: The project you were looking for could not be found or you don't have permission to view it.",
      'not-found',
    ],
    ["fatal: '/srv/state.git' does not appear to be a git repository", 'not-found'],
    [
      'fatal: unable to update url base from redirection:\n  asked for: https://a/info/refs\n   redirect: https://b/',
      'redirected',
    ],
    ["fatal: detected dubious ownership in repository at '/srv/state.git'", 'unusable'],
    ['fatal: mismatched algorithms: client sha1; server sha256', 'unusable'],
    ["fatal: unable to access 'https://example.com/': Could not resolve host: example.com", 'unclear'],
    ["fatal: unable to access 'https://example.com/': The requested URL returned error: 503", 'unclear'],
    ["fatal: unable to access 'https://example.com/': The requested URL returned error: 429", 'unclear'],
    ['error: RPC failed; curl 52 Empty reply from server\nfatal: expected flush after ref listing', 'unclear'],
    [
      'ssh: connect to host example.com port 22: Connection timed out\nfatal: Could not read from remote repository.',
      'unclear',
    ],
    [
      'remote: error: GH013: Repository rule violations found for refs/heads/state.\nerror: failed to push some refs',
      'rule',
    ],
    ['remote: error: GH006: Protected branch update failed for refs/heads/state.', 'rule'],
    ['', 'unclear'],
  ])('the git error message %j is classified as %s', (errors, kind) => {
    const failure = createFailure(errors);
    expect(failure.kind).toBe(kind);
    expect(failure.message).not.toBe('');
    expect(isPermanentGitFailure(failure)).toBe(kind !== 'unclear');
  });

  it.each([
    ['[rejected] (stale info)', '', 'refused'],
    ['[remote rejected] (cannot lock ref)', '', 'refused'],
    ['[remote rejected] (push declined due to repository rule violations)', '', 'forbidden'],
    ['[remote rejected] (pre-receive hook declined)', 'remote: no such refs here', 'refused'],
    ['[remote rejected] (pre-receive hook declined)', 'remote: You are not allowed to push code', 'forbidden'],
    ['[remote failure] (remote failed to report status)', 'error: failed to push some refs', 'unclear'],
  ])('a push with the status %s and the error message %j is classified as %s', (report, errors, failure) => {
    const output = `To https://example.com/state.git\n!\t0123:refs/context-sync/x\t${report}\nDone\n`;
    expect(classifyPushFailure(createFailure(errors, output))).toBe(failure);
  });

  it('error messages of git are truncated and their secrets are masked', () => {
    const failure = createGitFailure({ code: 1, output: '', errors: `fatal: secret ${'x'.repeat(10_000)}` }, (text) =>
      text.replaceAll('secret', '***'),
    );
    expect(failure.message.length).toBeLessThan(500);
    expect(failure.message).toContain('***');
  });
});
