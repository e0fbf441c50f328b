import { fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { fileURLToPath } from 'node:url';

const CONNECTIONS = 8;
const HEADERS_END = '\r\n\r\n';

/** Measures how many pages per second `node:http` sends in a process that does nothing else. */
export async function measureBareRate(page: string, seconds: number): Promise<number> {
  const child = fork(fileURLToPath(new URL('bare-page-server.ts', import.meta.url)), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  child.send(page);
  const [port] = (await once(child, 'message')) as [number];
  if (child.pid !== undefined) limitToOneCore(child.pid);
  try {
    return await measureRate(`http://127.0.0.1:${port}/`, seconds);
  } finally {
    child.kill();
  }
}

/** Limits all threads of a process to one core, so that the other core can send the requests. Has no effect on systems without `taskset`. */
export function limitToOneCore(pid: number): void {
  spawnSync('taskset', ['--all-tasks', '--cpu-list', '--pid', '0', String(pid)], { stdio: 'ignore' });
}

/** Requests a page over several connections. Does not use `node:http`, whose client needs more CPU time than the server. @returns responses per second */
export async function measureRate(url: string, seconds: number): Promise<number> {
  const { hostname, port, pathname, host } = new URL(url);
  const request = `GET ${pathname} HTTP/1.1\r\nhost: ${host}\r\naccept: text/html\r\n${'\r\n'}`;
  const sockets = await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      const socket = connect(Number(port), hostname);
      await once(socket, 'connect');
      return socket;
    }),
  );
  const startedAt = performance.now();
  const deadline = startedAt + seconds * 1_000;
  const counts = await Promise.all(sockets.map((socket) => sendRequests(socket, request, deadline)));
  const elapsedMs = performance.now() - startedAt;
  for (const socket of sockets) socket.destroy();
  return (counts.reduce((sum, count) => sum + count, 0) * 1_000) / elapsedMs;
}

/** Sends requests one after another until the deadline. @returns number of complete responses */
function sendRequests(socket: Socket, request: string, deadline: number): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  let count = 0;
  let received = '';
  socket.setEncoding('latin1').on('data', (part: string) => {
    received += part;
    const headersEnd = received.indexOf(HEADERS_END);
    if (headersEnd < 0) return;
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(received.slice(0, headersEnd + 2))?.[1] ?? Number.NaN);
    if (!received.startsWith('HTTP/1.1 200') || Number.isNaN(length)) {
      reject(new Error(`unexpected response: ${received.slice(0, headersEnd)}`));
      return;
    }
    if (received.length < headersEnd + HEADERS_END.length + length) return;
    received = '';
    count += 1;
    if (performance.now() < deadline) socket.write(request);
    else resolve(count);
  });
  socket.once('error', reject).once('close', () => reject(new Error('the server closed the connection')));
  socket.write(request);
  return promise;
}
