import { fork } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, fdatasyncSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createClient, measureRate } from './load-client.ts';

/** Measures how many times per second one page can be flushed to disk, which is the maximum rate of sequential durable writes. */
export function syncsPerSecond(folder: string, seconds: number): number {
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
  rmSync(file);
  return (count * 1_000) / elapsedMs;
}

/** Measures how many requests per second `node:http` serves in a process that only reads the request bodies. */
export async function bareRequestsPerSecond(body: string, clients: number, seconds: number): Promise<number> {
  const program = fileURLToPath(new URL('bare-server.ts', import.meta.url));
  const child = fork(program, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  try {
    const [port] = (await once(child, 'message')) as [number];
    const client = createClient(`http://127.0.0.1:${port}`, 'none', clients);
    const { perSecond } = await measureRate(() => client.send({ method: 'POST', path: '/', body }), {
      clients,
      seconds,
    });
    client.close();
    return perSecond;
  } finally {
    child.kill();
  }
}
