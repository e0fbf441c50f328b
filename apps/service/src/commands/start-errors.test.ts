import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createCli } from '../cli.fixture.ts';
import { openSqliteStore } from '../open-store.ts';
import { MAIN_SOURCE } from '../testing/sources.fixture.ts';

/** An unprivileged user, because root can read and write every file and listen on every port. */
const UNPRIVILEGED = { uid: 65_534, gid: 65_534 };
const isRoot = process.getuid?.() === 0;

/** Runs the program in a process of an unprivileged user. */
async function runUnprivileged(args: readonly string[]) {
  const child = spawn(process.execPath, [...MAIN_SOURCE, ...args], {
    cwd: '/',
    env: { PATH: process.env.PATH, NODE_NO_WARNINGS: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...UNPRIVILEGED,
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [out, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { code, out: [out].filter((each) => each !== ''), errors: [errors] };
}

/** A failing start, with texts that the message must contain: the value, the reason and the fix. */
interface StartFailure {
  readonly name: string;
  readonly args: (folder: string) => readonly string[] | Promise<readonly string[]>;
  readonly databaseUrl?: string;
  readonly contains: readonly (string | RegExp)[];
  /** Whether the program must run as an unprivileged user. */
  readonly unprivileged?: true;
}

async function occupyPort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  return String(typeof address === 'object' && address !== null ? address.port : 0);
}

const serve = (...args: readonly string[]) => ['serve', ...args];
const atDatabase = (database: string) => serve('--port', '0', '--database', database);
const inMemory = ['--database', ':memory:'];

const LISTEN_FAILURES: readonly StartFailure[] = [
  {
    name: 'a port in use',
    args: async () => serve('--port', await occupyPort(), ...inMemory),
    contains: [
      /cannot listen on 127\.0\.0\.1, port \d+: another program uses the port/,
      'Stop',
      '--port (or CONTEXT_SYNC_PORT)',
    ],
  },
  {
    name: 'a port of the metrics in use',
    args: async () => serve('--port', '0', '--metrics-port', await occupyPort(), ...inMemory),
    contains: ['another program uses the port', '--metrics-port (or CONTEXT_SYNC_METRICS_PORT)'],
  },
  {
    name: 'an address of another machine',
    args: () => serve('--port', '0', '--host', '192.0.2.1', ...inMemory),
    contains: [
      '192.0.2.1, port 0: this machine does not have the IP address',
      '--host (or CONTEXT_SYNC_HOST)',
      '127.0.0.1',
    ],
  },
  {
    name: 'a metrics address of another machine',
    args: () => serve('--port', '0', '--metrics-port', '0', '--metrics-host', '192.0.2.1', ...inMemory),
    contains: ['this machine does not have the IP address 192.0.2.1', '--metrics-host (or CONTEXT_SYNC_METRICS_HOST)'],
  },
  {
    name: 'a host name without an address',
    args: () => serve('--port', '0', '--host', 'nothing.invalid', ...inMemory),
    contains: ['no IP address was found for the name "nothing.invalid"', '--host (or CONTEXT_SYNC_HOST)'],
  },
  {
    name: 'a privileged port',
    args: () => serve('--port', '80', ...inMemory),
    unprivileged: true,
    contains: ['port 80: this user may not use the port', '1024 or higher', '--port (or CONTEXT_SYNC_PORT)'],
  },
];

const FILE_FAILURES: readonly StartFailure[] = [
  {
    name: 'a folder that does not exist',
    args: (folder) => atDatabase(`${folder}/missing/service.db`),
    contains: [/the database .*missing\/service\.db cannot be used: there is no folder .*\/missing\./, 'Create it'],
  },
  {
    name: 'a path that is a folder',
    args: (folder) => atDatabase(folder),
    contains: ['cannot be used', /is a folder|cannot be opened/],
  },
  {
    name: 'a path below a file',
    args(folder) {
      writeFileSync(`${folder}/file`, '');
      return atDatabase(`${folder}/file/service.db`);
    },
    contains: [/\/file is not a folder/, 'another path'],
  },
  {
    name: 'a file that is not a database',
    args(folder) {
      writeFileSync(`${folder}/service.db`, 'Dear diary, '.repeat(500));
      return atDatabase(`${folder}/service.db`);
    },
    contains: ['is not a database', 'Check the path'],
  },
  {
    name: 'a folder that may not be written',
    args(folder) {
      chmodSync(folder, 0o755);
      return atDatabase(`${folder}/service.db`);
    },
    unprivileged: true,
    contains: [/this user may not write .*service\.db/, 'Allow it'],
  },
  {
    name: 'a database file that may only be read',
    async args(folder) {
      await openSqliteStore(`${folder}/service.db`).close();
      chmodSync(folder, 0o755);
      chmodSync(`${folder}/service.db`, 0o444);
      return atDatabase(`${folder}/service.db`);
    },
    unprivileged: true,
    contains: [/cannot be used: .*service\.db/, 'Allow'],
  },
  {
    name: 'a database file in a folder that may not be written',
    async args(folder) {
      await openSqliteStore(`${folder}/service.db`).close();
      chmodSync(folder, 0o755);
      chownSync(`${folder}/service.db`, UNPRIVILEGED.uid, UNPRIVILEGED.gid);
      return atDatabase(`${folder}/service.db`);
    },
    unprivileged: true,
    contains: [/cannot be used: .*service\.db/, 'Allow', 'folder'],
  },
  {
    name: 'an empty path',
    args: () => atDatabase(''),
    contains: ['--database must not be empty'],
  },
  {
    name: 'a backup into a folder that does not exist',
    async args(folder) {
      await openSqliteStore(`${folder}/service.db`).close();
      return ['backup', `${folder}/missing/backup.ndjson`, '--database', `${folder}/service.db`];
    },
    contains: [/backup .*missing\/backup\.ndjson cannot be written: there is no folder .*\/missing/, 'Create it'],
  },
  {
    name: 'a backup to restore that does not exist',
    args: (folder) => ['restore', `${folder}/backup.ndjson`, '--database', `${folder}/service.db`],
    contains: [/backup .*backup\.ndjson cannot be restored: there is no file/, 'Check the path'],
  },
  {
    name: 'an OpenAPI document that does not exist',
    args: (folder) => [
      'api-description',
      'set',
      'octo-api',
      `${folder}/openapi.yaml`,
      '--database',
      `${folder}/service.db`,
    ],
    contains: [/OpenAPI document .*openapi\.yaml cannot be read: there is no file/, 'Check the path'],
  },
  {
    name: 'an OpenAPI document that is a folder',
    args: (folder) => ['api-description', 'set', 'octo-api', folder, '--database', `${folder}/service.db`],
    contains: [/cannot be read: .* is a folder/, 'Give the path of a file'],
  },
];

const URL_FAILURES: readonly StartFailure[] = [
  {
    name: 'a PostgreSQL server that does not run',
    args: async () => serve('--port', '0'),
    databaseUrl: 'postgres://postgres:secret@127.0.0.1:1/context_sync',
    contains: [
      'the database 127.0.0.1:1/context_sync cannot be used',
      'Start PostgreSQL, or correct the host and the port',
    ],
  },
  {
    name: 'a PostgreSQL host without an address',
    args: () => serve('--port', '0'),
    databaseUrl: 'postgres://postgres:secret@nothing.invalid/context_sync',
    contains: ['the database nothing.invalid/context_sync cannot be used', 'Correct the host name'],
  },
  {
    name: 'a URL that cannot be parsed',
    args: () => serve('--port', '0'),
    databaseUrl: 'postgres://postgres:sec/ret@127.0.0.1:port/context_sync',
    contains: ['DATABASE_URL cannot be used', 'encode special characters'],
  },
  {
    name: 'a CA certificate that does not exist',
    args: () => serve('--port', '0'),
    databaseUrl: 'postgres://postgres:secret@127.0.0.1/x?sslmode=verify-full&sslrootcert=/missing/ca.pem',
    contains: ['there is no file /missing/ca.pem', 'Check the path'],
  },
  {
    name: 'a URL of another database',
    args: () => serve('--port', '0'),
    databaseUrl: 'mysql://root:secret@127.0.0.1/x',
    contains: ['"mysql://"', 'use postgres://'],
  },
];

describe.each([
  ['a listening address', LISTEN_FAILURES],
  ['a file', FILE_FAILURES],
  ['a database URL', URL_FAILURES],
] as const)('a command that cannot start because of %s', (_name, failures) => {
  it.each(failures)('the error for $name contains the value, the reason and the fix', async (failure) => {
    if (failure.unprivileged && !isRoot) return;
    const { run, folder } = createCli();
    const args = await failure.args(folder);
    const result = failure.unprivileged ? await runUnprivileged(args) : await run(args, failure.databaseUrl);
    const [code, out, errors] = [result.code, result.out.join('\n'), result.errors.join('\n')];
    for (const each of failure.contains) expect(errors).toMatch(each);
    expect(out).toBe('');
    expect(code).toBeGreaterThan(0);
    expect(errors.trimEnd().split('\n').length).toBeLessThanOrEqual(2);
    // The message must contain no stack trace, no raw system error, and no password.
    expect(errors).not.toMatch(/^ {4}at |secret|errno|\bE[A-Z]{4,}: /m);
  });
});
