import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { scratchFolder } from './behavior/database.fixture.ts';
import { writeTemporaryFile } from './temporary-file.ts';

it('writeTemporaryFile removes a file whose work fails, with the files that SQLite created next to it', async () => {
  const folder = scratchFolder();
  const work = writeTemporaryFile(join(folder, 'file'), async (temporaryFile) => {
    for (const ending of ['', '-wal', '-shm']) writeFileSync(`${temporaryFile}${ending}`, '');
    expect(readdirSync(folder)).toHaveLength(3);
    throw new Error('failed');
  });
  await expect(work).rejects.toThrow('failed');
  expect(readdirSync(folder)).toEqual([]);
});

it('writeTemporaryFile uses different names for the same file, so that two commands do not write into one file', async () => {
  const file = join(scratchFolder(), 'file');
  await writeTemporaryFile(file, async (first) => {
    await writeTemporaryFile(file, async (second) => {
      expect(second).not.toBe(first);
      writeFileSync(second, 'second');
      renameSync(second, file);
    });
    writeFileSync(first, 'first');
  });
  expect(readFileSync(file, 'utf8')).toBe('second');
});
