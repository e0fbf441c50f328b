import { fork } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { createClient, measureRate } from './load-client.ts';
import { createLog } from './sample-data.ts';

/** Measures how many times per second one page can be flushed to disk, which is the maximum rate of sequential durable writes. */
export function measureSyncsPerSecond(parentFolder: string, seconds: number): number {
  const folder = mkdtempSync(join(parentFolder, 'context-sync-floor-'));
  const file = join(folder, 'floor');
  const page = Buffer.alloc(4_096, 1);
  const fileDescriptor = openSync(file, 'w');
  const start = performance.now();
  let count = 0;
  for (; performance.now() - start < seconds * 1_000; count += 1) {
    writeSync(fileDescriptor, page);
    fdatasyncSync(fileDescriptor);
  }
  const elapsedMs = performance.now() - start;
  closeSync(fileDescriptor);
  rmSync(folder, { recursive: true });
  return (count * 1_000) / elapsedMs;
}

/** Starts a process with only `node:http`. Its response times are the lower bound for the response times of the service. */
export async function startBareServer(): Promise<{ readonly url: string; stop(): void }> {
  const program = fileURLToPath(new URL('bare-server.ts', import.meta.url));
  const child = fork(program, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const [port] = (await once(child, 'message')) as [number];
  return { url: `http://127.0.0.1:${port}`, stop: () => void child.kill() };
}

/** Measures how many requests per second `node:http` serves in a process that only reads the request bodies. */
export async function measureBareRequestsPerSecond(body: string, clients: number, seconds: number): Promise<number> {
  const server = await startBareServer();
  const client = createClient(server.url, 'none', clients);
  try {
    const { perSecond } = await measureRate(() => client.send({ method: 'POST', path: '/', body }), {
      clients,
      seconds,
    });
    return perSecond;
  } finally {
    client.close();
    server.stop();
  }
}

/**
 * Returns the CPU time in microseconds of storing one log with a prepared INSERT in SQLite. The table has no indexes,
 * and each durable batch contains 1,000 logs.
 */
export function measureBareInsertMicroseconds(folder: string, rows: number): number {
  const file = join(folder, 'floor.db');
  const database = new DatabaseSync(file);
  try {
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
    const first = Object.values(createLog(0, rows));
    database.exec(`CREATE TABLE logs (${first.map((_, index) => `c${index}`).join(', ')})`);
    const insert = database.prepare(`INSERT INTO logs VALUES (${first.map(() => '?').join(', ')})`);
    const logs = Array.from({ length: rows }, (_, number) =>
      Object.values(createLog(number, rows)).map((value) =>
        value === null || typeof value === 'number' ? value : typeof value === 'string' ? value : JSON.stringify(value),
      ),
    );
    const cpuBefore = process.cpuUsage();
    for (let from = 0; from < rows; from += 1_000) {
      database.exec('BEGIN');
      for (const log of logs.slice(from, from + 1_000)) insert.run(...log);
      database.exec('COMMIT');
    }
    const { user, system } = process.cpuUsage(cpuBefore);
    return (user + system) / rows;
  } finally {
    database.close();
    for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true });
  }
}
