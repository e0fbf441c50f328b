import { fork } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, fdatasyncSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createClient, rate } from './load.ts';

/** How often a second one page can be put on the disk so that it is there after a loss of power: what one durable write at a time costs. */
export function syncsPerSecond(folder: string, seconds: number): number {
  const file = join(folder, 'floor');
  const page = Buffer.alloc(4_096, 1);
  const descriptor = openSync(file, 'w');
  const start = performance.now();
  let count = 0;
  for (; performance.now() - start < seconds * 1_000; count += 1) {
    writeSync(descriptor, page);
    fdatasyncSync(descriptor);
  }
  const elapsed = performance.now() - start;
  closeSync(descriptor);
  rmSync(file);
  return (count * 1_000) / elapsed;
}

/** Requests a second that node:http answers in a process that reads their body and does nothing. */
export async function bareRequestsPerSecond(body: string, sides: number, seconds: number): Promise<number> {
  const program = fileURLToPath(new URL('bare-server.ts', import.meta.url));
  const child = fork(program, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  try {
    const [port] = (await once(child, 'message')) as [number];
    const client = createClient(`http://127.0.0.1:${port}`, 'none', sides);
    const { perSecond } = await rate(() => client.send({ method: 'POST', path: '/', body }), { sides, seconds });
    client.close();
    return perSecond;
  } finally {
    child.kill();
  }
}
