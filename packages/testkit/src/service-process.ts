import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bareEnvironment, runToEnd, start } from './child.ts';
import type { Cleanup } from './cleanup.ts';

/** The real service, as a process of its own on an embedded store, with a user, a project and keys made by its command line. */
export interface ServiceProcess {
  readonly url: string;
  readonly project: string;
  readonly key: string;
  readonly readOnlyKey: string;
  /** Ends the process at once, as a crash would. */
  kill(): Promise<void>;
}

const MAIN = createRequire(import.meta.url).resolve('@context-sync/service/main');
/** Milliseconds; far more than a busy machine needs. */
const START_LIMIT = 120_000;

const ENVIRONMENT = { ...bareEnvironment(), NODE_NO_WARNINGS: '1' };

interface SeededDatabase {
  /** The bytes of the database file. */
  readonly file: Uint8Array;
  readonly key: string;
  readonly readOnlyKey: string;
}

/** By the slugs of the projects: the command line makes each database once in a process, and every service starts on a copy. */
const seeded = new Map<string, Promise<SeededDatabase>>();

function seededDatabase(projects: readonly [string, ...string[]]): Promise<SeededDatabase> {
  const name = projects.join(' ');
  const known = seeded.get(name) ?? seedDatabase(projects);
  seeded.set(name, known);
  return known;
}

async function seedDatabase(projects: readonly [string, ...string[]]): Promise<SeededDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'context-sync-seed-'));
  try {
    const database = join(folder, 'context-sync.db');
    const cli = async (...args: string[]) =>
      (await runToEnd(process.execPath, [MAIN, ...args, '--database', database], { env: ENVIRONMENT })).trim();
    const email = 'owner@example.com';
    const [first, ...others] = projects;
    // Only this command creates the database.
    const made = await cli(
      'bootstrap',
      first,
      '--owner',
      email,
      '--name',
      'Octo API',
      '--base-url',
      'https://sync.test',
    );
    const key = /csk_[\w-]{43}/.exec(made)?.[0];
    if (key === undefined) throw new Error(`bootstrap printed no key: ${made}`);
    for (const slug of others) await cli('create-project', slug, '--owner', email, '--name', 'Octo API');
    const readOnlyKey = await cli('create-key', email, '--read-only');
    return { file: await readFile(database), key, readOnlyKey };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** @param projects slugs of the projects to make; the first is the one that is given back */
export async function startService(
  cleanup: Cleanup,
  projects: readonly [string, ...string[]] = ['octo-api'],
): Promise<ServiceProcess> {
  const { file, key, readOnlyKey } = await seededDatabase(projects);
  const database = join(await cleanup.folder('service'), 'context-sync.db');
  await writeFile(database, file, { mode: 0o600 });

  const child = start(process.execPath, [MAIN, 'serve', '--port', '0', '--database', database], { env: ENVIRONMENT });
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  cleanup.add(async () => {
    child.kill('SIGTERM');
    await closed;
    if (errors !== '') throw new Error(`the service reported: ${errors}`);
  });
  const url = await new Promise<string>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`the service did not start: ${errors}`)), START_LIMIT);
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      const found = /listening on (\S+)/.exec(text)?.[1];
      if (!found) return;
      clearTimeout(timer);
      resolve(found);
    });
    child.once('close', () => reject(new Error(`the service ended: ${errors}`)));
  });
  return {
    url,
    project: projects[0],
    key,
    readOnlyKey,
    kill: async () => {
      child.kill('SIGKILL');
      await closed;
    },
  };
}
