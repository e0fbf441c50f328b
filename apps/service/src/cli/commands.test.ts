import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { hashKey } from '../access/keys.ts';
import { LOG } from '../http/service.fixture.ts';
import { rowsOf, scratchFolder } from '../store/behaviour/database.fixture.ts';
import { openSqliteStore } from '../store/sqlite/store.ts';
import { runCli } from './cli.ts';
import { workflowOf } from './workflow.ts';

const EMAIL = 'owner@example.com';

function workplace() {
  const folder = scratchFolder();
  const file = join(folder, 'service.db');
  const run = async (args: readonly string[], databaseUrl?: string) => {
    const out: string[] = [];
    const errors: string[] = [];
    const code = await runCli(args, {
      out: (line) => out.push(line),
      error: (line) => errors.push(line),
      ended: Promise.resolve(),
      databaseUrl,
    });
    return { code, out, errors };
  };
  /** Runs a command that must succeed. @returns its lines */
  const must = async (...args: string[]): Promise<string[]> => {
    const { code, out, errors } = await run([...args, '--database', file]);
    expect({ code, errors }).toEqual({ code: 0, errors: [] });
    return out.flatMap((line) => line.split('\n'));
  };
  const open = () => openSqliteStore(file);
  return { folder, file, run, must, open };
}

/** A workplace with an owner and a project. */
async function withProject() {
  const place = workplace();
  await place.must('create-user', EMAIL);
  await place.must('create-project', 'octo-api', '--owner', EMAIL);
  return place;
}

const cells = (line: string | undefined) => (line ?? '').split(/ {2,}/);

describe('users, projects and members', () => {
  it('are listed', async () => {
    const { must } = await withProject();
    await must('create-user', 'second@example.com');
    await must('add-member', 'octo-api', 'second@example.com');
    expect(cells((await must('list-users'))[1])).toEqual([
      expect.stringMatching(/^usr_/),
      EMAIL,
      expect.stringMatching(/Z$/),
    ]);
    expect(cells((await must('list-projects'))[1])).toEqual([
      expect.stringMatching(/^prj_/),
      'octo-api',
      expect.stringMatching(/Z$/),
      'octo-api',
    ]);
    const members = await must('list-members', 'octo-api');
    expect(members.slice(1).map((line) => cells(line)[1])).toEqual([EMAIL, 'second@example.com']);
    await must('remove-member', 'octo-api', 'second@example.com');
    expect(await must('list-members', 'octo-api')).toHaveLength(2);
  });

  it('are taken away and given back', async () => {
    const { must, open } = await withProject();
    const [key = ''] = await must('create-key', EMAIL);
    const reach = async () => {
      const store = open();
      const caller = await store.accounts.caller(hashKey(key));
      const project = caller && (await store.accounts.reachableProject(caller.userId, 'octo-api'));
      await store.close();
      return [caller !== undefined, project !== undefined];
    };
    await must('revoke-user', EMAIL);
    expect(await reach()).toEqual([false, false]);
    expect((await must('list-users'))[1]).toMatch(/Z {2}.*Z$/);
    await must('restore-user', EMAIL);
    await must('close-project', 'octo-api');
    expect(await reach()).toEqual([true, false]);
    await must('reopen-project', 'octo-api');
    expect(await reach()).toEqual([true, true]);
  });
});

describe('keys', () => {
  it('have a name and a last day, and are listed with what became of them', async () => {
    const { must, open } = await withProject();
    const [key = ''] = await must('create-key', EMAIL, '--expires-days', '30', '--name', 'laptop', '--read-only');
    await must('create-key', EMAIL);
    const lines = (await must('list-keys', '--user', EMAIL)).slice(1).map(cells);
    const [id = '', email, access, created, state = '', name] = lines[0] ?? [];
    expect([email, access, name]).toEqual([EMAIL, 'read-only', 'laptop']);
    const days =
      (new Date(state.replace('works until ', '')).getTime() - new Date(created ?? '').getTime()) / 86_400_000;
    expect(days).toBeCloseTo(30, 2);
    expect(lines[1]?.[4]).toBe('works');
    await must('revoke-key', id);
    expect((await must('list-keys')).slice(1).map((line) => cells(line)[4])).toEqual([
      expect.stringMatching(/^revoked 2/),
      'works',
    ]);
    const store = open();
    expect(await store.accounts.caller(hashKey(key))).toBeUndefined();
    await store.close();
  });

  it.each(['0', '-1', '1.5', 'soon', '', '1000000'])('do not last %j days', async (days) => {
    const { run, file } = workplace();
    const { code, errors } = await run(['create-key', EMAIL, `--expires-days=${days}`, '--database', file]);
    expect(code).toBe(2);
    expect(errors.join('\n')).toContain(`--expires-days must be a whole number from 1 to 999999, not "${days}"`);
  });
});

describe('bootstrap', () => {
  const ARGS = ['bootstrap', 'octo-api', '--owner', EMAIL, '--base-url', 'https://sync.example.com/'];

  it('makes user, project and key, and prints a workflow that says how to reach them', async () => {
    const { must, open } = workplace();
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
    const caller = await store.accounts.caller(hashKey(key));
    expect(caller?.access).toBe('full');
    expect(await store.accounts.reachableProject(caller?.userId ?? '', 'octo-api')).toBeDefined();
    await store.close();
    expect(lines.join('\n').split(key)).toHaveLength(2);
  });

  it('connects nothing where it is not told what', async () => {
    const { must } = workplace();
    const lines = await must(...ARGS);
    expect(lines.join('\n')).toContain('connect: "false"');
    expect(lines.join('\n')).not.toContain('installation-id');
  });

  it('takes a user who is there', async () => {
    const { must, file } = workplace();
    await must('create-user', EMAIL);
    await must(...ARGS);
    expect(rowsOf(file, 'SELECT email FROM users')).toEqual([{ email: EMAIL }]);
  });

  it('leaves nothing behind when something is wrong', async () => {
    const { run, file, must } = workplace();
    await must(...ARGS);
    const again = await run([...ARGS.with(3, 'second@example.com'), '--database', file]);
    expect([again.code, again.out, again.errors]).toEqual([1, [], ['project "octo-api" exists already']]);
    expect(rowsOf(file, 'SELECT email FROM users')).toEqual([{ email: EMAIL }]);
    expect(rowsOf(file, 'SELECT count(*) AS count FROM keys')).toEqual([{ count: 1 }]);
  });

  it.each([
    [['bootstrap', 'octo-api', '--base-url', 'https://x'], 'needs --owner EMAIL'],
    [['bootstrap', 'octo-api', '--owner', EMAIL], 'needs --base-url URL'],
    [['bootstrap', 'octo-api', '--owner', EMAIL, '--base-url', 'sync'], '--base-url must be a URL, not "sync"'],
    [[...ARGS, '--installation-id', 'mine'], '--installation-id must be a number, not "mine"'],
  ])('ends with 2 and does nothing: %j', async (args, message) => {
    const { run, file } = workplace();
    const { code, errors } = await run([...args, '--database', file]);
    expect(code).toBe(2);
    expect(errors.join('\n')).toContain(message);
  });

  it('prints what the example shows', () => {
    const example = readFileSync(new URL('../../../../examples/push-and-pull-request.yml', import.meta.url), 'utf8');
    const settings = { slug: 'my-project', baseUrl: 'https://api.example.com', installationId: '12345678' };
    expect(`${workflowOf(settings)}\n`).toBe(example);
  });
});

describe('data', () => {
  it('is backed up and restored into another database', async () => {
    const { folder, must, run } = await withProject();
    const [key = ''] = await must('create-key', EMAIL);
    const file = join(folder, 'backup.ndjson');
    expect(await must('backup', file)).toEqual([`4 rows in ${file}`]);
    const other = join(folder, 'other.db');
    expect(await run(['restore', file, '--database', other])).toEqual({
      code: 0,
      out: [`4 rows from ${file}`],
      errors: [],
    });
    expect(rowsOf(other, 'SELECT hash FROM keys')).toEqual([{ hash: hashKey(key) }]);
    const again = await run(['restore', file, '--database', other]);
    expect([again.code, again.errors]).toEqual([1, ['the database has users already: restore into an empty one']]);
    const missing = await run(['restore', join(folder, 'none'), '--database', join(folder, 'third.db')]);
    expect(missing.code).toBe(1);
    expect(missing.errors.join('\n')).toContain('ENOENT');
  });

  it('loses the logs that are too old', async () => {
    const { must, open, file } = await withProject();
    const store = open();
    const [project] = await store.accounts.projects();
    await store.logs.add(project?.id ?? '', LOG);
    await store.logs.add(project?.id ?? '', { ...LOG, timestamp: new Date().toISOString() });
    await store.close();
    expect(await must('prune-logs', '--keep-logs-days', '30')).toEqual(['logs deleted: 1']);
    expect(rowsOf(file, 'SELECT count(*) AS count FROM logs')).toEqual([{ count: 1 }]);
  });

  it.each([['prune-logs'], ['serve', '--keep-logs-days', '0']])(
    'is not pruned without a number of days: %j',
    async (...args) => {
      const { run, file } = workplace();
      const { code, errors } = await run([...args, '--database', file]);
      expect(code).toBe(2);
      expect(errors.join('\n')).toContain('--keep-logs-days');
    },
  );
});

describe('the description of an API', () => {
  it('is set from a file, shown as it is, and removed', async () => {
    const { folder, must, run, file: database } = await withProject();
    const yaml = join(folder, 'api.yaml');
    writeFileSync(yaml, 'openapi: 3.1.0 # kept\ninfo: { title: Pets, version: "2" }\npaths: { /pets: { get: {} } }\n');
    expect(await must('api-description', 'set', 'octo-api', yaml)).toEqual(['Pets 2, OpenAPI 3.1.0, operations: 1']);
    expect(await must('api-description', 'show', 'octo-api')).toEqual(readFileSync(yaml, 'utf8').trimEnd().split('\n'));
    const json = join(folder, 'api');
    writeFileSync(json, '{"openapi":"3.0.3","info":{"title":"Pets","version":"3"},"paths":{}}');
    expect(await must('api-description', 'set', 'octo-api', json)).toEqual(['Pets 3, OpenAPI 3.0.3, operations: 0']);
    expect(rowsOf(database, 'SELECT format FROM api_descriptions')).toEqual([{ format: 'json' }]);
    await must('api-description', 'remove', 'octo-api');
    for (const action of ['show', 'remove']) {
      const { code, errors } = await run(['api-description', action, 'octo-api', '--database', database]);
      expect([code, errors]).toEqual([1, [expect.stringContaining('has no API description')]]);
    }
  });

  it.each<[string, string[], number, string]>([
    ['a file that is not there', ['set', 'octo-api', 'none.yaml'], 1, 'none.yaml cannot be read: ENOENT'],
    ['a project that is not there', ['show', 'nowhere'], 1, 'there is no project "nowhere"'],
    ['another action', ['get', 'octo-api'], 2, 'takes "set", "show" or "remove", not "get"'],
    ['no file to set', ['set', 'octo-api'], 2, 'api-description set needs FILE'],
    ['a file to show', ['show', 'octo-api', 'x.yaml'], 2, 'api-description show does not take "x.yaml"'],
    ['no project', ['show'], 2, 'api-description needs SLUG'],
    ['more than it takes', ['set', 'octo-api', 'a', 'b'], 2, 'does not take "b"'],
  ])('is refused for %s', async (_name, args, expected, message) => {
    const { run, file } = await withProject();
    const { code, errors } = await run(['api-description', ...args, '--database', file]);
    expect([code, errors.join('\n')]).toEqual([expected, expect.stringContaining(message)]);
  });

  it('is refused with the file, the rule and the fix when it is none', async () => {
    const { folder, run, file } = await withProject();
    const json = join(folder, 'api.json');
    writeFileSync(json, '{"swagger":"2.0"}');
    const { code, errors } = await run(['api-description', 'set', 'octo-api', json, '--database', file]);
    expect([code, errors.join('\n')]).toEqual([
      1,
      expect.stringMatching(/api\.json is refused: swagger is "2.0".*convert/),
    ]);
    expect(rowsOf(file, 'SELECT * FROM api_descriptions')).toEqual([]);
  });
});

describe('the settings of a project', () => {
  it('let readers without a key in, and out again', async () => {
    const { must } = await withProject();
    const shown = async () => cells((await must('list-projects'))[1])[3];
    expect(await shown()).toBe('octo-api');
    await must('project', 'set', 'octo-api', '--anonymous-mcp', 'on');
    expect(await shown()).toBe('on');
    await must('project', 'set', 'octo-api', '--anonymous-mcp', 'off');
    expect(await shown()).toBe('octo-api');
  });

  it.each<[string[], number, string]>([
    [['set', 'octo-api'], 2, 'needs --anonymous-mcp on or off'],
    [['set', 'octo-api', '--anonymous-mcp', 'yes'], 2, 'on or off, not "yes"'],
    [['get', 'octo-api'], 2, 'project takes "set", not "get"'],
    [['set', 'nowhere', '--anonymous-mcp', 'on'], 1, 'there is no project "nowhere"'],
  ])('are refused: %j', async (args, expected, message) => {
    const { run, file } = await withProject();
    const { code, errors } = await run(['project', ...args, '--database', file]);
    expect([code, errors.join('\n')]).toEqual([expected, expect.stringContaining(message)]);
  });
});

describe('the database', () => {
  it('is that of the environment where none is named', async () => {
    const { folder, run } = workplace();
    const other = join(folder, 'environment.db');
    expect((await run(['create-user', EMAIL], other)).code).toBe(0);
    expect(rowsOf(other, 'SELECT email FROM users')).toEqual([{ email: EMAIL }]);
    const named = join(folder, 'named.db');
    expect((await run(['create-user', EMAIL, '--database', named], other)).code).toBe(0);
    expect(rowsOf(named, 'SELECT email FROM users')).toEqual([{ email: EMAIL }]);
  });

  it('of PostgreSQL is named without its password when it cannot be used', async () => {
    const { run } = workplace();
    const { code, out, errors } = await run(['list-users'], 'postgres://me:secret@127.0.0.1:1/sync');
    expect([code, out]).toEqual([1, []]);
    expect(errors.join('\n')).toContain('127.0.0.1:1/sync cannot be used');
    expect(errors.join('\n')).not.toContain('secret');
  });
});

describe('a command', () => {
  it('takes its own options alone', async () => {
    const { run } = workplace();
    const { code, errors } = await run(['create-user', EMAIL, '--read-only']);
    expect(code).toBe(2);
    expect(errors.join('\n')).toContain('--read-only');
  });

  it('may stand behind its options', async () => {
    const { run, file } = workplace();
    expect((await run(['--database', file, 'create-user', EMAIL])).code).toBe(0);
  });
});
