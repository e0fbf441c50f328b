import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { rowsOf } from '../store/behaviour/database.fixture.ts';
import { EMAIL, workplace } from './workplace.fixture.ts';

describe('the database', () => {
  it('is that of the environment where none is named', async () => {
    const { folder, run } = workplace();
    const other = join(folder, 'environment.db');
    expect((await run(['create-user', EMAIL], other)).code).toBe(0);
    expect(rowsOf(other, 'SELECT email FROM users')).toEqual([{ email: EMAIL }]);
    const named = join(folder, 'named.db');
    expect((await run(['create-user', EMAIL, '--database', named], other)).code).toBe(0);
    expect(rowsOf(named, 'SELECT email FROM users')).toEqual([{ email: EMAIL }]);
  });

  it('of PostgreSQL is named without its password when it cannot be used', async () => {
    const { run } = workplace();
    const { code, out, errors } = await run(['list-users'], 'postgres://me:secret@127.0.0.1:1/sync');
    expect([code, out]).toEqual([1, []]);
    expect(errors.join('\n')).toContain('127.0.0.1:1/sync cannot be used');
    expect(errors.join('\n')).not.toContain('secret');
  });
});

describe('a command', () => {
  it('takes its own options alone', async () => {
    const { run } = workplace();
    const { code, errors } = await run(['create-user', EMAIL, '--read-only']);
    expect(code).toBe(2);
    expect(errors.join('\n')).toContain('--read-only');
  });

  it('may stand behind its options', async () => {
    const { run, file } = workplace();
    expect((await run(['--database', file, 'create-user', EMAIL])).code).toBe(0);
  });
});
