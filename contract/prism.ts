import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { resolveDependency } from './run-tool.ts';

/** A proxy in front of the service that rejects requests and responses that the OpenAPI document does not allow. */
export interface Proxy {
  readonly url: string;
  output(): string;
  stop(): Promise<void>;
}

/**
 * Starts the proxy.
 * @param file path of the OpenAPI document
 */
export async function startProxy(upstream: string, file: string): Promise<Proxy> {
  const port = await findFreePort();
  const args = [resolveDependency('@stoplight/prism-cli/dist/index.js'), 'proxy', file, upstream, '--errors'];
  const child = spawn(process.execPath, [...args, '--host', '127.0.0.1', '--port', String(port)], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NO_COLOR: '1' },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const url = `http://127.0.0.1:${port}`;
  const stop = async () => {
    if (child.exitCode !== null) return;
    const closeEvent = once(child, 'close');
    child.kill('SIGTERM');
    await closeEvent;
  };
  for (let attempt = 0; !output.includes('Prism is listening'); attempt += 1) {
    if (attempt > 300 || child.exitCode !== null) {
      await stop();
      throw new Error(`prism did not start: ${output}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return { url, output: () => output, stop };
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  return address.port;
}
