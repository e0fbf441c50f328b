import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createProgram, runCli } from './cli.ts';
import { openSqliteStore } from './open-store.ts';
import { Interruption } from './platform/cli/interruption.ts';
import { getRows, scratchFolder } from './platform/database/behavior/database.fixture.ts';
import { ITEM, projectPath } from './testing/service.fixture.ts';

const EMAIL = 'owner@example.com';

/** Creates a folder for a separate database. Returns functions that run commands on this database. */
function createCli() {
  const folder = scratchFolder();
  const file = join(folder, 'service.db');
  const run = async (...args: string[]) => {
    const out: string[] = [];
    const errors: string[] = [];
    const code = await runCli([...args, '--database', file], {
      out: (line) => out.push(line),
      error: (line) => errors.push(line),
      interruption: new Interruption(),
    });
    return { code, out, errors };
  };
  /**
   * Runs a command that must succeed.
   * @returns the output
   */
  const must = async (...args: string[]): Promise<string> => {
    const { code, out, errors } = await run(...args);
    expect({ code, errors }).toEqual({ code: 0, errors: [] });
    return out.join('\n');
  };
  return { folder, file, run, must };
}

/** Creates a CLI with an empty database. */
function openDatabase() {
  const place = createCli();
  void openSqliteStore(place.file).close();
  return place;
}

/** Starts `serve` on a free port. */
async function serve(file: string, ...args: string[]) {
  const interruption = new Interruption();
  const end = () => interruption.receive('SIGTERM');
  const errors: string[] = [];
  let listening: (line: string) => void = () => undefined;
  const startPromise = new Promise<string>((resolve) => {
    listening = resolve;
  });
  const code = runCli(['serve', '--port', '0', '--database', file, ...args], {
    out: (line) => listening(line),
    error: (line) => errors.push(line),
    interruption,
  });
  onTestFinished(async () => {
    end();
    await code;
  });
  const line = await Promise.race([startPromise, code.then((early) => `ended with ${early}: ${errors.join('\n')}`)]);
  const url = /^listening on (http:\S+)$/.exec(line)?.[1];
  expect(url, line).toBeDefined();
  return { url: url ?? '', errors, end, code };
}

describe('the CLI commands', () => {
  it('creates a user, a project, a member and valid API keys from the command line', async () => {
    const { file, must } = openDatabase();
    expect(await must('create-member', EMAIL)).toMatch(/^usr_[0-9a-f]{24}$/);
    expect(await must('create-member', 'second@example.com')).toMatch(/^usr_/);
    const project = await must('create-project', 'octo-api', '--owner', EMAIL, '--name', 'Octo API');
    expect(project).toMatch(/^prj_[0-9a-f]{24}$/);
    const key = await must('create-key', EMAIL);
    const readOnly = await must('create-key', EMAIL, '--read-only');
    const seconds = await must('create-key', 'second@example.com');
    for (const each of [key, readOnly, seconds]) expect(each).toMatch(/^csk_[\w-]{43}$/);

    const { url, errors, end, code } = await serve(file);
    const sendRequest = (each: string, path: string, method = 'GET') =>
      fetch(url + path, {
        method,
        headers: { authorization: `Bearer ${each}`, 'content-type': 'application/json' },
        ...(method === 'POST' ? { body: JSON.stringify(ITEM) } : {}),
      });
    const shownResponse = await sendRequest(key, projectPath());
    expect(shownResponse.status).toBe(200);
    expect(await shownResponse.json()).toMatchObject({ id: project, slug: 'octo-api', name: 'Octo API' });
    expect((await sendRequest(key, projectPath('/context'), 'POST')).status).toBe(201);
    expect((await sendRequest(readOnly, projectPath('/context'))).status).toBe(200);
    expect((await sendRequest(readOnly, projectPath('/context'), 'POST')).status).toBe(403);
    expect((await sendRequest(seconds, projectPath())).status).toBe(404);
    // The running service must recognize a member that was added on the command line.
    await must('add-member', 'octo-api', 'second@example.com');
    expect((await sendRequest(seconds, projectPath())).status).toBe(200);

    end();
    expect(await code).toBe(0);
    expect(errors).toEqual([]);
    await expect(fetch(`${url}/health`)).rejects.toThrow('fetch failed');
  });

  it('the command create-project uses the slug as the project name by default', async () => {
    const { file, must } = openDatabase();
    await must('create-member', EMAIL);
    await must('create-project', 'octo-api', '--owner', EMAIL);
    expect(getRows(file, 'SELECT slug, name FROM projects')).toEqual([{ slug: 'octo-api', name: 'octo-api' }]);
  });

  it('the command create-key creates a different key each time and stores only its hash', async () => {
    const { file, must } = openDatabase();
    await must('create-member', EMAIL);
    const keys = [await must('create-key', EMAIL), await must('create-key', EMAIL, '--read-only')];
    expect(new Set(keys).size).toBe(2);
    const rows = getRows(file, 'SELECT * FROM keys ORDER BY access');
    expect(rows.map(({ access }) => access)).toEqual(['full', 'read-only']);
    for (const key of keys) expect(JSON.stringify(rows)).not.toContain(key.slice(4));
  });

  it('the command create-key with --capture creates a key that can only send logs of one project', async () => {
    const { file, must } = openDatabase();
    await must('create-member', EMAIL);
    await must('create-project', 'octo-api', '--owner', EMAIL);
    await must('create-key', EMAIL, '--capture', 'octo-api');
    const [row] = getRows(file, 'SELECT k.access, p.slug FROM keys k JOIN projects p ON p.id = k.project_id');
    expect(row).toEqual({ access: 'capture', slug: 'octo-api' });
    expect(await must('list-keys')).toContain('capture octo-api');
  });

  it('a CLI command commits its changes and closes the database', async () => {
    const { folder, file, must } = openDatabase();
    await must('create-member', EMAIL);
    await must('create-member', 'second@example.com');
    // SQLite deletes the files of its write-ahead log when the last connection closes.
    expect(readdirSync(folder)).toEqual(['service.db']);
    expect(getRows(file, 'SELECT email FROM users ORDER BY email')).toEqual([
      { email: EMAIL },
      { email: 'second@example.com' },
    ]);
  });
});

describe('failing CLI commands', () => {
  it.each([
    ['an existing user', ['create-member', EMAIL], `member "${EMAIL}" already exists`],
    ['an existing project slug', ['create-project', 'octo-api', '--owner', EMAIL], 'project "octo-api" already exists'],
    ['a project whose owner is unknown', ['create-project', 'new', '--owner', 'x@y.z'], 'there is no member "x@y.z"'],
    ['an invalid slug', ['create-project', 'Octo API', '--owner', EMAIL], '"Octo API" is not a valid slug'],
    ['a new member of an unknown project', ['add-member', 'nothing', EMAIL], 'there is no project "nothing"'],
    ['an unknown user as a new member', ['add-member', 'octo-api', 'x@y.z'], 'there is no member "x@y.z"'],
    ['a key for an unknown user', ['create-key', 'x@y.z'], 'there is no member "x@y.z"'],
  ])('a CLI command exits with code 1 and a one-line error message for %s', async (_name, args, message) => {
    const { run, must } = openDatabase();
    await must('create-member', EMAIL);
    await must('create-project', 'octo-api', '--owner', EMAIL);
    const { code, errors } = await run(...args);
    expect(code).toBe(1);
    expect(errors).toHaveLength(1);
    expect(errors[0]).toContain(message);
    expect(errors[0]).not.toContain('\n');
  });

  it('the command create-project creates nothing and prints no id if the owner is unknown', async () => {
    const { file, run, must } = openDatabase();
    const failedResult = await run('create-project', 'octo-api', '--owner', EMAIL);
    expect(failedResult.code).toBe(1);
    expect(failedResult.out).toEqual([]);
    expect(getRows(file, 'SELECT slug FROM projects')).toEqual([]);
    await must('create-member', EMAIL);
    await must('create-project', 'octo-api', '--owner', EMAIL);
  });

  it.each([
    [
      'with a newer schema',
      'schema',
      (file: string) => {
        const database = new DatabaseSync(file);
        database.exec('PRAGMA user_version = 1000');
        database.close();
      },
    ],
    ['that is a text file', 'not a database', (file: string) => writeFileSync(file, 'Dear diary, '.repeat(200))],
    ['that is a folder', 'service.db', (file: string) => mkdirSync(file)],
  ])('a CLI command exits with code 1 and an error message for a database %s', async (_name, message, make) => {
    const { file, run } = createCli();
    make(file);
    for (const args of [
      ['create-member', EMAIL],
      ['serve', '--port', '0'],
    ]) {
      const { code, out, errors } = await run(...args);
      expect([code, out]).toEqual([1, []]);
      expect(errors.join('\n')).toContain(message);
      expect(errors.join('\n')).not.toContain('    at ');
    }
  });

  it('the command serve exits with code 1 and an error message if the port is in use', async () => {
    const { run } = createCli();
    const takenServer = createServer();
    await new Promise<void>((resolve) => takenServer.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void takenServer.close());
    const address = takenServer.address();
    const port = typeof address === 'object' && address ? String(address.port) : '';
    const { code, errors } = await run('serve', '--port', port);
    expect(code).toBe(1);
    expect(errors.join('\n')).toContain(port);
    expect(errors.join('\n')).not.toContain('    at ');
  });
});

describe('invalid CLI usage', () => {
  const WRONG: [string, string[], string][] = [
    ['no command', [], 'a command is required'],
    ['an unknown command', ['destroy'], "unknown command 'destroy'"],
    ['an unknown option', ['create-member', EMAIL, '--admin'], '--admin'],
    ['an option without a value', ['create-project', 'octo-api', '--owner'], '--owner'],
    ['a value for a flag', ['create-key', EMAIL, '--read-only=yes'], '--read-only'],
    ['two kinds of keys', ['create-key', EMAIL, '--read-only', '--capture', 'octo-api'], '--capture'],
    ['a user without an email', ['create-member'], "missing required argument 'email'"],
    ['a project without a slug', ['create-project', '--owner', EMAIL], "missing required argument 'slug'"],
    ['a project without an owner', ['create-project', 'octo-api'], "required option '--owner <email>' not specified"],
    ['a member without a project', ['add-member'], "missing required argument 'slug'"],
    ['a member without an email', ['add-member', 'octo-api'], "missing required argument 'email'"],
    ['a key without a user', ['create-key'], "missing required argument 'email'"],
    [
      'a port that is not a number',
      ['serve', '--port', 'http'],
      '--port (or CONTEXT_SYNC_PORT) must be an integer between 0 and 65535 (got "http")',
    ],
    ['a port that is too high', ['serve', '--port', '65536'], '(got "65536")'],
    ['a negative port', ['serve', '--port=-1'], '(got "-1")'],
    ['an empty port', ['serve', '--port='], 'must not be empty'],
  ];

  it.each(WRONG)(
    'a command line with %s exits with code 2, a one-line error and a reference to --help',
    async (_name, args, message) => {
      const { run } = createCli();
      const { code, out, errors } = await run(...args);
      expect([code, out]).toEqual([2, []]);
      expect(errors.join('\n').split('\n')).toEqual([
        expect.stringContaining(message),
        expect.stringMatching(/^Run "context-sync-service( [a-z-]+)? --help" for usage\.$/),
      ]);
    },
  );

  it.each([
    [['serve', '--prot', '1'], "unknown option '--prot' (Did you mean --port?)"],
    [['serve', '--port=1', '--rate-limits=5'], "unknown option '--rate-limits' (Did you mean --rate-limit?)"],
    [['create-key', EMAIL, '--databse', 'x'], "unknown option '--databse' (Did you mean --database?)"],
    [['--hlep'], "unknown option '--hlep' (Did you mean --help?)"],
    [['serve', '--bogus'], "unknown option '--bogus'"],
    [['create-key', EMAIL, '-x'], "unknown option '-x'"],
    [['backpu', 'x'], "unknown command 'backpu' (Did you mean backup?)"],
    [['bogus'], "unknown command 'bogus'"],
  ])('the error for the command line %j contains a similar name only if there is one', async (args, message) => {
    const { run } = createCli();
    const { code, errors } = await run(...args);
    const [first, second] = errors.join('\n').split('\n');
    expect([code, first]).toEqual([2, message]);
    expect(second).toMatch(/^Run "context-sync-service.* --help" for usage\.$/);
  });

  it.each(WRONG)('a command line with %s does not create a database', async (_name, args) => {
    const { file, run } = createCli();
    await run(...args);
    expect(existsSync(file)).toBe(false);
  });

  it.each([
    ['a second email address', ['create-member', 'new@example.com', 'second@example.com']],
    ['a project name without --name', ['create-project', 'new', 'api', '--owner', EMAIL]],
    ['a second member', ['add-member', 'octo-api', EMAIL, 'second@example.com']],
    ['a flag without dashes, which would create a full key', ['create-key', EMAIL, 'read-only']],
  ])('a command line with %s exits with code 2 and changes nothing', async (_name, args) => {
    const { run, must, file } = openDatabase();
    await must('create-member', EMAIL);
    await must('create-project', 'octo-api', '--owner', EMAIL);
    const rows = () => ['users', 'projects', 'members', 'keys'].map((table) => getRows(file, `SELECT * FROM ${table}`));
    const before = rows();
    const { code, out } = await run(...args);
    expect([code, out]).toEqual([2, []]);
    expect(rows()).toEqual(before);
  });

  it('the option --help prints the commands, exits with code 0 and creates no database', async () => {
    const { file, run } = createCli();
    const { code, out, errors } = await run('--help');
    expect([code, errors]).toEqual([0, []]);
    for (const command of ['serve', 'create-member', 'create-project', 'add-member', 'create-key', '--database']) {
      expect(out.join('\n')).toContain(command);
    }
    expect(existsSync(file)).toBe(false);
  });
});

describe('--help', () => {
  it.each([
    [
      'create-key',
      ['--read-only', '--capture <slug>', '--expires-days <days>', '--name <name>', '--database', '<email>'],
    ],
    ['serve', ['--port <port>', 'CONTEXT_SYNC_PORT', 'default: 8787']],
    ['api-description', ['choices: "set", "show", "remove"', 'file']],
  ])('--help lists the arguments and options of %s', async (command, texts) => {
    const { run } = createCli();
    const { code, out, errors } = await run(command, '--help');
    expect([code, errors]).toEqual([0, []]);
    for (const text of texts) expect(out.join('\n').replaceAll(/\s+/g, ' ')).toContain(text);
  });

  it.each([
    [undefined, 80],
    [60, 80],
    [90, 90],
    [300, 100],
  ])('the help of every command fits a terminal with %s columns, and is plain text', async (columns, width) => {
    const silent = { out: () => undefined, error: () => undefined, interruption: new Interruption() };
    const commands = createProgram(silent).commands.map((command) => [command.name()]);
    expect(commands.length).toBeGreaterThan(30);
    let widest = 0;
    for (const command of [[], ...commands]) {
      const lines: string[] = [];
      const terminal = { ...silent, out: (text: string) => void lines.push(...text.split('\n')), columns };
      expect(await runCli([...command, '--help'], terminal)).toBe(0);
      expect(lines.filter((line) => line.length > width || line.includes('`'))).toEqual([]);
      widest = Math.max(widest, ...lines.map((line) => line.length));
    }
    // The whole width is used.
    expect(widest).toBeGreaterThan(width - 5);
  });

  it('the help of --database and --logs states how to set a password, and what a backup lacks', async () => {
    const { run } = createCli();
    const { out } = await run('--help');
    const text = out.join('\n').replaceAll(/\s+/g, ' ');
    const [database = '', logs = ''] = text.split('--logs <URL>');
    for (const each of [database, logs]) {
      expect(each).toContain(
        'Set the variable if the URL contains a password, because other users of the machine can read options',
      );
    }
    expect(logs).toContain('clickhouses://… for TLS');
    expect(logs).toContain('backup does not include logs in ClickHouse');
  });

  it('the error for an incorrect command line suggests --help', async () => {
    const { run } = createCli();
    const { errors } = await run('create-key');
    expect(errors.join('\n')).toContain('Run "context-sync-service create-key --help" for usage.');
  });
});

describe('--version', () => {
  it('--version prints the package version, with and without a command', async () => {
    const { file, run } = createCli();
    const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
    for (const args of [[], ['list-members']]) {
      expect(await run(...args, '--version')).toEqual({ code: 0, out: [version], errors: [] });
    }
    expect(existsSync(file)).toBe(false);
  });
});
