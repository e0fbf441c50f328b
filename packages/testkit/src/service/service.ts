import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Interruption, runCli, startServer } from '@context-sync/service';
import { selectByTier } from '@context-sync/test-tier';
import { createBareEnvironment } from '../process/child-process.ts';
import type { Cleanup } from '../process/cleanup.ts';
import { PROJECT_ROOT } from '../process/project-paths.ts';

/** The real service with an embedded store. Commands create its user, projects and keys. */
export interface TestService {
  readonly url: string;
  readonly project: string;
  readonly key: string;
  readonly readOnlyKey: string;
  /** Stops the service, and starts it again with the same database and URL. */
  restart(): Promise<void>;
}

const SERVICE_MAIN = createRequire(import.meta.url).resolve('@context-sync/service/main');
/** The arguments with which Node starts the service. Tests run the source code of the service, and Node cannot load the JSX of its pages without a loader. */
export const SERVICE_ARGUMENTS: readonly string[] = SERVICE_MAIN.endsWith('.ts')
  ? ['--conditions=production', `--import=${join(PROJECT_ROOT, 'scripts/resolve-sources.ts')}`, SERVICE_MAIN]
  : [SERVICE_MAIN];
/** Whether the database runs in separate threads. Starting them takes most of the start-up time of the service. */
const USES_THREADS = selectByTier(0, 1) === 1;
export const SERVICE_ENVIRONMENT = { ...createBareEnvironment(), NODE_NO_WARNINGS: '1' };

interface SeededDatabase {
  /** Content of the database file. */
  readonly file: Uint8Array;
  readonly key: string;
  readonly readOnlyKey: string;
}

/** Databases by the slugs of their projects. Each database is created once per process by commands, and every service starts with a copy. */
const seededDatabases = new Map<string, Promise<SeededDatabase>>();

export function createSeededDatabase(projects: readonly [string, ...string[]]): Promise<SeededDatabase> {
  const name = projects.join(' ');
  const seededCopy = seededDatabases.get(name) ?? seedDatabase(projects);
  seededDatabases.set(name, seededCopy);
  return seededCopy;
}

async function seedDatabase(projects: readonly [string, ...string[]]): Promise<SeededDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'context-sync-seed-'));
  try {
    const database = join(folder, 'context-sync.db');
    const execute = (...args: string[]) => runCommand([...args, '--database', database]);
    const email = 'owner@example.com';
    const [first, ...others] = projects;
    // The `bootstrap` command is used first, because only this command creates a database.
    const cliResult = await execute(
      'bootstrap',
      first,
      '--owner',
      email,
      '--name',
      'Octo API',
      '--base-url',
      'https://sync.test',
    );
    const projectKey = /csk_[\w-]{43}/.exec(cliResult)?.[0];
    if (projectKey === undefined) throw new Error(`bootstrap printed no key: ${cliResult}`);
    for (const slug of others) await execute('create-project', slug, '--owner', email, '--name', 'Octo API');
    // The key of `bootstrap` has access to the first project only.
    const key = others.length === 0 ? projectKey : await execute('create-key', email);
    const readOnlyKey = await execute('create-key', email, '--read-only');
    return { file: await readFile(database), key, readOnlyKey };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Runs a command of the service in this process, because a separate process would take more than a second. @throws Error if it fails */
async function runCommand(args: readonly string[]): Promise<string> {
  const lines: string[] = [];
  const errors: string[] = [];
  const exitCode = await runCli(args, {
    out: (line) => void lines.push(line),
    error: (line) => void errors.push(line),
    interruption: new Interruption(),
  });
  if (exitCode !== 0) throw new Error(`${args.join(' ')} exited with ${exitCode}: ${errors.join('\n')}`);
  return lines.join('\n').trim();
}

/**
 * Starts the real service on loopback in this process, because a separate process would take most of a second to start.
 * @param projects slugs of the projects to create; the service is returned for the first one
 * @param options.port port of the service; 0 for any free port, the default
 */
export async function startService(
  cleanup: Cleanup,
  projects: readonly [string, ...string[]] = ['octo-api'],
  { port: firstPort = 0 }: { readonly port?: number } = {},
): Promise<TestService> {
  const { file, key, readOnlyKey } = await createSeededDatabase(projects);
  const database = join(await cleanup.folder('service'), 'context-sync.db');
  await writeFile(database, file, { mode: 0o600 });
  const errors: unknown[] = [];
  const options = { database, threads: USES_THREADS, report: (error: unknown) => errors.push(error) };
  const start = (port: number) => startServer({ ...options, port });
  let server = await start(firstPort);
  const { url } = server;
  cleanup.add(async () => {
    await server.close();
    if (errors.length > 0) throw new AggregateError(errors, 'the service reported errors');
  });
  const restart = async () => {
    await server.close();
    server = await start(Number(new URL(url).port));
  };
  return { url, project: projects[0], key, readOnlyKey, restart };
}
