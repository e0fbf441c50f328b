import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DOCUMENT } from '../areas/use-cases/workflow.fixture.ts';
import { createCli, createProject } from '../cli.fixture.ts';
import { getRows } from '../platform/database/behavior/database.fixture.ts';
import { SIGNAL_AT, startCli } from '../testing/cli-process.fixture.ts';
import { LOG } from '../testing/service.fixture.ts';

/** Creates a project with logs of several days. */
async function createLogs(days: readonly string[], logsPerDay: number) {
  const place = await createProject();
  const store = place.open();
  const { id } = await store.accounts.projectBySlug('octo-api');
  for (const day of days) {
    const logs = Array.from({ length: logsPerDay }, (_, index) => ({
      ...LOG,
      url: `/pets/${index}`,
      timestamp: `${day}T10:00:00.000Z`,
    }));
    await store.logs.addAll(id, logs);
  }
  await store.close();
  return { ...place, start: (args: readonly string[], preload?: string) => startAt(place.file, args, preload) };
}

function startAt(file: string, args: readonly string[], preload?: string) {
  return startCli([...args, '--database', file], preload === undefined ? {} : { preload });
}

const count = (file: string, table: string) => Number(getRows(file, `SELECT count(*) AS n FROM ${table}`)[0]?.n);

/** Creates a named pipe, which a process reads as a file that does not end. */
function createPipe(folder: string): string {
  const pipe = join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  return pipe;
}

describe('a signal during the command backup', () => {
  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('%s removes the unfinished file, and the same command can run again', async (signal, code) => {
    const { folder, must, start } = await createLogs(['2026-03-01'], 900);
    const file = join(folder, 'backup.ndjson');
    const before = readdirSync(folder);
    const result = await start(['backup', file], SIGNAL_AT.openingPart(signal)).end;
    expect(result).toMatchObject({ code, signal: null, out: '' });
    expect(result.errors).toMatch(
      new RegExp(
        String.raw`^Interrupted by ${signal}: the unfinished backup of \d+ rows was removed\. Run backup again\.\n$`,
      ),
    );
    expect(readdirSync(folder)).toEqual(before);
    await must('backup', file);
    expect(readFileSync(file, 'utf8').trimEnd().split('\n').length).toBeGreaterThan(900);
  });
});

describe('a signal during the command restore', () => {
  /** Starts a restore from a pipe, into which the beginning of a backup has been written. */
  async function startRestore() {
    const { folder, must } = await createLogs(['2026-03-01'], 900);
    const backup = join(folder, 'backup.ndjson');
    await must('backup', backup);
    const lines = readFileSync(backup, 'utf8').split(/(?<=\n)/);
    const pipe = createPipe(folder);
    const before = readdirSync(folder);
    const database = join(folder, 'restored.db');
    const restoring = startAt(database, ['restore', pipe]);
    // The pipe is open as soon as the process reads it.
    const writer = await open(pipe, 'w');
    await writer.write(lines.slice(0, 50).join(''));
    const writeRest = async () => {
      await writer.write(lines.slice(50).join('')).catch(() => undefined);
      await writer.close();
    };
    return { folder, before, backup, database, restoring, writeRest };
  }

  it('SIGTERM ends the command at its next safe point, and no database is left', async () => {
    const { folder, before, backup, database, restoring, writeRest } = await startRestore();
    expect(readdirSync(folder).filter((name) => name.startsWith('restored.db.'))).not.toEqual([]);
    restoring.kill('SIGTERM');
    await restoring.waitFor('errors', 'ends at its next safe point');
    await writeRest();
    const { code, out, errors } = await restoring.end;
    expect([code, out]).toEqual([143, '']);
    expect(errors.split('\n').at(-2)).toBe('Interrupted by SIGTERM: no database was created. Run restore again.');
    expect(readdirSync(folder)).toEqual(before);
    expect((await startAt(database, ['restore', backup]).end).code).toBe(0);
    expect(count(database, 'logs')).toBe(900);
  });

  it('a second signal ends the command immediately, and no database is left', async () => {
    const { folder, before, restoring } = await startRestore();
    restoring.kill('SIGTERM');
    await restoring.waitFor('errors', 'ends at its next safe point');
    restoring.kill('SIGINT');
    expect(await restoring.end).toMatchObject({ code: null, signal: 'SIGINT', out: '' });
    expect(readdirSync(folder)).toEqual(before);
  });
});

describe('a signal during other commands', () => {
  it('rebuild-metrics ends after the current day, with complete counts', async () => {
    const days = ['2026-03-01', '2026-03-02', '2026-03-03'];
    const { file, must, start } = await createLogs(days, 20);
    await must('rebuild-metrics', 'octo-api');
    const counts = () =>
      getRows(file, 'SELECT bucket, n FROM traffic WHERE grain = 1440 AND endpoint = 0 ORDER BY bucket');
    const before = counts();
    expect(before.map(({ n }) => n)).toEqual([20, 20, 20]);
    // The transactions before prepare the schema and the search index, and record the command in the audit log.
    const result = await start(['rebuild-metrics', 'octo-api'], SIGNAL_AT.commit(4, 'SIGINT')).end;
    expect(result).toEqual({
      code: 130,
      signal: null,
      out: '',
      errors: 'Interrupted by SIGINT: days counted again: 1. Run rebuild-metrics again to count all of them.\n',
    });
    expect(counts()).toEqual(before);
    expect(await must('rebuild-metrics', 'octo-api')).toEqual(['days counted again: 3']);
  });

  it('prune-logs ends after the current batch, and the next run deletes the others', async () => {
    const { file, must, start } = await createLogs(['2026-03-01'], 1_200);
    // The service has counted the logs.
    await must('rebuild-metrics', 'octo-api');
    const prune = ['prune-logs', '--keep-logs-days', '30'];
    const result = await start(prune, SIGNAL_AT.commit(3, 'SIGTERM')).end;
    expect(result).toEqual({
      code: 143,
      signal: null,
      out: '',
      errors: 'Interrupted by SIGTERM: logs deleted: 500. Run the command again to delete what is left.\n',
    });
    expect(count(file, 'logs')).toBe(700);
    expect(await must(...prune)).toEqual(['logs deleted: 700']);
  });

  it('a command of one transaction ends immediately', async () => {
    const { folder, file } = await createProject();
    const pipe = createPipe(folder);
    const importing = startAt(file, ['import-use-cases', 'octo-api', pipe]);
    const writer = await open(pipe, 'w');
    await writer.write(JSON.stringify(DOCUMENT));
    importing.kill('SIGINT');
    await importing.waitFor('errors', 'Interrupted by SIGINT: import-use-cases did not complete.');
    await writer.close();
    expect(await importing.end).toMatchObject({ code: 130, out: '' });
    expect(count(file, 'use_cases')).toBe(0);
  });

  it.each(['SIGINT', 'SIGTERM'] as const)(
    'serve prints what it uses, stops after %s, and exits with code 0',
    async (signal) => {
      const { file } = createCli();
      const serving = startAt(file, ['serve', '--port', '0']);
      await serving.waitFor('out', 'logs: ');
      serving.kill(signal);
      const { code, out, errors } = await serving.end;
      expect([code, errors]).toEqual([0, '']);
      const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
      expect(out.split('\n')).toEqual([
        expect.stringMatching(/^listening on http:\/\/127\.0\.0\.1:\d+$/),
        `context-sync-service ${version}; database: SQLite ${file}; logs: in the database`,
        `stopped after ${signal}`,
        '',
      ]);
    },
  );

  it('serve prints its state as JSON with --json-logs', async () => {
    const { file } = createCli();
    const serving = startAt(file, ['serve', '--port', '0', '--json-logs']);
    await serving.waitFor('out', '"started"');
    serving.kill('SIGTERM');
    const { out } = await serving.end;
    const [listening, ...lines] = out.trimEnd().split('\n');
    expect(listening).toMatch(/^listening on /);
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { level: 'info', message: 'started', database: `SQLite ${file}`, logs: 'in the database' },
      { level: 'info', message: 'stopped', signal: 'SIGTERM' },
    ]);
  });
});
