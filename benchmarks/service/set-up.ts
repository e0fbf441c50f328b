import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { cp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openClickHouse } from '../../apps/service/src/areas/logs/clickhouse/clickhouse-client.ts';
import { startClickHouse } from '../../apps/service/src/areas/logs/clickhouse/server.fixture.ts';
import { type Database, openDatabase } from './databases.ts';
import { fillDatabase } from './measure-store.ts';

export const SET_UPS = ['sqlite', 'postgres', 'clickhouse'] as const;
export type SetUpName = (typeof SET_UPS)[number];
export const SET_UP_TITLES: Readonly<Record<SetUpName, string>> = {
  sqlite: 'SQLite',
  postgres: 'PostgreSQL',
  clickhouse: 'PostgreSQL + ClickHouse',
};

/** The databases of one set-up, filled with logs. */
export interface SetUp {
  readonly name: SetUpName;
  readonly database: Database;
  /** URL of the database of the logs; undefined if the logs are in the database itself. */
  readonly logsUrl: string | undefined;
  /** Process ids of the database servers by name. */
  readonly servers: ReadonlyMap<string, number>;
  /** Returns the size of the logs with their indexes in bytes. */
  measureLogSize(): Promise<number>;
  /** Waits until ClickHouse has merged the inserted logs. */
  waitForMerges(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens a set-up with filled databases.
 * @param folder folder that keeps filled databases, each in a folder of its own. Default: they are temporary
 */
export async function openSetUp(name: SetUpName, logs: number, day: string, folder?: string): Promise<SetUp> {
  const kept = folder && join(folder, `${name}-${logs}-${day}`);
  if (name === 'clickhouse') return openWithClickHouse(logs, kept);
  const database = await openDatabase(name, kept);
  if (!database.isFilled) await fillDatabase(database, logs);
  await database.copyFilled();
  return {
    name,
    database,
    logsUrl: undefined,
    servers: findServers(),
    measureLogSize: () => database.measureSize(database.logTables),
    waitForMerges: async () => undefined,
    close: () => database.close(),
  };
}

async function openWithClickHouse(logs: number, kept: string | undefined): Promise<SetUp> {
  const files = kept && join(kept, 'logs');
  const copy = files && `${files}-copy`;
  const marker = kept && join(kept, 'logs-filled');
  const isFilled = marker !== undefined && existsSync(marker);
  const database = await openDatabase('postgres', kept);
  if (files !== undefined && !isFilled) await rm(files, { recursive: true, force: true });
  if (!isFilled) {
    const filling = await openLogs(files);
    await fillDatabase(database, logs, filling.url);
    await filling.waitForMerges();
    if (files === undefined) return createSetUp(database, filling);
    await filling.close();
    if (marker !== undefined) await writeFile(marker, '');
  }
  await database.copyFilled();
  if (files === undefined || copy === undefined) throw new Error('the filled database of the logs was not kept');
  await rm(copy, { recursive: true, force: true });
  await cp(files, copy, { recursive: true });
  return createSetUp(database, await openLogs(copy), () => rm(copy, { recursive: true, force: true }));
}

type OpenedLogs = Awaited<ReturnType<typeof openLogs>>;

async function openLogs(folder?: string) {
  const server = await startClickHouse(folder);
  const system = openClickHouse(server.getUrl('default'));
  await system.rewrite('CREATE DATABASE IF NOT EXISTS bench');
  const readNumber = async (query: string) => Number((await system.all(query))[0]?.n);
  return {
    url: server.getUrl('bench'),
    measureSize: () =>
      readNumber(
        "SELECT sum(bytes_on_disk) AS n FROM system.parts WHERE active AND database = 'bench' AND table = 'logs'",
      ),
    async waitForMerges() {
      // Merges of the same parts start one after the other.
      for (let idle = 0; idle < 3; ) {
        const running = await readNumber('SELECT count() AS n FROM system.merges');
        idle = running === 0 ? idle + 1 : 0;
        await new Promise((resolve) => setTimeout(resolve, 500));
      }
    },
    async close() {
      await system.close();
      await server.stop();
    },
  };
}

function createSetUp(database: Database, logs: OpenedLogs, removeFiles = async () => {}): SetUp {
  return {
    name: 'clickhouse',
    database,
    logsUrl: logs.url,
    servers: findServers(),
    measureLogSize: logs.measureSize,
    waitForMerges: logs.waitForMerges,
    async close() {
      await logs.close();
      await removeFiles();
      await database.close();
    },
  };
}

/** Finds the database servers among the child processes of this process. */
function findServers(): Map<string, number> {
  const servers = new Map<string, number>();
  for (const { pid, parent } of listProcesses()) {
    if (parent !== process.pid) continue;
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    if (command.includes('clickhouse.ts')) servers.set('ClickHouse', pid);
    else if (/\/postgres\0/.test(command)) servers.set('PostgreSQL', pid);
  }
  return servers;
}

interface ProcessTimes {
  readonly pid: number;
  readonly parent: number;
  /** CPU time of the process and of its ended child processes in microseconds. */
  readonly microseconds: number;
}

function listProcesses(): ProcessTimes[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        // The fields after the process name, which can contain spaces: the second is the parent. The CPU times are in hundredths of a second.
        const fields = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1)?.split(' ').map(Number) ?? [];
        const hundredths = fields.slice(11, 15).reduce((sum, each) => sum + each, 0);
        return [{ pid: Number(name), parent: fields[1] ?? 0, microseconds: hundredths * 10_000 }];
      } catch {
        // The process has ended.
        return [];
      }
    });
}

/** Returns the CPU time in microseconds of a process and all of its descendants. */
export function readTreeCpu(root: number): number {
  const processes = listProcesses();
  const tree = new Set([root]);
  for (let size = 0; size !== tree.size; ) {
    size = tree.size;
    for (const { pid, parent } of processes) if (tree.has(parent)) tree.add(pid);
  }
  return processes.filter(({ pid }) => tree.has(pid)).reduce((sum, { microseconds }) => sum + microseconds, 0);
}
