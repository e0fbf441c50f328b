import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const SERVICE_MAIN_FILE = fileURLToPath(new URL('../../apps/service/build/main.js', import.meta.url));

/** The service in a separate process, configured as in production but without rate limits. */
export interface BenchService {
  readonly url: string;
  readonly pid: number;
  /** Returns the peak memory in bytes; NaN if the operating system does not report it. */
  peakMemory(): number;
  /** Returns the CPU time since the start of the process in microseconds; NaN if the operating system does not report it. */
  cpuMicroseconds(): number;
  stop(): Promise<void>;
}

/**
 * Starts the service.
 * @param logs URL of the ClickHouse database in which the logs are stored. Default: the logs are stored in the database itself
 */
export async function startService(database: string, logs?: string): Promise<BenchService> {
  const args = [SERVICE_MAIN_FILE, 'serve', '--port', '0', '--rate-limit', '0', '--anonymous-rate-limit', '0'];
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    // The container image and the unit for systemd set the number of arenas.
    env: {
      ...process.env,
      NODE_NO_WARNINGS: '1',
      MALLOC_ARENA_MAX: '2',
      DATABASE_URL: database,
      ...(logs !== undefined && { LOGS_URL: logs }),
    },
  });
  const closeEvent = once(child, 'close');
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      const listenAddress = /listening on (\S+)/.exec(text)?.[1];
      if (listenAddress) resolve(listenAddress);
    });
    child.once('close', () => reject(new Error('the service exited')));
  });
  if (child.pid === undefined) throw new Error('the service has no process id');
  return {
    url,
    pid: child.pid,
    peakMemory() {
      try {
        const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
        return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? Number.NaN) * 1024;
      } catch {
        return Number.NaN;
      }
    },
    cpuMicroseconds() {
      try {
        // These are the fields after the process name, which can contain spaces. User time and system time are the 12th and 13th field, in
        // hundredths of a second.
        const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
        return (Number(fields[11]) + Number(fields[12])) * 10_000;
      } catch {
        return Number.NaN;
      }
    },
    async stop() {
      child.kill('SIGTERM');
      await closeEvent;
      process.off('exit', kill);
    },
  };
}
