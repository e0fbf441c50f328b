import { Cleanup, GitRepository, startFaultProxy, startGitHub } from '@context-sync/testkit';
import { describe, expect, it } from 'vitest';
import { readContext } from '../event/event-context.ts';
import { findBranchProblem, findSimilarNames } from './find-branch.ts';
import { createOctokit } from './octokit.ts';

describe('findSimilarNames', () => {
  const names = ['main', 'next', 'develop', 'release/1.0', 'release/1.1', 'release/2.0', 'release/2.1', 'docs'];
  it.each<[string, string[]]>([
    ['Main', ['main']],
    ['mian', ['main']],
    ['man', ['main']],
    ['devlop', ['develop']],
    ['doc', ['docs']],
    ['1.0', ['release/1.0']],
    ['origin/main', ['main']],
    ['release/1.', ['release/1.0', 'release/1.1', 'release/2.0']],
    ['something-else-entirely', []],
  ])('the branch names similar to %s are %j', (name, expected) => {
    expect(findSimilarNames(name, names)).toEqual(expected);
  });
});

describe('findBranchProblem', () => {
  it('findBranchProblem reports a branch only if GitHub returns the list of branches and it does not contain the branch', async () => {
    const cleanup = new Cleanup();
    try {
      const github = await startGitHub(cleanup);
      const repository = await GitRepository.create(cleanup);
      await repository.commit('First');
      for (const branch of ['main', 'release/1']) await github.push(repository, branch);
      const context = readContext({
        GITHUB_REPOSITORY: `${github.owner}/${github.repo}`,
        GITHUB_EVENT_NAME: 'push',
        GITHUB_WORKSPACE: 'workspace',
        RUNNER_TEMP: 'temp',
      });
      const find = (branch: string, { apiUrl = github.apiUrl } = {}) =>
        findBranchProblem(createOctokit({ apiUrl }, github.readOnlyToken), context, branch);
      expect(await find('main')).toBeUndefined();
      expect(await find('release/1')).toBeUndefined();
      expect(await find('Main')).toEqual({
        subject: 'branch',
        problem: 'octo-org/api has no branch "Main"',
        fix: 'set main, or leave branch empty for the default branch',
      });
      expect(await find('trunk')).toMatchObject({
        fix: expect.stringContaining('set the name of a branch that exists'),
      });

      for (const [pattern, status] of [
        [/\/git\/ref\/heads/, 401],
        [/\/git\/matching-refs\//, 404],
        [/\/git\/matching-refs\//, 500],
      ] as const) {
        const proxy = await startFaultProxy(cleanup, github.apiUrl, (_method, path) =>
          pattern.test(path) ? { status } : 'none',
        );
        expect(await find('Main', { apiUrl: proxy.url })).toBeUndefined();
      }
    } finally {
      await cleanup.close();
    }
  });
});
