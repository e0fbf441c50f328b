import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createCli, createDatabase, createProject, EMAIL } from '../../cli.fixture.ts';
import { openStore } from '../../open-store.ts';
import { hashKey } from '../../platform/access/api-keys.ts';
import { getRows } from '../../platform/database/behavior/database.fixture.ts';
import { LOG } from '../../testing/service.fixture.ts';

describe('data commands', () => {
  it('a database can be backed up and restored into another database', async () => {
    const { folder, must, run } = await createProject();
    const [key = ''] = await must('create-key', EMAIL);
    const file = join(folder, 'backup.ndjson');
    expect(await must('backup', file)).toEqual([`Wrote 8 rows to ${file}`]);
    const other = join(folder, 'other.db');
    expect(await run(['restore', file, '--database', other])).toEqual({
      code: 0,
      out: [`Restored 8 rows from ${file}`],
      errors: [],
    });
    expect(getRows(other, 'SELECT hash FROM keys')).toEqual([{ hash: hashKey(key) }]);
    const againResult = await run(['restore', file, '--database', other]);
    expect([againResult.code, againResult.errors]).toEqual([
      1,
      ['the database already contains users: restore into an empty database'],
    ]);
    const missing = await run(['restore', join(folder, 'none'), '--database', join(folder, 'third.db')]);
    expect(missing.code).toBe(1);
    expect(missing.errors.join('\n')).toContain('there is no file');
  });

  it.each([
    ['is incomplete', (text: string) => text.replace(/[^\n]*\n$/, ''), 'the end of the file is missing'],
    ['was modified', (text: string) => text.replace(EMAIL, 'other@example.com'), 'the checksum does not match'],
    ['is empty', () => '', 'the end of the file is missing'],
  ])('a restore of a backup that %s leaves no database', async (_name, change, message) => {
    const { folder, must, run } = await createProject();
    const file = join(folder, 'backup.ndjson');
    await must('backup', file);
    writeFileSync(file, change(readFileSync(file, 'utf8')));
    const before = readdirSync(folder);
    const { code, out, errors } = await run(['restore', file, '--database', join(folder, 'other.db')]);
    expect([code, out, errors]).toEqual([1, [], [expect.stringContaining(message)]]);
    expect(readdirSync(folder)).toEqual(before);
  });

  it('a restore that fails does not change an existing empty database', async () => {
    const { folder, must, run } = await createProject();
    const file = join(folder, 'backup.ndjson');
    await must('backup', file);
    writeFileSync(file, readFileSync(file, 'utf8').replace(EMAIL, 'other@example.com'));
    const other = join(folder, 'other.db');
    await run(['migrate', '--database', other]);
    expect((await run(['restore', file, '--database', other])).code).toBe(1);
    expect(getRows(other, 'SELECT email FROM users')).toEqual([]);
  });

  it('the error of a restore into a missing folder contains the name of the database', async () => {
    const { folder, must, run } = await createProject();
    const file = join(folder, 'backup.ndjson');
    await must('backup', file);
    const { errors } = await run(['restore', file, '--database', join(folder, 'missing/other.db')]);
    expect(errors.join()).toContain(
      `the database ${join(folder, 'missing/other.db')} cannot be used: there is no folder`,
    );
    expect(errors.join()).not.toContain('.part');
  });

  it('a restored database is a complete file that only its owner can read', async () => {
    const { folder, must, run } = await createProject();
    const file = join(folder, 'backup.ndjson');
    await must('backup', file);
    const before = readdirSync(folder);
    const other = join(folder, 'other.db');
    expect((await run(['restore', file, '--database', other])).code).toBe(0);
    expect(readdirSync(folder)).toEqual([...before, 'other.db'].toSorted());
    expect(statSync(other).mode & 0o777).toBe(0o600);
  });

  it('the backup command writes no file if the database is empty', async () => {
    const { folder, file, run } = createDatabase();
    const { code, out, errors } = await run(['backup', join(folder, 'backup.ndjson'), '--database', file]);
    expect([code, out]).toEqual([1, []]);
    expect(errors).toEqual([expect.stringContaining('the database is empty, so there is nothing to back up')]);
    expect(readdirSync(folder)).toEqual(['service.db']);
  });

  it.each([
    ['prune-logs', '--keep-logs-days', '1'],
    ['prune-audit', '--keep-audit-days', '90'],
  ])(
    'the command %s deletes nothing while the clock is far ahead, until confirm-clock confirms the time',
    async (...command) => {
      const { file, run, must } = await createProject();
      const store = await openStore(file);
      const { id } = await store.accounts.projectBySlug('octo-api');
      await store.logs.add(id, LOG);
      await store.clock.confirm('2026-01-01T00:00:00.000Z');
      await store.close();
      const refusedResult = await run([...command, '--database', file]);
      expect([refusedResult.code, refusedResult.out]).toEqual([1, []]);
      expect(refusedResult.errors).toEqual([
        expect.stringMatching(/^The clock of this machine .*run "context-sync-service confirm-clock"\.$/),
      ]);
      expect(getRows(file, 'SELECT count(*) AS n FROM logs')).toEqual([{ n: 1 }]);
      expect(await must('confirm-clock')).toEqual([expect.stringMatching(/^Accepted \d{4}-/)]);
      expect((await must(...command))[0]).toMatch(/ deleted: \d$/);
    },
  );

  it('the command prune-logs deletes logs older than the given number of days', async () => {
    const { must, open, file } = await createProject();
    const store = open();
    const [project] = await store.accounts.projects();
    await store.logs.add(project?.id ?? '', LOG);
    await store.logs.add(project?.id ?? '', { ...LOG, timestamp: new Date().toISOString() });
    await store.close();
    expect(await must('prune-logs', '--keep-logs-days', '30')).toEqual(['logs deleted: 1']);
    expect(getRows(file, 'SELECT count(*) AS count FROM logs')).toEqual([{ count: 1 }]);
  });

  it('the command usage prints the size of each project and the bytes that each key has sent today', async () => {
    const { must, open } = await createProject();
    const store = open();
    const [project] = await store.accounts.projects();
    await store.logs.add(project?.id ?? '', { ...LOG, response: { body: 'x'.repeat(2_048) } });
    const today = Math.floor(Date.now() / 86_400_000) * 1_440;
    await store.usage.addKeyBytes([{ keyId: 'key_of_ann', day: today, bytes: 3 * 1_024 ** 2 }]);
    await store.close();
    const lines = await must('usage');
    expect(lines).toHaveLength(3);
    expect(lines[0]).toMatch(/^KIND +NAME +SIZE$/);
    expect(lines[1]).toMatch(/^project +octo-api +2\.\d KiB$/);
    expect(lines[2]).toMatch(/^key +key_of_ann +3 MiB$/);
  });

  it('the command rebuild-metrics counts the stored logs again, with the same result each time', async () => {
    const { must, open, file } = await createProject();
    const store = open();
    const [project] = await store.accounts.projects();
    await store.logs.addAll(project?.id ?? '', [LOG, { ...LOG, timestamp: '2026-03-03T10:00:00.000Z' }]);
    await store.close();
    const counts = 'SELECT sum(n) AS n FROM traffic WHERE grain = 1440 AND endpoint = 0';
    for (let count = 0; count < 2; count += 1) {
      expect(await must('rebuild-metrics', 'octo-api')).toEqual(['days counted again: 2']);
      expect(getRows(file, counts)).toEqual([{ n: 2 }]);
    }
  });

  it.each([['prune-logs'], ['serve', '--keep-logs-days', '0']])(
    'rejects a missing or invalid number of days in the command %j',
    async (...args) => {
      const { run, file } = createCli();
      const { code, errors } = await run([...args, '--database', file]);
      expect(code).toBe(2);
      expect(errors.join('\n')).toContain('--keep-logs-days');
    },
  );
});
