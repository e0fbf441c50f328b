import { sampleCases, selectByTier } from '@context-sync/test-tier';
import { startSpecificationServer } from '@context-sync/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PullRequest } from '../../sandbox/pull-request.ts';
import { Sandbox, type Target } from '../../sandbox/sandbox.ts';

/** An address at which no server listens, because a plan requires no service. */
const NOWHERE: Target = { url: 'http://127.0.0.1:2', key: '', project: 'octo-api' };
const BOT = 'github-actions[bot]';
/** The maximum number of comments that GitHub returns in one response. */
const PER_PAGE = 100;

let sandbox: Sandbox;
let pull: PullRequest;

beforeEach(async () => {
  sandbox = await Sandbox.create();
  pull = await PullRequest.open(sandbox);
});
afterEach(() => sandbox.cleanup.close());

describe('a token without permission to comment', () => {
  it.each([
    ['a fork', {}],
    ['Dependabot', { GITHUB_ACTOR: 'dependabot[bot]' }],
  ])(
    'a run without permission to comment writes the plan to the summary and prints one notice that names the permission (%s)',
    async (_name, env) => {
      const result = await pull.run(NOWHERE, {}, { token: sandbox.github.readOnlyToken, env });
      expect(result).toMatchObject({ exitCode: 0, stderr: '', outputs: { created: '3', changed: 'true' } });
      expect(result.summary).toContain('<code>Limits &#8250; Rate</code>');
      const workflowMessages = result.stdout.split('\n').filter((line) => /^::(?:notice|warning|error)/.test(line));
      expect(workflowMessages).toHaveLength(1);
      expect(workflowMessages[0]).toMatch(/^::notice::The plan could not be posted .*pull-requests: write.*403/);
      expect(await pull.comments()).toEqual([]);
    },
  );

  it('a run sends no request for comments if comments are turned off', async () => {
    const before = sandbox.github.requests.length;
    const result = await pull.run(NOWHERE, { comment: 'never' }, { token: sandbox.github.readOnlyToken });
    expect(result.stdout).not.toContain('::notice');
    expect(sandbox.github.requests.slice(before).filter((request) => request.includes('comments'))).toEqual([]);
  });
});

describe('the comment on a pull request', () => {
  it('the comment on a pull request is created once, updated when the plan changes, and otherwise left unchanged', async () => {
    await pull.run(NOWHERE);
    const [first] = await pull.bodies();
    expect(first).toMatch(/3 to create/);
    const before = sandbox.github.requests.length;
    await pull.run(NOWHERE);
    expect(pull.writes(before)).toEqual([]);
    await sandbox.repository.commit('More', { 'docs/new.md': '# New\n\nPage.\n' });
    const result = await pull.run(NOWHERE);
    expect(pull.writes(before)).toEqual(['PATCH']);
    expect(result.stdout).toContain(`Comment on pull request ${pull.number}: updated`);
    const bodies = await pull.bodies();
    expect(bodies).toHaveLength(1);
    expect(bodies[0]).toContain('docs/new.md');
  });

  it('the comment on a pull request is found by marker and author among pages of other comments', async () => {
    const pages = selectByTier(5, 25);
    const half = (pages * PER_PAGE) / 2;
    await sandbox.github.writeComments(
      pull.number,
      Array.from({ length: half }, (_, at) => `Before ${at}`),
    );
    await pull.run(NOWHERE);
    const own = (await pull.comments()).find(({ author }) => author === BOT);
    const forgedComment = `${own?.body.split('\n')[0]}\n\nForged.`;
    await sandbox.github.writeComments(pull.number, [
      forgedComment,
      ...Array.from({ length: half }, (_, at) => `After ${at}`),
    ]);
    await sandbox.repository.commit('More', { 'docs/new.md': '# New\n\nPage.\n' });
    const before = sandbox.github.requests.length;
    const result = await pull.run(NOWHERE);
    expect(result.stdout).toContain('updated');
    expect(pull.writes(before)).toEqual(['PATCH']);
    const reads = sandbox.github.requests.slice(before).filter((request) => /^GET .*\/comments/.test(request));
    expect(reads).toHaveLength(pages + 1);
    const comments = await pull.comments();
    expect(comments).toHaveLength(2 * half + 2);
    expect(comments.filter(({ body }) => body === forgedComment)).toHaveLength(1);
    expect(comments.filter(({ author }) => author === BOT).map(({ body }) => body.includes('docs/new.md'))).toEqual([
      true,
    ]);
  });

  it('the comment on a pull request is created even if another author wrote a comment with the same marker', async () => {
    await pull.run(NOWHERE);
    const [own = ''] = await pull.bodies();
    const other = await PullRequest.open(sandbox);
    await sandbox.github.writeComments(other.number, [own]);
    await sandbox.repository.commit('More', { 'docs/new.md': '# New\n\nPage.\n' });
    await other.run(NOWHERE);
    const comments = await other.comments();
    expect(comments.map(({ author }) => author)).toEqual(['somebody', BOT]);
    expect(comments[0]?.body).toBe(own);
  });

  it('each project and docs folder has its own comment on a pull request', async () => {
    await sandbox.repository.commit('Guides', { 'guides/a.md': '# Guide\n\nText.\n' });
    // Each folder has its own state, because two steps for one project must not share a state.
    const folders: Record<string, string>[] = [
      {},
      { docs: 'guides', state: 'ref:refs/context-sync/guides' },
      { project: 'other-api' },
      { docs: '.', state: 'ref:refs/context-sync/rest' },
    ];
    const runs = sampleCases(folders, 2);
    for (const inputs of runs) await pull.run(NOWHERE, inputs);
    const before = sandbox.github.requests.length;
    for (const inputs of runs) await pull.run(NOWHERE, inputs);
    expect(pull.writes(before)).toEqual([]);
    const bodies = await pull.bodies();
    expect(bodies).toHaveLength(runs.length);
    expect(new Set(bodies.map((body) => body.split(' hash:')[0])).size).toBe(runs.length);
  });

  it('concurrent runs create only one comment on a pull request', async () => {
    const results = await Promise.all(Array.from({ length: selectByTier(3, 6) }, () => pull.run(NOWHERE)));
    expect(results.filter(({ exitCode }) => exitCode !== 0)).toEqual([]);
    expect(
      results.flatMap(({ stdout }) => stdout.split('\n')).filter((line) => /^::(?:notice|warning)/.test(line)),
    ).toEqual([]);
    expect(await pull.comments()).toHaveLength(1);
  });

  it('a run for an outdated commit does not write the comment on a pull request', async () => {
    await pull.run(NOWHERE);
    const before = sandbox.github.requests.length;
    const oldCommit = await sandbox.repository.head();
    const newerCommit = await sandbox.repository.commit('More', { 'docs/new.md': '# New\n\nPage.\n' });
    await pull.run(NOWHERE);
    await sandbox.repository.git('checkout', '--quiet', oldCommit);
    sandbox.github.pushToPullRequest(pull.number, newerCommit);
    const lateResult = await sandbox.run(
      NOWHERE,
      { 'api-key': '' },
      {
        eventName: 'pull_request',
        ref: `refs/pull/${pull.number}/merge`,
        event: pull.event(oldCommit),
      },
    );
    expect(lateResult.stdout).toContain('outdated');
    expect(pull.writes(before)).toEqual(['PATCH']);
    expect((await pull.bodies())[0]).toContain('docs/new.md');
  });

  it('the comment for 5,000 items has fewer than 60,000 characters and reports the number of all items', async () => {
    const pages = Array.from({ length: 60 }, (_, page) => {
      const sections = Array.from(
        { length: 90 },
        (_, at) => `## Section ${at}\n\n${`Words of ${page}/${at}. `.repeat(12)}`,
      );
      return [`docs/page-${page}.md`, `# Page ${page}\n\n${sections.join('\n\n')}\n`] as const;
    });
    await sandbox.repository.commit('Many', Object.fromEntries(pages));
    await sandbox.configure({ 'target-size': 200 });
    const result = await pull.run(NOWHERE);
    expect(Number(result.outputs.created)).toBeGreaterThanOrEqual(5_000);
    expect(result.stdout).toContain('created');
    const [body = ''] = await pull.bodies();
    expect(body.length).toBeLessThan(12_000);
    expect(body).toMatch(/and [\d,]+ more|[\d,]+ items \| \d+ pages, such as/);
    expect(Buffer.byteLength(result.summary)).toBeLessThan(1_048_576);
  });
});

describe('the comment input', () => {
  it.each(
    sampleCases<[string, number]>(
      [
        ['changes-only', 0],
        ['never', 0],
        ['always', 1],
      ],
      2,
    ),
  )('the comment input %s results in %i comments if the plan has no changes', async (comment, expected) => {
    const server = await startSpecificationServer(sandbox.cleanup);
    await sandbox.run(server);
    const result = await pull.run(server, { comment });
    expect(result).toMatchObject({ exitCode: 0, outputs: { changed: 'false' } });
    const bodies = await pull.bodies();
    expect(bodies).toHaveLength(expected);
    for (const body of bodies) expect(body).toContain('### Context Sync: no changes');
  });

  it.each(
    sampleCases<[string, number]>(
      [
        ['changes-only', 1],
        ['always', 1],
        ['never', 0],
      ],
      2,
    ),
  )('the comment input %s results in %i comments if the plan has changes', async (comment, expected) => {
    await pull.run(NOWHERE, { comment });
    expect(await pull.bodies()).toHaveLength(expected);
  });
});

it.each(
  sampleCases(
    [
      ['with inputs that differ from those of the push', ''],
      ['with the same inputs', '42'],
    ],
    2,
  ),
)('the comment reports no changes after the pull request reverts its changes, %s', async (_name, id) => {
  const inputs = { 'installation-id': id };
  const server = await startSpecificationServer(sandbox.cleanup);
  await sandbox.run(server);
  await sandbox.repository.commit('Change', { 'docs/new.md': '# New\n\nPage.\n' });
  await pull.run(server, inputs);
  expect((await pull.bodies())[0]).toContain('### Context Sync: plan');
  await sandbox.repository.commit('Back', { 'docs/new.md': null });
  const result = await pull.run(server, inputs);
  expect(result.outputs).toMatchObject({ changed: 'false', unchanged: '3' });
  const bodies = await pull.bodies();
  expect(bodies).toHaveLength(1);
  expect(bodies[0]).toContain('### Context Sync: no changes');
  expect(bodies[0]).not.toContain('docs/new.md');
});
