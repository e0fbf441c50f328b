import { join } from 'node:path';
import { expect } from 'vitest';
import { runCli } from './cli.ts';
import { openSqliteStore } from './open-store.ts';
import { Interruption } from './platform/cli/interruption.ts';
import { scratchFolder } from './platform/database/behavior/database.fixture.ts';

export const EMAIL = 'owner@example.com';

/** Creates a folder for a database and returns functions that run commands on this database. */
export function createCli() {
  const folder = scratchFolder();
  const file = join(folder, 'service.db');
  const run = async (args: readonly string[], databaseUrl?: string) => {
    const out: string[] = [];
    const errors: string[] = [];
    const code = await runCli(args, {
      out: (line) => out.push(line),
      error: (line) => errors.push(line),
      interruption: new Interruption(),
      databaseUrl,
    });
    return { code, out, errors };
  };
  /**
   * Runs a command that must succeed.
   * @returns the printed lines
   */
  const must = async (...args: string[]): Promise<string[]> => {
    const { code, out, errors } = await run([...args, '--database', file]);
    expect({ code, errors }).toEqual({ code: 0, errors: [] });
    return out.flatMap((line) => line.split('\n'));
  };
  const open = () => openSqliteStore(file);
  return { folder, file, run, must, open };
}

/** Creates a CLI with an empty database. */
export function createDatabase() {
  const place = createCli();
  void place.open().close();
  return place;
}

/** Creates a CLI with an owner and a project. */
export async function createProject() {
  const place = createDatabase();
  await place.must('create-member', EMAIL);
  await place.must('create-project', 'octo-api', '--owner', EMAIL);
  return place;
}

/** Splits a line of a table into its cells. */
export const cells = (line: string | undefined) => (line ?? '').split(/ {2,}/);
