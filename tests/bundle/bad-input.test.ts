import { createServer } from 'node:http';
import { sampleCases } from '@context-sync/test-tier';
import { type ActionResult, listenOnLoopback, listItems, startService, type TestService } from '@context-sync/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Sandbox } from '../sandbox/sandbox.ts';

let sandbox: Sandbox;
let service: TestService;

beforeAll(async () => {
  sandbox = await Sandbox.create();
  service = await startService(sandbox.cleanup);
});
afterAll(() => sandbox.cleanup.close());

/** Returns the only error annotation of a failed run. */
function getError(result: ActionResult): string {
  expect(result.exitCode).toBe(1);
  const errors = result.stdout.split('\n').filter((line) => line.startsWith('::error'));
  expect(errors).toHaveLength(1);
  return (errors[0] ?? '').replaceAll('%0A', '\n');
}

describe('a run with invalid inputs', () => {
  it.each(
    sampleCases<[string, Record<string, string>, RegExp]>(
      [
        ['a missing or empty secret', { 'api-key': '' }, /Input "api-key" is required to sync\. Fix: .*secret/],
        ['a key that contains a line break', { 'api-key': 'csk_a\nb' }, /Input "api-key" must not contain .*Fix: /],
        ['a wrong key', { 'api-key': 'csk_wrong' }, /api-key: GET \S+ returned 401 unauthorized.*Fix: store a valid/],
        [
          'an unknown project',
          { project: 'nope' },
          /project: GET \S+ returned 404 not_found.*Fix: check the project's slug/,
        ],
        ['a base URL that is not a URL', { 'base-url': 'api.example.com' }, /Input "base-url" is not a URL.*Fix: /],
        [
          'a base URL with plain http',
          { 'base-url': 'http://api.example.com' },
          /Input "base-url" uses http.*Fix: use https/,
        ],
        ['a base URL that refuses connections', { 'base-url': 'http://127.0.0.1:2' }, /base-url: .*Fix: check the URL/],
        ['a docs folder that does not exist', { docs: 'doc' }, /docs: the folder "doc".*Fix: .*docs/],
        ['a docs folder that is a file', { docs: 'docs/index.md' }, /docs: the folder "docs\/index.md"/],
        ['a docs folder without documents', { docs: 'empty' }, /docs: "empty" contains no documents/],
        [
          'a port that Node.js blocks',
          { 'base-url': 'http://127.0.0.1:1' },
          /Input "base-url" uses port 1, .*Fix: use another port for the API/,
        ],
        [
          'a number that is out of range',
          { 'installation-id': '0' },
          /Input "installation-id" must be an integer of at least 1 \(got "0"\)\. Fix: /,
        ],
        [
          'an installation ID that is not a number',
          { 'installation-id': 'abc' },
          /Input "installation-id" must be an integer of at least 1 \(got "abc"\)\. Fix: use the number/,
        ],
        [
          'no installation ID when the data source is connected for the first time',
          { 'installation-id': '' },
          /Input "installation-id" is required .*Fix: .*connect: false/,
        ],
        ['an unknown mode', { mode: 'sync' }, /Input "mode" must be one of auto, plan, apply, doctor \(got "sync"\)/],
      ],
      2,
    ),
  )(
    'a run fails with one clear error for %s before it sends anything',
    async (_name, inputs, message) => {
      await sandbox.repository.commit('Empty folder', { 'empty/image.png': 'x' });
      expect(getError(await sandbox.run(service, inputs))).toMatch(message);
      expect(await listItems(service)).toEqual([]);
      expect(await sandbox.stateCommits()).toEqual([]);
    },
    150_000,
  );

  it('a run fails with one clear error for a read-only key before it sends an item', async () => {
    const error = getError(
      await sandbox.run(service, { 'api-key': service.readOnlyKey, state: 'ref:refs/context-sync/read-only' }),
    );
    expect(error).toMatch(/api-key: POST \S+ returned 403 read_only_key.*Fix: use a key with write access/);
    expect(await listItems(service)).toEqual([]);
  });

  it('a run fails with one clear error for a base URL that serves a web page', async () => {
    const seenMessages: string[] = [];
    const site = createServer((request, response) => {
      seenMessages.push(request.method ?? '');
      response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html>');
    });
    const url = await listenOnLoopback(sandbox.cleanup, site);
    expect(getError(await sandbox.run({ ...service, url }))).toMatch(
      /base-url: .* returned an HTML page.*Fix: use the URL of the API/,
    );
    expect(new Set(seenMessages)).toEqual(new Set(['GET']));
  });

  it('a run fails with one clear error for a token without permission to write the state', async () => {
    const error = getError(await sandbox.run(service, {}, { token: sandbox.github.readOnlyToken }));
    expect(error).toMatch(/state: GitHub did not allow the action to write the state.*contents: write/);
    expect(await listItems(service)).toEqual([]);
  });

  it('a run fails with one clear error for a workspace that is not a checkout', async () => {
    const workspace = await sandbox.cleanup.folder('bare');
    expect(getError(await sandbox.run(service, {}, { workspace }))).toMatch(
      /docs: no commit is checked out.*actions\/checkout/,
    );
  });

  it('a run reports all invalid inputs together', async () => {
    const inputs = { 'api-key': '', 'base-url': 'nowhere', docs: 'doc', verify: 'maybe', 'installation-id': '' };
    const error = getError(await sandbox.run(service, inputs));
    for (const subject of ['api-key', 'base-url', 'docs', 'verify', 'installation-id'])
      expect(error).toMatch(new RegExp(`^- (?:Input "${subject}"|${subject}:) `, 'm'));
    expect(error).toContain('Cannot sync: 5 problems');
  });
});

describe('a run with an invalid configuration file', () => {
  it.each(
    sampleCases<[string, Record<string, unknown>, RegExp]>(
      [
        [
          'an invalid glob',
          { include: '[' },
          /^::error::Setting "include" must be a list of globs, one per line \(got "\["\)\. Fix: [^\n]*$/,
        ],
        [
          'patterns that match no document',
          { include: 'nothing/**' },
          /include: the globs select no document in "docs".*Fix: /,
        ],
        ['a number that is out of range', { concurrency: 99 }, /Setting "concurrency" must be .* \(got "99"\)\.$/],
        [
          'a misspelled setting',
          { sources: [{ doc: 'docs' }] },
          /^::error::\.github\/context-sync\.yml:1: "doc" is not a setting/,
        ],
      ],
      2,
    ),
  )('a run fails with only the error of the file for %s', async (_name, settings, message) => {
    await sandbox.configure(settings);
    expect(getError(await sandbox.run(service))).toMatch(message);
    const withoutProject = await sandbox.run({ ...service, project: '' });
    if ('sources' in settings) expect(getError(withoutProject)).toMatch(message);
    expect(await listItems(service)).toEqual([]);
    await sandbox.configure({});
  });

  it('a run rejects a variable that is not an input, with a suggestion, before it sends anything', async () => {
    for (const onGitHub of [true, false]) {
      const result = await sandbox.run(service, {}, { onGitHub, env: { INPUT_PROJCET: 'x', INPUT_EXCLUDE: 'a/**' } });
      expect(result.exitCode).toBe(1);
      expect(result.stdout).toContain('Input "projcet" is not an input. Fix: did you mean "project"?');
      expect(result.stdout).toContain('Input "exclude" is a setting of the configuration file, not an input.');
      expect(await listItems(service)).toEqual([]);
    }
  });
});

describe('a state of another project', () => {
  it('a state of another project is rejected with a fix', async () => {
    const sharedState = { state: 'ref:refs/context-sync/shared' };
    const other = await startService(sandbox.cleanup, ['other-api']);
    expect((await sandbox.run(other, sharedState)).exitCode).toBe(0);
    expect(getError(await sandbox.run(service, sharedState))).toMatch(
      /belongs to project "other-api".*Fix: set state to a different ref/,
    );
    expect(await listItems(service)).toEqual([]);
  });
});
