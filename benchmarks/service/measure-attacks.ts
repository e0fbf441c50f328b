// This program attacks the service with requests of one client, and measures the effect on other clients: the response times of /health on another
// connection, and the memory of the service above its memory before the attack. The exit code is 1 if an attack exceeds a limit.
// node benchmarks/service/measure-attacks.ts [--only <text>]
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { isMainThread, Worker, workerData } from 'node:worker_threads';
import { gzipSync } from 'node:zlib';
import { openStore } from '../../apps/service/src/open-store.ts';
import { createKey, hashKey } from '../../apps/service/src/platform/access/api-keys.ts';
import { readProgramOptions, selectByName } from '../../scripts/program-options.ts';
import { openDatabase } from './databases.ts';
import { computePercentile } from './percentile.ts';
import { startService } from './start-service.ts';

const MAX_P99_MS = 50;
const MAX_MEMORY_MIB = 64;
const PROBE_INTERVAL_MS = 5;
const ATTACK_MS = 5_000;
const SLUG = 'octo-api';
const EMAIL = 'ann@example.com';

interface Target {
  readonly port: number;
  readonly fullKey: string;
  readonly readOnlyKey: string;
}

interface Attack {
  readonly name: string;
  /** Attacks the service, and returns when it has responded to everything. */
  run(target: Target): Promise<void>;
}

const createHead = (method: string, path: string, key?: string, headers = '') =>
  `${method} ${path} HTTP/1.1\r\nHost: localhost\r\n${key === undefined ? '' : `Authorization: Bearer ${key}\r\n`}${headers}\r\n`;
const openApi = createHead('GET', '/openapi.json');
const createLogsHead = (key: string) => createHead('GET', `/api/v1/projects/${SLUG}/logs?limit=1000`, key);

async function open(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

/** Sends requests on one connection at once, and reads everything until all responses have arrived or the connection ends. */
async function pipeline(port: number, head: string, count: number): Promise<void> {
  const socket = await open(port);
  const last = createHead('GET', '/health', undefined, 'Connection: close\r\n');
  socket.resume();
  socket.write(head.repeat(count) + last);
  await waitForClose(socket);
}

/** Sends requests on connections that read nothing, and keeps them open. */
async function withhold(port: number, head: string, count: number, connections: number): Promise<void> {
  const sockets = await Promise.all(Array.from({ length: connections }, () => open(port)));
  for (const socket of sockets) {
    socket.pause();
    socket.write(head.repeat(count));
  }
  await setTimeout(ATTACK_MS);
  for (const socket of sockets) socket.destroy();
}

async function send(port: number, head: string, body: Uint8Array): Promise<void> {
  const socket = await open(port);
  socket.write(head);
  socket.write(body);
  socket.once('data', () => socket.destroy());
  await waitForClose(socket);
}

/** Waits until a connection is closed, by either side or with an error. */
function waitForClose(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    if (socket.closed) resolve();
    else socket.once('close', () => resolve());
  });
}

/** Creates a batch of 990 logs of 8 KiB. */
function createBatch(text: string): string {
  const log = { status: 200, method: 'POST', url: 'https://api.example.com/pets', timestamp: '2026-10-26T00:00:00Z' };
  return Array.from({ length: 990 }, (_, index) =>
    JSON.stringify({ ...log, request: `${text}${index} `.repeat(4_000).slice(0, 8_000) }),
  ).join('\n');
}

const ATTACKS: readonly Attack[] = [
  { name: '5,000 pipelined GET /openapi.json without a key', run: ({ port }) => pipeline(port, openApi, 5_000) },
  {
    name: '10 connections with 5,000 pipelined GET /openapi.json each',
    run: async ({ port }) => {
      await Promise.all(Array.from({ length: 10 }, () => pipeline(port, openApi, 5_000)));
    },
  },
  {
    name: '1,000 pipelined GET logs?limit=1000 with a read-only key',
    run: ({ port, readOnlyKey }) => pipeline(port, createLogsHead(readOnlyKey), 1_000),
  },
  {
    name: '1,000 pipelined GET logs?limit=1000 on 20 connections that read nothing',
    run: ({ port, readOnlyKey }) => withhold(port, createLogsHead(readOnlyKey), 1_000, 20),
  },
  {
    name: '100,000 pipelined requests without headers on 20 connections that read nothing',
    run: ({ port }) => withhold(port, 'GET /openapi.json HTTP/1.0\r\nConnection: keep-alive\r\n\r\n', 100_000, 20),
  },
  {
    name: '1,000 connections with half of their headers',
    run: ({ port }) => withhold(port, `GET / HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(15_000)}`, 1, 1_000),
  },
  {
    name: '100 uploads of 8 MiB with a full key, of which the last byte is missing',
    run: ({ port, fullKey }) => {
      const headers = 'Content-Type: application/x-ndjson\r\nContent-Length: 8388608\r\n';
      const head = createHead('POST', `/api/v1/projects/${SLUG}/logs-batch`, fullKey, headers);
      return withhold(port, head + ' '.repeat(8_388_607), 1, 100);
    },
  },
  {
    name: '100 rejected uploads of 100 MB',
    run: async ({ port }) => {
      const body = new Uint8Array(100_000_000);
      const head = createHead(
        'POST',
        `/api/v1/projects/${SLUG}/context`,
        undefined,
        `Content-Length: ${body.length}\r\n`,
      );
      for (let count = 0; count < 100; count += 1) await send(port, head, body);
    },
  },
  {
    name: 'a batch of 990 logs of 8 KiB with gzip',
    run: async ({ port, fullKey }) => {
      const body = gzipSync(createBatch(''));
      const headers = `Content-Type: application/x-ndjson\r\nContent-Encoding: gzip\r\nContent-Length: ${body.length}\r\n`;
      const head = createHead('POST', `/api/v1/projects/${SLUG}/logs-batch`, fullKey, headers);
      for (let count = 0; count < 10; count += 1) await send(port, head, body);
    },
  },
];

/** Creates a database with 1,000 logs of 4 KB, and two keys. */
async function createTargetDatabase(url: string): Promise<{ fullKey: string; readOnlyKey: string }> {
  const [fullKey, readOnlyKey] = [createKey(), createKey()];
  const store = await openStore(url);
  await store.accounts.createUser(EMAIL);
  const projectId = await store.accounts.createProject(SLUG, 'Octo', EMAIL);
  await store.accounts.createKey(EMAIL, { access: 'full', hash: hashKey(fullKey) });
  await store.accounts.createKey(EMAIL, { access: 'read-only', hash: hashKey(readOnlyKey) });
  const logs = Array.from({ length: 1_000 }, (_, index) => ({
    status: 200,
    method: 'GET',
    url: `https://api.example.com/pets/${index}?q=${'q'.repeat(2_000)}`,
    groupEmail: null,
    timestamp: new Date(1_793_000_000_000 + index).toISOString(),
    durationMs: 1,
    route: '/pets/{id}',
    userAgent: 'a'.repeat(2_000),
    errorCode: null,
    environment: 'production',
    traceId: null,
    recoveryHintId: null,
    request: null,
    response: null,
  }));
  await store.logs.addAll(projectId, logs);
  await store.close();
  return { fullKey, readOnlyKey };
}

function readMemoryMib(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1_024;
}

/** Sends ordinary requests, one at a time, because the heap of a new process grows with any traffic. */
async function warmUp({ port, fullKey }: Target): Promise<void> {
  const logs = `http://127.0.0.1:${port}/api/v1/projects/${SLUG}/logs`;
  const headers = { authorization: `Bearer ${fullKey}` };
  for (let count = 0; count < 300; count += 1) await (await fetch(`${logs}?limit=1000`, { headers })).text();
  for (let count = 0; count < 5; count += 1) {
    const body = createBatch(`warm-up ${count} `);
    const type = { 'content-type': 'application/x-ndjson' };
    await (await fetch(`${logs}-batch`, { method: 'POST', headers: { ...headers, ...type }, body })).text();
  }
  await setTimeout(1_000);
}

async function measureAttack(name: string, target: Target, pid: number): Promise<boolean> {
  const url = `http://127.0.0.1:${target.port}/health`;
  await warmUp(target);
  const idleMib = readMemoryMib(pid);
  const worker = new Worker(new URL(import.meta.url), { workerData: { name, target } });
  let isRunning = true;
  const workerEnd = once(worker, 'exit').then(() => {
    isRunning = false;
  });
  const times: number[] = [];
  let peakMib = 0;
  while (isRunning) {
    const start = performance.now();
    await (await fetch(url)).text();
    times.push(performance.now() - start);
    peakMib = Math.max(peakMib, readMemoryMib(pid));
    await setTimeout(PROBE_INTERVAL_MS);
  }
  await workerEnd;
  const p99 = computePercentile(times, 0.99);
  const memory = peakMib - idleMib;
  const isWithin = p99 <= MAX_P99_MS && memory <= MAX_MEMORY_MIB;
  const figures = `p99 ${p99.toFixed(0)} ms, longest ${Math.max(...times).toFixed(0)} ms, memory +${memory.toFixed(0)} MiB (${times.length} probes)`;
  process.stdout.write(`${isWithin ? 'ok  ' : 'OVER'} ${name}: ${figures}\n`);
  return isWithin;
}

async function run(): Promise<void> {
  const { values } = readProgramOptions({ only: { type: 'string' } });
  const attacks = selectByName('--only', values.only, ATTACKS, ({ name }) => name, 'part');
  const database = await openDatabase('sqlite');
  try {
    const keys = await createTargetDatabase(database.url);
    const results: boolean[] = [];
    for (const { name } of attacks) {
      // Each attack gets a new process, so that memory from an earlier attack is not counted.
      const service = await startService(database.url);
      const target = { ...keys, port: Number(new URL(service.url).port) };
      results.push(await measureAttack(name, target, service.pid));
      await service.stop();
    }
    if (results.includes(false)) process.exitCode = 1;
  } finally {
    await database.close();
  }
}

if (isMainThread) await run();
else {
  const { name, target } = workerData as { name: string; target: Target };
  await ATTACKS.find((attack) => attack.name === name)?.run(target);
}
