import { addStepToMarker, formatMarker } from '@context-sync/engine/comment/comment-marker';
import { type RenderedComment, renderComment } from '@context-sync/engine/comment/render-comment';
import { createOctokit } from '@context-sync/engine/github/octokit';
import { Cleanup, startGitHub } from '@context-sync/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { create, createPlannedReport, item } from '../../../../packages/engine/src/report/report.fixture.ts';
import { type CommentsServer, startCommentsServer, type Trouble } from './comments-server.fixture.ts';
import { type PublishedComment, type PublishInput, publishComment } from './publish-comment.ts';

const KEY = { project: 'octo-api', docs: 'docs' };
const place = { owner: 'octo-org', repo: 'api', number: 7 };
const change = comment('A');
const otherChange = comment('B');
const emptyComment = renderComment(createPlannedReport([]));

let cleanup: Cleanup;
let server: CommentsServer;

beforeEach(async () => {
  cleanup = new Cleanup();
  server = await startCommentsServer(cleanup);
});
afterEach(() => cleanup.close());

function comment(title: string): RenderedComment {
  return renderComment(createPlannedReport([create('docs/a.md', item(title))]));
}

async function publish(whatComment: RenderedComment, more: Partial<PublishInput> = {}): Promise<PublishedComment> {
  const github = createOctokit({ apiUrl: server.url }, 'token');
  const wait = async () => undefined;
  return publishComment({ github, place, comment: whatComment, policy: 'changes-only', wait, ...more });
}

function add(body: string, login = server.login, type = 'Bot'): number {
  const id = server.comments.length + 1;
  server.comments.push({ id, body, user: { login, type } });
  return id;
}

function writes(): string[] {
  return server.requests.filter((request) => !request.startsWith('GET') && !request.endsWith('/graphql'));
}

describe('publishComment', () => {
  it('publishComment creates the comment, leaves it unchanged for the same plan, and updates it for a different or empty plan', async () => {
    const actions = [];
    for (const what of [change, change, otherChange, emptyComment, emptyComment, change])
      actions.push((await publish(what)).action);
    expect(actions).toEqual(['created', 'unchanged', 'updated', 'updated', 'unchanged', 'updated']);
    expect(server.comments.map(({ body }) => body)).toEqual([change.body]);
    expect(writes().map((request) => request.split(' ')[0])).toEqual(['POST', 'PATCH', 'PATCH', 'PATCH']);
  });

  it('publishComment finds its comment among 2,460 others with 25 requests of 100 comments each', async () => {
    for (let at = 0; at < 2_450; at += 1) add(`Comment ${at}`, 'somebody', 'User');
    const id = add(otherChange.body);
    for (let at = 0; at < 10; at += 1) add(`More ${at}`, 'somebody', 'User');
    expect(await publish(change)).toEqual({ action: 'updated', id });
    expect(
      server.requests.filter((request) => request.startsWith('GET') && request.endsWith('/comments')),
    ).toHaveLength(25);
  });

  it('publishComment does not treat a comment with a copied or quoted marker as its own', async () => {
    add(change.body, 'mallory', 'User');
    add(change.body, 'github-actions', 'User');
    add(`> ${change.body}`);
    add(`Text\n${change.body}`);
    expect((await publish(change)).action).toBe('created');
    expect(server.comments).toHaveLength(5);
  });

  it('publishComment creates a new comment if only another project or docs folder has a comment', async () => {
    const hash = '0123456789abcdef';
    add(`${formatMarker({ ...KEY, docs: 'docs/v2' }, hash)}\n\nText`);
    add(`${formatMarker({ ...KEY, project: 'other' }, hash)}\n\nText`);
    expect((await publish(change)).action).toBe('created');
    expect(server.comments).toHaveLength(3);
  });

  it.each([
    ['the token of the workflow', 'github-actions[bot]', false],
    ['the token of an app', 'my-app[bot]', false],
    ['the token of a person', 'octocat', true],
  ])('publishComment finds its earlier comment again with %s', async (_name, login, isPerson) => {
    Object.assign(server, { login, isPerson });
    await publish(change);
    expect((await publish(change)).action).toBe('unchanged');
  });

  it('publishComment finds its comment with the token of the workflow even if GraphQL requests fail', async () => {
    await publish(change);
    server.trouble = (request) => (/user|graphql/.test(request) ? { status: 403 } : undefined);
    expect((await publish(otherChange)).action).toBe('updated');
  });

  it('publishComment does not update a comment that differs only in line endings', async () => {
    add(`${change.body.replaceAll('\n', '\r\n')}\r\n`);
    expect((await publish(change)).action).toBe('unchanged');
  });
});

describe('obsolete comments', () => {
  const step = '0123456789abcdef';
  const createComment = (docs: string, by = step) =>
    addStepToMarker(renderComment({ ...createPlannedReport([create(`${docs}/a.md`, item('A'))]), docs }).body, by);
  const handbook = { ...KEY, docs: 'handbook' };
  const mineComment: RenderedComment = { key: handbook, body: createComment('handbook'), isEmpty: false };

  it('an obsolete comment of the same workflow step is updated with the new plan', async () => {
    const id = add(createComment('docs'));
    expect(await publish(mineComment, { step, keys: [handbook] })).toEqual({ action: 'updated', id });
    expect(server.comments.map(({ body }) => body)).toEqual([mineComment.body]);
  });

  it('an obsolete comment of the same workflow step is updated even if the new plan is empty', async () => {
    add(createComment('docs'));
    const nothing = { ...mineComment, body: addStepToMarker(emptyComment.body, step), isEmpty: true };
    expect((await publish(nothing, { step, keys: [handbook] })).action).toBe('updated');
    expect(server.comments.map(({ body }) => body)).toEqual([nothing.body]);
  });

  it('an obsolete comment of the same workflow step is deleted if the new plan already has a comment', async () => {
    add(createComment('docs'));
    const id = add(mineComment.body);
    add(createComment('other'));
    expect(await publish(mineComment, { step, keys: [handbook] })).toEqual({ action: 'unchanged', id });
    expect(server.comments.map(({ body }) => body)).toEqual([mineComment.body]);
  });

  it.each<[string, string, Partial<PublishInput>, string | undefined]>([
    [
      'the comment of another source that the same workflow step syncs',
      createComment('docs'),
      { step, keys: [KEY, handbook] },
      undefined,
    ],
    [
      'the comment of another workflow step',
      createComment('docs', 'fedcba9876543210'),
      { step, keys: [handbook] },
      undefined,
    ],
    ['a comment without a workflow step', change.body, { step, keys: [handbook] }, undefined],
    ['the comment of another author', createComment('docs'), { step, keys: [handbook] }, 'mallory'],
  ])('publishComment does not reuse %s', async (_name, body, more, author) => {
    add(body, author, author === undefined ? 'Bot' : 'User');
    expect((await publish(mineComment, more)).action).toBe('created');
    expect(server.comments.map((each) => each.body)).toEqual([body, mineComment.body]);
  });
});

describe('the comment policy', () => {
  it.each([
    ['changes-only', emptyComment, 'none', 0],
    ['changes-only', change, 'created', 1],
    ['always', emptyComment, 'created', 1],
    ['never', change, 'none', 0],
  ] as const)('publishComment follows the comment policy %s', async (policy, whatComment, action, number) => {
    expect((await publish(whatComment, { policy })).action).toBe(action);
    expect(server.comments).toHaveLength(number);
    if (policy === 'never') expect(server.requests).toEqual([]);
  });
});

describe('concurrent runs', () => {
  it('concurrent runs leave only the oldest comment, with the plan of one of the runs', async () => {
    const results = await Promise.all(
      Array.from({ length: 6 }, (_, at) => publish(at % 2 === 0 ? change : otherChange)),
    );
    expect(results.map(({ failure }) => failure)).toEqual(Array.from({ length: 6 }, () => undefined));
    await publish(change);
    expect(server.comments.map(({ id, body }) => [id, body])).toEqual([[1_000, change.body]]);
  });

  it('a later run deletes duplicate comments on the pull request', async () => {
    const ids = [add(otherChange.body), add(change.body), add(otherChange.body)];
    expect(await publish(change)).toEqual({ action: 'updated', id: ids[0] });
    expect(server.comments.map(({ body }) => body)).toEqual([change.body]);
  });

  it('a run ignores a duplicate comment that was already deleted', async () => {
    add(change.body);
    add(change.body);
    server.trouble = (request) => (request.startsWith('DELETE') ? { status: 404 } : undefined);
    expect((await publish(change)).action).toBe('unchanged');
  });

  it('a run for an older commit leaves the comment for the newer commit unchanged', async () => {
    add(otherChange.body);
    server.head = 'newer';
    expect(await publish(change, { head: 'older' })).toEqual({ action: 'outdated' });
    expect(writes()).toEqual([]);
    expect((await publish(change, { head: 'newer' })).action).toBe('updated');
  });

  it('publishComment creates a new comment if the old one is deleted concurrently', async () => {
    add(otherChange.body);
    server.trouble = (request) => {
      if (request.startsWith('PATCH')) server.comments.splice(0);
      return undefined;
    };
    expect((await publish(change)).action).toBe('created');
    expect(server.comments).toHaveLength(1);
  });
});

describe('a failed request to GitHub', () => {
  const limit: Trouble = {
    status: 403,
    message: 'You have exceeded a secondary rate limit',
    headers: { 'retry-after': '1' },
  };

  it.each<[string, RegExp, Trouble, 'notice' | 'warning', RegExp]>([
    [
      'status 403 for creating the comment',
      /^POST/,
      { status: 403, message: 'Resource not accessible by integration' },
      'notice',
      /pull-requests: write.*403: Resource not accessible by integration/,
    ],
    ['status 403 for listing comments', /^GET .*comments/, { status: 403 }, 'notice', /pull-requests: write/],
    ['status 401', /comments/, { status: 401, message: 'Bad credentials' }, 'notice', /pull-requests: write.*401/],
    [
      'status 404',
      /comments/,
      { status: 404, message: 'Not Found' },
      'warning',
      /the pull request does not exist.*404/,
    ],
    [
      'status 422',
      /^POST/,
      { status: 422, message: 'Body is too long' },
      'warning',
      /rejected the text.*422: Body is too long/,
    ],
    ['permanent status 500', /comments/, { status: 500 }, 'warning', /rejected the comment.*500/],
    ['a permanent rate limit', /^POST/, limit, 'warning', /rejected the comment.*403: You have exceeded/],
  ])(
    'publishComment returns a notice or a warning for a failed request: %s',
    async (_name, pattern, trouble, level, message) => {
      server.trouble = (request) => (pattern.test(request) ? trouble : undefined);
      const { action, failure } = await publish(change);
      expect(action).toBe('failed');
      expect(failure?.level).toBe(level);
      expect(failure?.message).toMatch(message);
    },
  );

  it.each<[string, RegExp, Trouble]>([
    ['the request for the list of comments fails once', /^GET .*comments/, { status: 502 }],
    ['the request that creates the comment fails once', /^POST .*comments/, { status: 503 }],
    ['the response to the request that creates the comment is lost', /^POST .*comments/, 'lost'],
    ['GitHub reports a rate limit once', /^POST .*comments/, limit],
  ])('publishComment retries and leaves exactly one comment if %s', async (_name, pattern, trouble) => {
    let left = 1;
    server.trouble = (request) => {
      if (!pattern.test(request) || left === 0) return undefined;
      left -= 1;
      return trouble;
    };
    expect((await publish(change)).failure).toBeUndefined();
    expect(server.comments.map(({ body }) => body)).toEqual([change.body]);
  });

  it('publishComment returns a warning if GitHub is unreachable', async () => {
    const github = createOctokit({ apiUrl: 'http://127.0.0.1:1' }, 'token');
    const { action, failure } = await publish(change, { github });
    expect([action, failure?.level]).toEqual(['failed', 'warning']);
  });
});

it('publishComment creates and updates a comment in the GitHub emulator, and fails with a read-only token', async () => {
  const hub = await startGitHub(cleanup);
  const { owner, repo, apiUrl, token, readOnlyToken } = hub;
  const at = { owner, repo, number: await hub.openPullRequest('Change', '0'.repeat(40)) };
  const actions = [];
  for (const what of [change, change, otherChange]) {
    actions.push((await publish(what, { github: createOctokit({ apiUrl }, token), place: at })).action);
  }
  expect(actions).toEqual(['created', 'unchanged', 'updated']);
  expect(await hub.comments(at.number)).toMatchObject([{ author: 'github-actions[bot]', body: otherChange.body }]);
  const other = await publish(change, { github: createOctokit({ apiUrl }, readOnlyToken), place: at });
  expect([other.action, other.failure?.level]).toEqual(['failed', 'notice']);
});
