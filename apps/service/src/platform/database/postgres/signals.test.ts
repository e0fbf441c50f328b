import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createProject } from '../../../cli.fixture.ts';
import { SIGNAL_AT, startCli } from '../../../testing/cli-process.fixture.ts';
import { LOG } from '../../../testing/service.fixture.ts';
import { type PostgresServer, query, startPostgres } from './server.fixture.ts';

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.stop());

it('a signal during a restore into PostgreSQL leaves an empty database, and one during a backup leaves no file', async () => {
  const { folder, must, open: openStore } = await createProject();
  const store = openStore();
  const { id } = await store.accounts.projectBySlug('octo-api');
  await store.logs.addAll(
    id,
    Array.from({ length: 900 }, () => LOG),
  );
  await store.close();
  const backup = join(folder, 'backup.ndjson');
  await must('backup', backup);
  const lines = readFileSync(backup, 'utf8').split(/(?<=\n)/);
  const pipe = join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  const before = readdirSync(folder);
  const environment = { DATABASE_URL: await server.database() };

  const restoring = startCli(['restore', pipe], { environment });
  const writer = await open(pipe, 'w');
  await writer.write(lines.slice(0, 50).join(''));
  restoring.kill('SIGTERM');
  await restoring.waitFor('errors', 'ends at its next safe point');
  await writer.write(lines.slice(50).join('')).catch(() => undefined);
  await writer.close();
  const { code, errors } = await restoring.end;
  expect([code, errors.split('\n').at(-2)]).toEqual([
    143,
    'Interrupted by SIGTERM: nothing was restored. Run restore again.',
  ]);
  expect(await query(environment.DATABASE_URL, 'SELECT count(*)::int AS n FROM users')).toEqual([{ n: 0 }]);

  expect((await startCli(['restore', backup], { environment }).end).code).toBe(0);
  expect(await query(environment.DATABASE_URL, 'SELECT count(*)::int AS n FROM logs')).toEqual([{ n: 900 }]);
  const second = join(folder, 'second.ndjson');
  const result = await startCli(['backup', second], { environment, preload: SIGNAL_AT.openingPart('SIGINT') }).end;
  expect(result).toMatchObject({ code: 130, errors: expect.stringMatching(/^Interrupted by SIGINT: the unfinished/) });
  expect(readdirSync(folder)).toEqual(before);
});
