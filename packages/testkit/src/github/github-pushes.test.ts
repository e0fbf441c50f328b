import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { GitRepository } from '../git/git-repository.ts';
import { Cleanup } from '../process/cleanup.ts';
import { type GitHub, startGitHub } from './github.ts';

let cleanup: Cleanup;
let github: GitHub;
let repository: GitRepository;
beforeEach(async () => {
  cleanup = new Cleanup();
  github = await startGitHub(cleanup);
  repository = await GitRepository.create(cleanup);
});
// The clean-up fails if a response violates GitHub's OpenAPI document.
afterEach(() => cleanup.close());

async function get<T>(path: string): Promise<T> {
  const { apiUrl, owner, repo, token } = github;
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${apiUrl}/repos/${owner}/${repo}/${path}`, { headers });
  if (!response.ok) throw new Error(`GET ${path} returned ${response.status}`);
  return (await response.json()) as T;
}

const head = async (branch: string) => (await get<{ object: { sha: string } }>(`git/ref/heads/${branch}`)).object.sha;
const status = async (base: string, head: string) =>
  (await get<{ status: string }>(`compare/${base}...${head}`)).status;

describe('a pushed branch', () => {
  it('a pushed branch points to the commit of the real repository, even after a forced push', async () => {
    const first = await repository.commit('First');
    const second = await repository.commit('Second');
    await github.push(repository, 'main');
    await github.push(repository, 'release/1', first);
    expect([await head('main'), await head('release/1')]).toEqual([second, first]);
    await github.push(repository, 'main', first);
    expect(await head('main')).toBe(first);
  });

  it('a pushed branch has the history of the real repository', async () => {
    const first = await repository.commit('First');
    const second = await repository.commit('Second');
    await repository.git('checkout', '--quiet', '--detach', first);
    const other = await repository.commit('Other');
    await github.push(repository, 'main', second);
    await github.push(repository, 'other', other);
    expect(await status(second, first)).toBe('behind');
    expect(await status(first, second)).toBe('ahead');
    expect(await status(first, first)).toBe('identical');
    expect(await status(second, other)).toBe('diverged');
    await expect(status(second, '0'.repeat(40))).rejects.toThrow('404');
  });
});
