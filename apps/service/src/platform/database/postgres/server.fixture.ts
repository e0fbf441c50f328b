import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Client, DatabaseError } from 'pg';
import { findFreePort } from '../../../testing/free-port.fixture.ts';
import { postgresBinaries } from './binaries.fixture.ts';

/** A real PostgreSQL server in a temporary folder, on a loopback port. */
export interface PostgresServer {
  /** URL of the database `postgres`, which every server has. */
  readonly url: string;
  /**
   * Creates an empty database.
   * @returns the URL of the database
   */
  database(): Promise<string>;
  /** Kills all processes of the server to simulate a power failure, and starts the server again. */
  crash(): Promise<void>;
  /**
   * Restarts the server with `pg_ctl restart`, which closes all connections. With `immediate`, the server recovers from its write-ahead log.
   * @param meanwhile function that runs while the server is stopped
   */
  restart(mode: 'fast' | 'immediate', meanwhile?: () => Promise<void>): Promise<void>;
  /** Suspends all processes of the server while `meanwhile` runs. Connections stay open, but the server does not respond. */
  stall(meanwhile: () => Promise<void>): Promise<void>;
  /** Terminates all other connections one by one, as an administrator could. */
  terminateConnections(): Promise<void>;
  /** Stops the server and deletes its files, except for those in a given folder. */
  stop(): Promise<void>;
}

/**
 * Starts a server with durable writes.
 * @param settings additional settings in the form `name=value`
 * @param folder folder that keeps the files of the server. Default: a temporary folder.
 */
export async function startPostgres(settings: readonly string[] = [], folder?: string): Promise<PostgresServer> {
  const server = new ServerProcess(await findFreePort(), settings, folder);
  await server.start();
  let databases = 0;
  return {
    url: server.getUrl('postgres'),
    async database() {
      databases += 1;
      const name = `test_${databases}`;
      await query(server.getUrl('postgres'), `CREATE DATABASE ${name}`);
      return server.getUrl(name);
    },
    async crash() {
      await server.end('SIGKILL');
      await server.start();
    },
    async restart(mode, meanwhile) {
      await server.end(mode === 'fast' ? 'SIGINT' : 'SIGQUIT');
      try {
        await meanwhile?.();
      } finally {
        await server.start();
      }
    },
    stall: (meanwhile) => stall(server, meanwhile),
    async terminateConnections() {
      await query(
        server.getUrl('postgres'),
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()",
      );
    },
    async stop() {
      // A fast shutdown closes all connections and requires no recovery at the next start.
      await server.end('SIGINT');
      server.delete();
    },
  };
}

async function stall(server: ServerProcess, meanwhile: () => Promise<void>): Promise<void> {
  const postmaster = server.pid;
  if (postmaster === undefined) throw new Error('PostgreSQL is not running');
  const rows = await query(server.getUrl('postgres'), 'SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid()');
  const all = [postmaster, ...rows.map(({ pid }) => Number(pid))];
  const signal = (name: 'SIGSTOP' | 'SIGCONT') => {
    for (const pid of all) {
      try {
        process.kill(pid, name);
      } catch {
        // The error means that the process has ended since the list was read.
      }
    }
  };
  signal('SIGSTOP');
  try {
    await meanwhile();
  } finally {
    signal('SIGCONT');
  }
}

/** The processes and the files of one server. */
class ServerProcess {
  readonly #binaries = postgresBinaries();
  readonly #folder: string;
  readonly #data: string;
  readonly #isKept: boolean;
  readonly #user = findUnprivilegedUser();
  readonly #port: number;
  readonly #settings: readonly string[];
  #server: ChildProcess | undefined;
  #output = '';
  /** Stops the server when this process exits, even if the tests are interrupted. */
  readonly #atExit = () => {
    if (this.#isRunning(this.#server)) process.kill(-this.#server.pid, 'SIGKILL');
    this.#deleteFolder();
  };

  constructor(port: number, settings: readonly string[], folder?: string) {
    this.#port = port;
    this.#settings = settings;
    this.#isKept = folder !== undefined;
    this.#folder = folder ?? mkdtempSync(join(tmpdir(), 'context-sync-postgres-'));
    this.#data = join(this.#folder, 'data');
    process.once('exit', this.#atExit);
    if (existsSync(this.#data)) return;
    mkdirSync(this.#data, { recursive: true });
    const { uid, gid } = this.#user ?? {};
    if (uid !== undefined && gid !== undefined)
      for (const path of [this.#folder, this.#data]) chownSync(path, uid, gid);
    chmodSync(this.#folder, 0o700);
    const locale = ['--encoding', 'UTF8', '--locale', 'C.UTF-8'];
    const { status, stderr, error } = spawnSync(
      join(this.#binaries, 'initdb'),
      ['--pgdata', this.#data, '--username', 'postgres', '--auth', 'trust', ...locale, '--no-sync'],
      { ...this.#user, cwd: this.#folder, encoding: 'utf8' },
    );
    if (status !== 0) throw new Error(`initdb failed: ${stderr}${error ?? ''}`);
  }

  /** Id of the main process of the server (the postmaster). */
  get pid(): number | undefined {
    return this.#server?.pid;
  }

  getUrl(database: string): string {
    return `postgres://postgres@127.0.0.1:${this.#port}/${database}`;
  }

  async start(): Promise<void> {
    const settings = ['listen_addresses=127.0.0.1', 'fsync=on', ...this.#settings].flatMap((each) => ['-c', each]);
    // The server runs in a separate process group, so that a simulated crash kills only its processes.
    const child = spawn(
      join(this.#binaries, 'postgres'),
      ['-D', this.#data, '-p', String(this.#port), '-k', this.#folder, ...settings],
      { ...this.#user, cwd: this.#folder, detached: true, stdio: ['ignore', 'pipe', 'pipe'] },
    );
    this.#server = child;
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        this.#output = `${this.#output}${text}`.slice(-10_000);
      });
    }
    for (let attempt = 0; !(await isReachable(this.getUrl('postgres'))); attempt += 1) {
      if (child.exitCode !== null || attempt > 1_200) throw new Error(`PostgreSQL did not start: ${this.#output}`);
      await setTimeout(100);
    }
  }

  async end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#server;
    if (!this.#isRunning(child)) return;
    const closed = once(child, 'close');
    process.kill(signal === 'SIGKILL' ? -child.pid : child.pid, signal);
    await closed;
  }

  delete(): void {
    this.#deleteFolder();
    process.off('exit', this.#atExit);
  }

  #deleteFolder(): void {
    if (!this.#isKept) rmSync(this.#folder, { recursive: true, force: true });
  }

  #isRunning(child: ChildProcess | undefined): child is ChildProcess & { readonly pid: number } {
    return child?.pid !== undefined && child.exitCode === null && child.signalCode === null;
  }
}

/** Runs one statement on a new connection. */
export async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

/** A connection that runs statements one after another. It is opened by the first statement, and opened again if the server has closed it. */
export class KeptConnection {
  readonly #url: string;
  #client: Promise<Client> | undefined;
  #last: Promise<unknown> = Promise.resolve();

  constructor(url: string) {
    this.#url = url;
  }

  /** Runs statements after those of earlier calls, and returns the rows of the last one. */
  query(sql: string): Promise<Record<string, unknown>[]> {
    const rows = this.#last.then(() => this.#run(sql));
    this.#last = rows.catch(() => undefined);
    return rows;
  }

  async #run(sql: string): Promise<Record<string, unknown>[]> {
    this.#client ??= this.#connect();
    const client = await this.#client;
    try {
      const results = [await client.query(sql)].flat();
      return results.at(-1)?.rows ?? [];
    } catch (error) {
      if (error instanceof DatabaseError && error.severity !== 'FATAL') throw error;
      // The server has closed the connection after the previous statement.
      this.#client = undefined;
      return query(this.#url, sql);
    }
  }

  async #connect(): Promise<Client> {
    const client = new Client({ connectionString: this.#url });
    client.on('error', () => {
      this.#client = undefined;
    });
    await client.connect();
    return client;
  }
}

async function isReachable(url: string): Promise<boolean> {
  return query(url, 'SELECT 1').then(
    () => true,
    () => false,
  );
}

/**
 * Returns the user under which PostgreSQL runs, because it refuses to run as root: the user `postgres`, or `nobody` if there is no such user. Returns
 * undefined if this process does not run as root.
 */
export function findUnprivilegedUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = users.find(([each]) => each === name) ?? [];
    if (uid !== undefined && gid !== undefined) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new Error('PostgreSQL cannot run as root, and there is no user "postgres" or "nobody" to run it as');
}
