import { once } from 'node:events';
import { get } from 'node:http';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { runCli } from '../cli.ts';
import { createKey } from '../platform/access/api-keys.ts';
import { Interruption } from '../platform/cli/interruption.ts';
import { readPackageVersion } from '../platform/cli/package-version.ts';
import { scratchFolder } from '../platform/database/behavior/database.fixture.ts';
import { projectPath } from '../testing/service.fixture.ts';

const VERSION = readPackageVersion();

/**
 * Runs `serve` until the test ends.
 * @returns the output after the service accepts connections; the exit code if the command ends before that
 */
async function serve(args: readonly string[], environment: Record<string, string> = {}) {
  const interruption = new Interruption();
  const out: string[] = [];
  const errors: string[] = [];
  let listening = (): void => undefined;
  const startPromise = new Promise<void>((resolve) => {
    listening = resolve;
  });
  const database = join(scratchFolder(), 'service.db');
  const code = runCli(['serve', '--database', database, ...args], {
    out: (line) => {
      out.push(line);
      if (line.startsWith('listening')) listening();
    },
    error: (line) => errors.push(line),
    interruption,
    environment: { CONTEXT_SYNC_PORT: '0', ...environment },
  });
  onTestFinished(async () => {
    interruption.receive('SIGTERM');
    await code;
  });
  const early = await Promise.race([startPromise, code]);
  const url = /^listening on (\S+)$/.exec(out[0] ?? '')?.[1] ?? '';
  return { early, out, errors, url, statuses: async (times: number) => getStatuses(url, times) };
}

async function getStatuses(url: string, times: number): Promise<number[]> {
  const statuses: number[] = [];
  for (let time = 0; time < times; time += 1) statuses.push((await fetch(url + projectPath())).status);
  return statuses;
}

it('the command serve reads settings from environment variables', async () => {
  const { statuses } = await serve([], { CONTEXT_SYNC_ANONYMOUS_RATE_LIMIT: '2' });
  expect(await statuses(3)).toEqual([401, 401, 429]);
});

it('options of the command serve take precedence over environment variables', async () => {
  const { statuses } = await serve(['--anonymous-rate-limit', '1'], { CONTEXT_SYNC_ANONYMOUS_RATE_LIMIT: '50' });
  expect(await statuses(2)).toEqual([401, 429]);
});

it('the command serve applies no rate limits if they are set to 0', async () => {
  const { statuses } = await serve(['--anonymous-rate-limit', '0', '--rate-limit', '0']);
  expect(new Set(await statuses(700))).toEqual(new Set([401]));
});

it('the command serve exposes metrics if a metrics port is set, and prints their URL', async () => {
  const { out } = await serve(['--metrics-port', '0']);
  await expect.poll(() => out[1]).toMatch(/^metrics on http:\/\/127\.0\.0\.1:\d+\/metrics$/);
  expect((await fetch(out[1]?.slice('metrics on '.length) ?? '')).status).toBe(200);
});

it.each([
  ['by an option', ['--json-logs'], {}],
  ['by an environment variable', [], { CONTEXT_SYNC_JSON_LOGS: 'true' }],
])('the command serve logs requests as JSON if configured %s', async (_name, args, environment) => {
  const { out, statuses } = await serve(args, environment);
  await statuses(1);
  const lines = out.slice(1).map((line) => JSON.parse(line));
  expect(lines.filter(({ message }) => message === 'request')).toMatchObject([{ status: 401 }]);
  expect(lines.filter(({ message }) => message !== 'request')).toMatchObject([
    {
      level: 'info',
      message: 'started',
      version: VERSION,
      database: expect.stringMatching(/^SQLite \/.*service\.db$/),
    },
    { level: 'warn', message: 'authentication failed', counts: { 'no key from 127.0.0.1': 1 } },
  ]);
});

it('the command serve logs authentication failures as text, but never the key', async () => {
  const { out, url } = await serve([]);
  const key = createKey();
  expect((await fetch(url + projectPath(), { headers: { authorization: `Bearer ${key}` } })).status).toBe(401);
  expect(out.slice(2)).toEqual(['authentication failed: 1 × unknown key from 127.0.0.1']);
});

it('the command serve accepts metrics requests only for the configured host names', async () => {
  const { early, errors } = await serve(['--metrics-hosts', 'http://metrics.example.com/x']);
  expect([early, errors[0]]).toEqual([2, expect.stringContaining('--metrics-hosts (or CONTEXT_SYNC_METRICS_HOSTS)')]);
  const { out } = await serve(['--metrics-port', '0', '--metrics-hosts', 'metrics.example.com']);
  await expect.poll(() => out[1]).toMatch(/^metrics on /);
  const port = new URL(out[1]?.slice('metrics on '.length) ?? '').port;
  expect(await statusUnder('metrics.example.com', port)).toBe(200);
  expect(await statusUnder('evil.example.com', port)).toBe(403);
});

/**
 * Requests /metrics with a custom Host header, which `fetch` cannot send.
 * @returns the status
 */
async function statusUnder(host: string, port: string): Promise<number | undefined> {
  const [response] = await once(get({ port, host: '127.0.0.1', path: '/metrics', headers: { host } }), 'response');
  response.resume();
  return response.statusCode;
}

it.each([
  ['--rate-limit', 'many', 'CONTEXT_SYNC_RATE_LIMIT'],
  ['--stop-within', '-1', 'CONTEXT_SYNC_STOP_WITHIN'],
  ['--keep-logs-days', '', 'must not be empty'],
  ['--metrics-port', '65536', 'between 0 and 65535'],
  ['--max-key-bytes-per-day', '1GB', 'must be a size such as 500MiB, 20GiB or 1TiB, or 0 for no limit (got "1GB")'],
  ['--public-url', 'https://sync.example.com/app', 'without a path (got "https://sync.example.com/app")'],
  ['--public-url', 'ftp://sync.example.com', 'CONTEXT_SYNC_PUBLIC_URL'],
  ['--smtp-url', 'mail.example.com', 'must be a URL such as smtp://host or smtps://host, without a path'],
  [
    '--smtp-url',
    'smtp://mail.example.com',
    '--smtp-from (or CONTEXT_SYNC_SMTP_FROM) must be the email address of the sender',
  ],
  ['--max-database-size', '-5', 'CONTEXT_SYNC_MAX_DATABASE_SIZE'],
  ...['--max-key-bytes-per-day', '--max-project-size', '--max-database-size', '--max-held-size'].flatMap((option) =>
    ['1', '5', '500KiB', '1048575'].map((size) => [
      option,
      size,
      `must be at least 1MiB, or 0 for no limit (got "${size}")`,
    ]),
  ),
])('the command serve rejects the option %s with the value %j', async (option, value, message) => {
  const { early, errors } = await serve([`${option}=${value}`]);
  expect(early).toBe(2);
  expect(errors[0]).toContain(message);
});

it('the error of the command serve about an invalid mail server URL does not contain the password', async () => {
  const { early, errors } = await serve(['--smtp-url', 'smtp://sync:secret-word@mail.example.com:port']);
  expect([early, errors.join()]).toEqual([2, expect.not.stringContaining('secret-word')]);
});

it('the command serve accepts the smallest size for each limit', async () => {
  const sizes = ['max-key-bytes-per-day', 'max-project-size', 'max-database-size', 'max-held-size'];
  const { statuses } = await serve(sizes.map((name) => `--${name}=1MiB`));
  expect(await statuses(1)).toEqual([401]);
});

it('the command serve rejects a Boolean environment variable that is neither true nor false', async () => {
  const { early, errors } = await serve([], { CONTEXT_SYNC_TRUST_PROXY: 'maybe' });
  expect([early, errors[0]]).toEqual([2, expect.stringContaining('must be "true" or "false" (got "maybe")')]);
});
