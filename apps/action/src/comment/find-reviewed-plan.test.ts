import { renderComment } from '@context-sync/engine/comment/render-comment';
import { createOctokit } from '@context-sync/engine/github/octokit';
import { computePlanHash } from '@context-sync/sync';
import { Cleanup } from '@context-sync/testkit';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { create, createPlannedReport, item, plan } from '../../../../packages/engine/src/report/report.fixture.ts';
import { type CommentsServer, startCommentsServer } from './comments-server.fixture.ts';
import { compareWithReviewedPlan, findReviewedPlan, type ReviewedPlan } from './find-reviewed-plan.ts';

const COMMIT = 'c'.repeat(40);
const changes = [create('docs/a.md', item('A')), create('docs/b.md', item('B'))];
const renderedComment = renderComment(createPlannedReport(changes));

let cleanup: Cleanup;
let server: CommentsServer;

beforeEach(async () => {
  cleanup = new Cleanup();
  server = await startCommentsServer(cleanup);
  server.pulls = [pull(3, 'd'.repeat(40)), pull(7, COMMIT), pull(9, null, null)];
  server.comments.push({ id: 1, body: renderedComment.body, user: { login: server.login, type: 'Bot' } });
});
afterEach(() => cleanup.close());

function pull(number: number, merge_commit_sha: string | null, merged_at: string | null = '2026-11-20T10:00:00Z') {
  return { number, merged_at, merge_commit_sha };
}

async function find(): Promise<ReviewedPlan | undefined> {
  const github = createOctokit({ apiUrl: server.url }, 'token');
  return findReviewedPlan({ github, owner: 'octo-org', repo: 'api', commit: COMMIT, key: renderedComment.key });
}

it('findReviewedPlan finds the plan of the pull request that was merged as this commit', async () => {
  expect(await find()).toEqual({ pullRequest: 7, hash: computePlanHash(plan(changes)), body: renderedComment.body });
  expect(server.requests).toContain('GET /repos/octo-org/api/issues/7/comments');
});

it('findReviewedPlan falls back to the newest merged pull request if none was merged as this commit', async () => {
  server.pulls = [pull(3, 'd'.repeat(40)), pull(5, 'e'.repeat(40)), pull(9, null, null)];
  expect((await find())?.pullRequest).toBe(5);
});

it.each<[string, () => void]>([
  ['no pull request contains the commit', () => Object.assign(server, { pulls: [] })],
  ['the pull request is not merged', () => Object.assign(server, { pulls: [pull(9, null, null)] })],
  ['the pull request has no comment', () => server.comments.splice(0)],
  [
    'the comment has another author',
    () => server.comments.splice(0, 1, { id: 1, body: renderedComment.body, user: { login: 'mallory', type: 'User' } }),
  ],
  ['GitHub responds with status 403', () => Object.assign(server, { trouble: () => ({ status: 403 }) })],
  ['GitHub responds with status 500', () => Object.assign(server, { trouble: () => ({ status: 500 }) })],
])('findReviewedPlan returns undefined if %s', async (_name, arrange) => {
  arrange();
  expect(await find()).toBeUndefined();
});

it('compareWithReviewedPlan reports that the plan equals the reviewed plan, or which documents differ', async () => {
  const reviewedPlan = await find();
  if (!reviewedPlan) throw new Error('not found');
  expect(compareWithReviewedPlan(plan(changes), reviewedPlan)).toEqual({ pullRequest: 7, same: true });
  const now = [...changes.slice(0, 1), create('docs/b.md', item('B', 'Other text.')), create('docs/c.md', item('C'))];
  expect(compareWithReviewedPlan(plan(now), reviewedPlan)).toEqual({
    pullRequest: 7,
    same: false,
    differing: ['docs/b.md', 'docs/c.md'],
  });
});
