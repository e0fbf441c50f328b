import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { scratchFolder } from '../database/behavior/database.fixture.ts';
import { readDatabaseName } from './database-name.ts';
import { Interruption } from './interruption.ts';

const read = (option: string | undefined, databaseUrl: string | undefined, file?: string) =>
  readDatabaseName(option, {
    out: () => undefined,
    error: () => undefined,
    interruption: new Interruption(),
    databaseUrl,
    environment: { DATABASE_URL_FILE: file },
  });

it('readDatabaseName prefers the option, then DATABASE_URL, then the file in DATABASE_URL_FILE, then the default', () => {
  const file = join(scratchFolder(), 'database_url');
  writeFileSync(file, 'postgres://user@host/name\n');
  expect(read('a.db', 'b.db', file)).toBe('a.db');
  expect(read(undefined, 'b.db')).toBe('b.db');
  expect(read(undefined, '', file)).toBe('postgres://user@host/name');
  expect(read(undefined, undefined, '')).toBe('context-sync.db');
});

it('readDatabaseName rejects two sources, a file that does not exist, and an empty file', () => {
  const file = join(scratchFolder(), 'database_url');
  expect(() => read(undefined, undefined, file)).toThrow(`DATABASE_URL_FILE cannot be read: there is no file ${file}`);
  writeFileSync(file, '\n');
  expect(() => read(undefined, undefined, file)).toThrow(`${file} of DATABASE_URL_FILE is empty: write the URL`);
  expect(() => read(undefined, 'b.db', file)).toThrow('set only one of DATABASE_URL and DATABASE_URL_FILE');
});
