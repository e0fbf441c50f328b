import { readFileSync } from 'node:fs';
import { formatWorkflow } from '@context-sync/core';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { createCli, createDatabase, EMAIL } from '../cli.fixture.ts';
import { hashKey } from '../platform/access/api-keys.ts';
import { getRows } from '../platform/database/behavior/database.fixture.ts';
import { formatSyncCommand } from './sync-command.ts';

describe('bootstrap', () => {
  const ARGS = ['bootstrap', 'octo-api', '--owner', EMAIL, '--base-url', 'https://sync.example.com/'];

  it('bootstrap creates a user, a project and a key, and prints a workflow that uses them', async () => {
    const { must, open } = createCli();
    const lines = await must(...ARGS, '--installation-id', '42');
    const key = /csk_[\w-]{43}/.exec(lines.join('\n'))?.[0] ?? '';
    const workflow = parse(lines.slice(lines.indexOf('') + 1).join('\n'));
    expect(workflow.jobs.sync.steps.at(-1).with).toEqual({
      'api-key': '${{ secrets.CONTEXT_SYNC_API_KEY }}',
      'base-url': 'https://sync.example.com',
      project: 'octo-api',
      'installation-id': '42',
    });
    const store = open();
    const caller = await store.accounts.principal(hashKey(key));
    expect(caller?.access).toBe('full');
    // The key of the workflow can access only this project, and expires.
    expect(caller?.projectId).toBe((await store.accounts.projectBySlug('octo-api')).id);
    const days = (Date.parse(caller?.expiresAt ?? '') - Date.now()) / 86_400_000;
    expect(days).toBeCloseTo(365, 1);
    expect(lines.join('\n')).toContain(`rotate-key ${caller?.keyId}`);
    expect(await store.accounts.reachableProject(caller?.userId ?? '', 'octo-api')).toBeDefined();
    await store.close();
    expect(lines.join('\n').split(key)).toHaveLength(2);
  });

  it('without an installation id, bootstrap prints a workflow that connects no data source', async () => {
    const { must } = createCli();
    const lines = await must(...ARGS);
    expect(lines.join('\n')).toContain('connect: "false"');
    expect(lines.join('\n')).not.toContain('installation-id');
  });

  it.each(['http://127.0.0.1:8787', 'http://localhost:8787', 'http://[::1]:8787'])(
    'bootstrap prints no instructions for GitHub with the base URL %s, which GitHub cannot reach',
    async (url) => {
      const { must } = createCli();
      const lines = await must(...ARGS.with(-1, url));
      expect(lines.join('\n')).toMatch(/csk_[\w-]{43}/);
      expect(lines.join('\n')).toContain(
        `GitHub cannot reach ${url}. To sync the docs folder of a repository on this machine`,
      );
      // Another test runs this command.
      expect(lines.at(-1)).toContain(formatSyncCommand({ baseUrl: url, project: 'octo-api' }));
      expect(lines.join('\n')).not.toMatch(/secret|workflow|OWNER/);
    },
  );

  it('bootstrap reuses an existing user', async () => {
    const { must, file } = createDatabase();
    await must('create-member', EMAIL);
    await must(...ARGS);
    expect(getRows(file, 'SELECT email FROM users')).toEqual([{ email: EMAIL }]);
  });

  it('bootstrap changes nothing if one of its steps fails', async () => {
    const { run, file, must } = createCli();
    await must(...ARGS);
    const againResult = await run([...ARGS.with(3, 'second@example.com'), '--database', file]);
    expect([againResult.code, againResult.out, againResult.errors]).toEqual([
      1,
      [],
      [expect.stringMatching(/^project "octo-api" already exists: choose another slug/)],
    ]);
    expect(getRows(file, 'SELECT email FROM users')).toEqual([{ email: EMAIL }]);
    expect(getRows(file, 'SELECT count(*) AS count FROM keys')).toEqual([{ count: 1 }]);
  });

  it.each([
    [['bootstrap', 'octo-api', '--base-url', 'https://x'], "required option '--owner <email>'"],
    [['bootstrap', 'octo-api', '--owner', EMAIL], "required option '--base-url <url>'"],
    [['bootstrap', 'octo-api', '--owner', EMAIL, '--base-url', 'sync'], '--base-url "sync" is not a URL'],
    [['bootstrap', 'octo-api', '--owner', EMAIL, '--base-url', 'http://sync.example.com'], 'uses http'],
    [['bootstrap', 'octo-api', '--owner', EMAIL, '--base-url', 'https://x.example.com/api/v1'], 'ends in /api/v1'],
    [
      ['bootstrap', 'octo-api', '--owner', EMAIL, '--base-url', 'https://ann:hunter2@x.example.com'],
      '--base-url "https://x.example.com/" contains a user name or password',
    ],
    [[...ARGS, '--action', 'context-sync'], '--action must have the form owner/name@ref (got "context-sync")'],
    [[...ARGS, '--installation-id', 'mine'], '--installation-id must be a number (got "mine")'],
  ])('bootstrap exits with code 2 for the arguments %j', async (args, message) => {
    const { run, file } = createCli();
    const { code, errors } = await run([...args, '--database', file]);
    expect(code).toBe(2);
    expect(errors.join('\n')).toContain(message);
  });

  it('bootstrap prints a workflow that uses the action given with --action', async () => {
    const { must } = createCli();
    const lines = await must(...ARGS, '--action', 'acme/context-sync@v2');
    expect(lines).toContain('      - uses: acme/context-sync@v2');
    expect(lines.join('\n')).not.toContain('OWNER');
  });

  it('bootstrap prints the same workflow as the documented example', () => {
    const example = readFileSync(new URL('../../../../examples/push-and-pull-request.yml', import.meta.url), 'utf8');
    const settings = { project: 'my-project', baseUrl: 'https://api.example.com', installationId: '12345678' };
    expect(`${formatWorkflow(settings)}\n`).toBe(example);
  });
});
