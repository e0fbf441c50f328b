import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('../../../../../../databases', import.meta.url));

/** A ClickHouse server in a child process, on a loopback port. */
export interface ClickHouseServer {
  /** Returns the URL of a database. */
  getUrl(database: string): string;
  /** Id of the process in which the engine runs. */
  readonly pid: number;
  /** Kills the process to simulate a power failure, and starts it again on the same port. */
  crash(): Promise<void>;
  stop(): Promise<void>;
}

/** Returns whether ClickHouse is installed. `npm run test:soak` installs it. @throws Error in CI without it, so that CI cannot skip its tests */
export function isClickHouseInstalled(): boolean {
  const isInstalled = existsSync(join(FOLDER, 'node_modules/chdb'));
  if (!isInstalled && process.env.CI === 'true')
    throw new Error('ClickHouse is not installed: run the tests with npm run test:soak, which installs it');
  return isInstalled;
}

/** Starts a server. @param folder folder that keeps its files. Default: a temporary folder */
export async function startClickHouse(folder?: string): Promise<ClickHouseServer> {
  const data = folder ?? mkdtempSync(join(tmpdir(), 'context-sync-clickhouse-'));
  let child: ChildProcess | undefined;
  const killAtExit = () => child?.kill('SIGKILL');
  process.once('exit', killAtExit);
  const start = async (port: number): Promise<number> => {
    const startedServer = spawn(process.execPath, [join(FOLDER, 'clickhouse.ts'), data, String(port)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    child = startedServer;
    for await (const chunk of startedServer.stdout.setEncoding('utf8')) {
      const startedPort = /port (\d+)/.exec(String(chunk))?.[1];
      if (startedPort !== undefined) {
        startedServer.stdout.resume();
        return Number(startedPort);
      }
    }
    throw new Error('the engine of ClickHouse did not start');
  };
  const kill = async () => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const closed = once(child, 'exit');
    child.kill('SIGKILL');
    await closed;
  };
  const port = await start(0);
  return {
    get pid() {
      if (child?.pid === undefined) throw new Error('the engine of ClickHouse is not running');
      return child.pid;
    },
    getUrl: (database) => `clickhouse://127.0.0.1:${port}/${database}`,
    async crash() {
      await kill();
      await start(port);
    },
    async stop() {
      await kill();
      process.off('exit', killAtExit);
      if (folder === undefined) rmSync(data, { recursive: true, force: true });
    },
  };
}
