import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { createCli, createDatabase, createProject, EMAIL } from '../../cli.fixture.ts';
import { openSqliteStore } from '../../open-store.ts';
import { getRows } from '../database/behavior/database.fixture.ts';

/** Arguments of every command that requires an existing database. */
const WITHOUT_CREATION: readonly (readonly string[])[] = [
  ['create-member', EMAIL],
  ['list-members'],
  ['revoke-member', EMAIL],
  ['restore-member', EMAIL],
  ['create-project', 'octo-api', '--owner', EMAIL],
  ['list-projects'],
  ['project', 'set', 'octo-api', '--anonymous-mcp', 'on'],
  ['close-project', 'octo-api'],
  ['reopen-project', 'octo-api'],
  ['add-member', 'octo-api', EMAIL],
  ['set-role', 'octo-api', EMAIL, 'member'],
  ['invite', 'octo-api', EMAIL],
  ['remove-member', 'octo-api', EMAIL],
  ['list-members', 'octo-api'],
  ['create-key', EMAIL],
  ['list-keys'],
  ['revoke-key', 'key_0'],
  ['api-description', 'show', 'octo-api'],
  ['backup', '/nowhere/out.ndjson'],
  ['rebuild-metrics', 'octo-api'],
  ['prune-logs', '--keep-logs-days', '30'],
];

describe('the --database option', () => {
  it('--database defaults to the value of an environment variable', async () => {
    const { folder, run } = createCli();
    const other = join(folder, 'environment.db');
    for (const file of [other, join(folder, 'named.db')]) void openSqliteStore(file).close();
    expect((await run(['create-member', EMAIL], other)).code).toBe(0);
    expect(getRows(other, 'SELECT email FROM users')).toEqual([{ email: EMAIL }]);
    const named = join(folder, 'named.db');
    expect((await run(['create-member', EMAIL, '--database', named], other)).code).toBe(0);
    expect(getRows(named, 'SELECT email FROM users')).toEqual([{ email: EMAIL }]);
  });

  it('the error for an unreachable PostgreSQL server does not contain the password', async () => {
    const { run } = createCli();
    const { code, out, errors } = await run(['list-members'], 'postgres://me:secret@127.0.0.1:1/sync');
    expect([code, out]).toEqual([1, []]);
    expect(errors.join('\n')).toContain('127.0.0.1:1/sync cannot be used');
    expect(errors.join('\n')).not.toContain('secret');
  });
});

describe('missing databases', () => {
  it.each(WITHOUT_CREATION.map((args) => [args]))(
    'the command %j does not create a missing database, and the error contains its full path',
    async (args) => {
      const { folder, file, run } = createCli();
      const { code, out, errors } = await run([...args, '--database', file]);
      expect([code, out]).toEqual([1, []]);
      expect(errors).toEqual([expect.stringContaining(`there is no file ${file}`)]);
      expect(errors[0]).toContain('Only the commands bootstrap, migrate, serve and restore create a database');
      expect(readdirSync(folder)).toEqual([]);
    },
  );

  it.each([
    ['an empty file', (file: string) => writeFileSync(file, '')],
    [
      'the database of another program',
      (file: string) => {
        const database = new DatabaseSync(file);
        database.exec('CREATE TABLE bookmarks (url TEXT)');
        database.close();
      },
    ],
  ])('a CLI command does not create tables in %s', async (_name, make) => {
    const { folder, file, run } = createCli();
    make(file);
    const before = readFileSync(file);
    const { code, errors } = await run(['list-members', '--database', file]);
    expect([code, errors]).toEqual([1, [expect.stringContaining(`${file} is not a database of this service`)]]);
    expect(readFileSync(file).equals(before)).toBe(true);
    expect(readdirSync(folder)).toEqual(['service.db']);
  });

  it('bootstrap creates the database if it does not exist', async () => {
    const { file, must } = createCli();
    await must('bootstrap', 'octo-api', '--owner', EMAIL, '--base-url', 'https://sync.example.com');
    expect(getRows(file, 'SELECT email FROM users')).toEqual([{ email: EMAIL }]);
  });
});

describe('database URLs', () => {
  it.each([
    ['mysql://root:secret@127.0.0.1/sync', 'mysql'],
    ['http://127.0.0.1:5432/sync', 'http'],
    ['file:///var/lib/context-sync.db', 'file'],
    ['MongoDB+SRV://root:secret@cluster', 'mongodb+srv'],
  ])('rejects a database URL with an unknown scheme: %s', async (url, scheme) => {
    const { run } = createCli();
    for (const args of [['list-members'], ['serve', '--port', '0']]) {
      const { code, out, errors } = await run(args, url);
      expect([code, out]).toEqual([1, []]);
      expect(errors).toEqual([expect.stringContaining(`a database URL cannot start with "${scheme}://"`)]);
      expect(errors[0]).not.toContain('secret');
    }
  });
});

describe('options of a CLI command', () => {
  it('a CLI command accepts only its own options', async () => {
    const { run } = createCli();
    const { code, errors } = await run(['create-member', EMAIL, '--read-only']);
    expect(code).toBe(2);
    expect(errors.join('\n')).toContain('--read-only');
  });

  it('the CLI accepts global options before the command', async () => {
    const { run, file } = createDatabase();
    expect((await run(['--database', file, 'create-member', EMAIL])).code).toBe(0);
  });
});

describe('old names of commands', () => {
  it.each([
    ['create-user', 'create-member', ['new@example.com']],
    ['list-users', 'list-members', []],
    ['revoke-user', 'revoke-member', [EMAIL]],
    ['restore-user', 'restore-member', [EMAIL]],
  ] as const)(
    'the old command name %s has the same effect as %s, and prints a warning',
    async (name, newName, args) => {
      const { run, file } = await createProject();
      const { code, errors } = await run(['--database', file, name, ...args]);
      expect([code, errors]).toEqual([
        0,
        [`warning: ${name} is now ${newName}; the next release does not know the old name`],
      ]);
    },
  );

  it('the command list-keys accepts the old option --user instead of --member', async () => {
    const { must } = await createProject();
    await must('create-key', EMAIL);
    expect(await must('list-keys', '--user', EMAIL)).toEqual(await must('list-keys', '--member', EMAIL));
  });

  it('the help lists only the new names of commands and options', async () => {
    const { run } = createCli();
    const { out } = await run(['--help']);
    expect(out.join('\n')).toMatch(/^ {2}create-member <email> /m);
    expect(out.join('\n')).not.toMatch(/create-user|list-users/);
  });
});
