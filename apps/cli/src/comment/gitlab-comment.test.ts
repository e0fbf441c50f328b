import { Cleanup, GitRepository } from '@context-sync/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DOCS, runIn } from '../command.fixture.ts';
import { type GitLabServer, startGitLab } from './gitlab-server.fixture.ts';

let cleanup: Cleanup;
let repository: GitRepository;
let gitlab: GitLabServer;

beforeEach(async () => {
  cleanup = new Cleanup();
  gitlab = await startGitLab(cleanup);
  repository = await GitRepository.create(cleanup);
  await repository.commit('Write the docs', DOCS);
  await repository.git('switch', '--quiet', '--create', 'topic');
  await repository.commit('Change', { 'docs/limits.md': (DOCS['docs/limits.md'] ?? '').replace('Sixty', 'Ninety') });
});
afterEach(() => cleanup.close());

const comment = (env: NodeJS.ProcessEnv = {}, ...args: string[]) =>
  runIn(repository.path, ['diff', 'main', '--post=gitlab', ...args], {
    CI_API_V4_URL: gitlab.url,
    CI_PROJECT_ID: '42',
    CI_MERGE_REQUEST_IID: '3',
    GITLAB_TOKEN: gitlab.token,
    ...env,
  });

describe('the comment on a merge request of GitLab', () => {
  it('the GitLab comment is created once, is unchanged for an equal plan, and is updated for a different plan', async () => {
    expect(await comment()).toMatchObject({ exitCode: 0, messages: 'Comment on the merge request: created\n' });
    expect(gitlab.notes.map(({ body }) => body)).toEqual([expect.stringContaining('### Context Sync: plan')]);
    await repository.commit('Other', { 'README.md': 'x' });
    expect((await comment()).messages).toBe('Comment on the merge request: unchanged\n');
    await repository.commit('Add', { 'docs/new.md': '# New\n\nText.\n' });
    expect((await comment()).messages).toBe('Comment on the merge request: updated\n');
    expect(gitlab.notes).toHaveLength(1);
    expect(gitlab.notes[0]?.body).toContain('New');
  });

  it('the GitLab comment is found among many notes, and a note of another user is never treated as the comment', async () => {
    await comment();
    const [own] = gitlab.notes.splice(0);
    if (!own) throw new Error('no note');
    gitlab.addNote(own.body, 99);
    gitlab.addNote(own.body, 7, true);
    for (let number = 0; number < 230; number += 1) gitlab.addNote(`Note ${number}`, 8);
    gitlab.notes.push({ ...own, id: 900 });
    expect((await comment()).messages).toBe('Comment on the merge request: unchanged\n');
    expect(gitlab.notes).toHaveLength(233);
  });

  it('no GitLab comment is created for a change without effect on the items', async () => {
    await repository.git('reset', '--quiet', '--hard', 'main');
    expect((await comment()).messages).toBe('Comment on the merge request: not needed\n');
    expect(gitlab.notes).toEqual([]);
  });

  it.each<[string, NodeJS.ProcessEnv, string]>([
    [
      'without a token',
      { GITLAB_TOKEN: '' },
      'GITLAB_TOKEN: is required to write a comment. Fix: store a project access token',
    ],
    [
      'with a wrong token',
      { GITLAB_TOKEN: 'wrong' },
      'GITLAB_TOKEN: GitLab responded to GET /user with status 401. Fix: use a project access token',
    ],
    [
      'without a merge request',
      { CI_MERGE_REQUEST_IID: '' },
      '--post: gitlab requires a job of a merge request. Fix: run the job for',
    ],
    ['with an unknown project', { CI_PROJECT_ID: '43' }, 'with status 404. Fix: use a project access token'],
    ['without a network', { CI_API_V4_URL: 'http://127.0.0.1:1024' }, 'GitLab: GET /user failed: '],
  ])('the GitLab comment fails %s with one message', async (_name, env, message) => {
    const { exitCode, messages } = await comment(env);
    expect(exitCode).toBe(1);
    expect(messages.trim().split('\n')).toEqual([expect.stringContaining(message)]);
    expect(messages).not.toContain(gitlab.token);
  });

  it('the command fails if GitLab rejects the note', async () => {
    gitlab.refusal = 503;
    const { exitCode, messages } = await comment();
    expect([exitCode, messages]).toEqual([
      1,
      expect.stringContaining('notes with status 503. Fix: run the job again later'),
    ]);
  });
});

it('the plan command also writes the GitLab comment', async () => {
  const env = { CI_API_V4_URL: gitlab.url, CI_PROJECT_ID: '42', CI_MERGE_REQUEST_IID: '3', GITLAB_TOKEN: gitlab.token };
  const { messages } = await runIn(repository.path, ['plan', '--base=main', '--post=gitlab'], env);
  expect(messages).toBe('Comment on the merge request: created\n');
});
