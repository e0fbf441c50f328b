import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { POSTGRES_MIGRATIONS } from '../../../areas.ts';
import { runCli } from '../../../cli.ts';
import { openPostgresStore } from '../../../open-postgres-store.ts';
import { Interruption } from '../../cli/interruption.ts';
import { MAINS, startProcess } from '../behavior/process.fixture.ts';
import { type PostgresServer, query, startPostgres } from './server.fixture.ts';

const ROLES = fileURLToPath(new URL('../../../../deploy/roles.sql', import.meta.url));

let server: PostgresServer;
let admin: URL;
let owner: string;
let service: string;

/** Returns the URL of the database `context_sync` for a role. */
function getUrl(role: string): string {
  const url = new URL(admin);
  url.username = role;
  url.pathname = '/context_sync';
  return url.href;
}

beforeAll(async () => {
  server = await startPostgres();
  admin = new URL(await server.database());
  const { status, stderr } = spawnSync(
    'psql',
    ['-v', 'ON_ERROR_STOP=1', '-v', 'owner_password=one', '-v', 'service_password=two', '-f', ROLES, admin.href],
    { encoding: 'utf8' },
  );
  expect(stderr).toBe('');
  expect(status).toBe(0);
  [owner, service] = [getUrl('context_sync_owner'), getUrl('context_sync')];
});
afterAll(() => server.stop());

async function run(databaseUrl: string, ...args: string[]) {
  const out: string[] = [];
  const errors: string[] = [];
  const code = await runCli(args, {
    out: (line) => out.push(line),
    error: (line) => errors.push(line),
    interruption: new Interruption(),
    databaseUrl,
  });
  return { code, out: out.join('\n'), errors: errors.join('\n') };
}

it('the PostgreSQL role of the service cannot create the schema, and the error contains the command that does', async () => {
  const { code, errors } = await run(service, 'serve', '--port', '0');
  expect(code).toBe(1);
  expect(errors).toContain(
    'its schema is missing or older than this version of the service, and this role cannot change it',
  );
  expect(errors).toContain('Run the command "migrate" as the role that owns the tables');
});

it('the PostgreSQL role of the service has all required rights after the owner has run the command migrate', async () => {
  expect(await run(owner, 'migrate')).toEqual({ code: 0, out: 'The schema is up to date', errors: '' });
  const bootstrap = ['bootstrap', 'octo-api', '--owner', 'owner@example.com', '--base-url', 'https://sync.example.com'];
  const { code, out, errors } = await run(service, ...bootstrap);
  expect([code, errors]).toEqual([0, '']);
  const key = /csk_[\w-]{43}/.exec(out)?.[0] ?? '';

  const runningProcess = await startProcess(MAINS.sources, service);
  const send = (method: string, path: string, body?: unknown) =>
    fetch(`${runningProcess.url}${path}`, {
      method,
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  expect((await send('GET', '/ready')).status).toBe(200);
  const item = { title: 'Refunds', content: 'How to refund a payment.', public: true };
  const createdResponse = await send('POST', '/api/v1/projects/octo-api/context', item);
  expect(createdResponse.status).toBe(201);
  const { id } = (await createdResponse.json()) as { id: string };
  expect((await send('GET', '/api/v1/projects/octo-api/context-search?q=refund')).status).toBe(200);
  expect((await send('DELETE', `/api/v1/projects/octo-api/context/${id}`)).status).toBeLessThan(300);
  expect(await runningProcess.stop()).toBe(0);
  expect(runningProcess.errors()).toBe('');
});

it.each([
  'CREATE TABLE other (id TEXT)',
  'DROP TABLE logs',
  'ALTER TABLE logs ADD COLUMN other TEXT',
  'TRUNCATE audit',
  'CREATE FUNCTION other() RETURNS INTEGER LANGUAGE sql AS $$ SELECT 1 $$',
])('the role of the service may not run "%s"', async (sql) => {
  await expect(query(service, sql)).rejects.toMatchObject({ code: '42501' });
});

it('a new migration is rejected for the role of the service and applied for the owner, and its table can be used', async () => {
  const migrations = [...POSTGRES_MIGRATIONS, { name: 'later', sql: 'CREATE TABLE later (id TEXT)' }];
  await expect(openPostgresStore(service, { migrations })).rejects.toThrow('Run the command "migrate"');
  await (await openPostgresStore(owner, { migrations })).close();
  await query(service, "INSERT INTO later VALUES ('one')");
  await (await openPostgresStore(service, { migrations })).close();
});

it('a PostgreSQL role without read access to the tables gets an error with the fix', async () => {
  await query(admin.href, 'CREATE ROLE stranger LOGIN; GRANT CONNECT ON DATABASE context_sync TO stranger');
  await query(getUrl('postgres'), 'GRANT USAGE ON SCHEMA public TO stranger');
  const { code, errors } = await run(getUrl('stranger'), 'list-members');
  expect(code).toBe(1);
  expect(errors).toContain('permission denied for table migrations. Grant the role the rights');
});
