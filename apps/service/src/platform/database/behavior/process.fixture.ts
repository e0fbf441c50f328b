import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { SOURCE_OPTIONS } from '../../../testing/sources.fixture.ts';
import { testBackend } from './database.fixture.ts';

/** Entry points of the service, by kind of code: the sources and the build. */
export const MAINS = {
  sources: new URL('../../../main.ts', import.meta.url),
  build: new URL('../../../../build/main.js', import.meta.url),
};
/** Timeout for the start in milliseconds. With twenty times as much work as processors, a start takes more than two minutes. */
const START_LIMIT = 600_000;

/** The service in a child process. */
export interface ServiceProcess {
  readonly pid: number | undefined;
  readonly url: string;
  /** Returns whether the process is running. */
  isRunning(): boolean;
  /** Returns the last 10,000 characters of stderr. */
  errors(): string;
  /** Kills the process to simulate a crash. */
  kill(): Promise<void>;
  /**
   * Stops the service with the signal that operators use.
   * @returns the exit code
   */
  stop(): Promise<number | null>;
}

/** Starts the service from its sources. */
export function startServiceProcess(database: string, ...args: string[]): Promise<ServiceProcess> {
  return startProcessWith(testBackend().getEnvironment?.(database) ?? {}, MAINS.sources, database, ...args);
}

export function startProcess(main: URL, database: string, ...args: string[]): Promise<ServiceProcess> {
  return startProcessWith({}, main, database, ...args);
}

/** Starts the service with additional environment variables. */
export async function startProcessWith(
  environment: Readonly<Record<string, string>>,
  main: URL,
  database: string,
  ...args: string[]
): Promise<ServiceProcess> {
  const { PATH = '', NODE_COMPILE_CACHE } = process.env;
  const options = main === MAINS.sources ? SOURCE_OPTIONS : [];
  const child = spawn(
    process.execPath,
    [...options, fileURLToPath(main), 'serve', '--port', '0', '--database', database, ...args],
    {
      env: { PATH, NODE_NO_WARNINGS: '1', ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }), ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const processEnd = once(child, 'close') as Promise<[number | null]>;
  const end = (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    return processEnd;
  };
  // The child process is killed when this process exits, even if the tests are interrupted.
  const killAtExit = () => child.kill('SIGKILL');
  process.once('exit', killAtExit);
  void processEnd.then(() => process.off('exit', killAtExit));
  let errors = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    errors = `${errors}${text}`.slice(-10_000);
  });
  const url = await waitUntilListening(child);
  return {
    pid: child.pid,
    url,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    errors: () => errors,
    async kill() {
      await end('SIGKILL');
    },
    stop: async () => (await end('SIGTERM'))[0],
  };
}

function waitUntilListening(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let printedText = '';
    const timer = setTimeout(() => reject(new Error(`the service did not start: ${printedText}`)), START_LIMIT);
    child.once('close', () => reject(new Error(`the service ended: ${printedText}`)));
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      printedText = `${printedText}${text}`.slice(-2_000);
    });
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      const url = /listening on (\S+)/.exec(text)?.[1];
      if (url === undefined) return;
      clearTimeout(timer);
      resolve(url);
    });
  });
}
