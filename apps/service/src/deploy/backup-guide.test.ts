import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { scratchFolder } from '../platform/database/behavior/database.fixture.ts';
import { ROOT } from './containerfile.fixture.ts';
import { GuideMachine, listShellBlocks } from './guide.fixture.ts';

const GUIDE = 'operate-the-service.md';

function prepare() {
  const folder = scratchFolder();
  const machine = new GuideMachine(folder);
  const command = machine.resolve('node apps/service/build/main.js');
  const variables = { DATABASE_URL: join(folder, 'service.db'), CONTEXT_SYNC: command };
  const define = `context-sync-service() { ${command} "$@"; }\n`;
  const run = (commands: string) =>
    machine.run(
      `${define}${commands.replaceAll('apps/service/deploy/backup.sh', join(ROOT, 'apps/service/deploy/backup.sh'))}`,
      variables,
    );
  run('context-sync-service bootstrap my-project --owner owner@example.com --base-url https://sync.example.com');
  return { folder, run };
}

it('the steps of "Encrypt backups" and "Test the restore" in the documentation encrypt a backup and restore it', () => {
  const { folder, run } = prepare();
  const encrypt = listShellBlocks(GUIDE, 'Encrypt backups');
  const restore = listShellBlocks(GUIDE, 'Test the restore');
  expect([encrypt.length, restore.length]).toEqual([3, 1]);
  const printedText = run([...encrypt, ...restore].join('\n'));
  expect(printedText).toMatch(/Encrypted the backup to backups\/context-sync-.*\.ndjson\.cms/);
  expect(printedText).toMatch(/Restored \d+ rows/);
  expect(printedText).toMatch(/^prj_\w+ +my-project\b/m);
  const [backup = ''] = readdirSync(join(folder, 'backups'));
  const content = readFileSync(join(folder, 'backups', backup), 'latin1');
  expect(content).not.toContain('owner@example.com');
  expect(statSync(join(folder, 'backups', backup)).mode & 0o077).toBe(0);
  // The commands of the guide delete the decrypted backup.
  expect(readdirSync(folder).filter((name) => /restored|\.ndjson$/.test(name))).toEqual([]);
});

it('the script backup.sh keeps only the newest backups, and leaves no file if the backup fails', () => {
  const { folder, run } = prepare();
  run(listShellBlocks(GUIDE, 'Encrypt backups')[0] ?? '');
  const oldBackups = [1, 2, 3].map((day) => `context-sync-2026-01-0${day}T00-00-00Z.ndjson.cms`);
  run('mkdir backups');
  for (const name of [...oldBackups, 'notes.txt']) writeFileSync(join(folder, 'backups', name), '');
  const make = (settings: string) =>
    run(`${settings} BACKUP_CERTIFICATE=backup-certificate.pem sh apps/service/deploy/backup.sh`);
  make('KEEP_BACKUPS=2');
  const names = readdirSync(join(folder, 'backups')).sort();
  expect(names).toEqual([oldBackups[2], expect.stringMatching(/^context-sync-.*\.cms$/), 'notes.txt']);

  expect(() => make('DATABASE_URL=missing.db')).toThrow('there is no file');
  expect(() => run('BACKUP_CERTIFICATE=missing.pem sh apps/service/deploy/backup.sh')).toThrow('missing.pem');
  expect(() => run('sh apps/service/deploy/backup.sh')).toThrow('BACKUP_CERTIFICATE');
  expect(readdirSync(join(folder, 'backups')).sort()).toEqual(names);
});

it('a modified backup cannot be decrypted and restored', () => {
  const { folder, run } = prepare();
  const [create = '', make = '', decrypt = ''] = listShellBlocks(GUIDE, 'Encrypt backups');
  run(`${create}${make}`);
  const [name = ''] = readdirSync(join(folder, 'backups'));
  const file = join(folder, 'backups', name);
  const content = readFileSync(file);
  const middle = Math.floor(content.length / 2);
  content[middle] = (content[middle] ?? 0) ^ 1;
  writeFileSync(file, content);
  expect(() => run(`${decrypt}\ncontext-sync-service restore restored.ndjson --database restored.db`)).toThrow(
    'exit code',
  );
});
