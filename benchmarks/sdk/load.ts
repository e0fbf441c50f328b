import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { REQUEST_BODY } from './payload.ts';

const APPLICATION = fileURLToPath(new URL('application.ts', import.meta.url));

export interface Usage {
  readonly cpuMicroseconds: number;
  readonly rss: number;
}

/** An application in a process of its own. */
export interface RunningApplication {
  readonly port: number;
  usage(): Promise<Usage>;
  stop(): void;
}

/** Accepts whatever capture SDKs send, like a service that is well. @returns its URL, and a function that ends it */
export async function startSink(): Promise<{ url: string; stop(): void }> {
  const server = createServer((req, res) => {
    req.resume();
    req.on('end', () => {
      const status = req.url?.endsWith('/hint-set') === true ? 404 : 201;
      res.writeHead(status, { 'content-type': 'application/json' }).end('{"ok":true}');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

export async function startApplication(framework: string, variant: string, url: string): Promise<RunningApplication> {
  const child: ChildProcess = fork(APPLICATION, [framework, variant, url], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { ...process.env, NODE_NO_WARNINGS: '1', APITALLY_HUB_BASE_URL: url },
  });
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  return {
    port,
    async usage() {
      const answer = once(child, 'message');
      child.send('usage');
      return ((await answer) as [Usage])[0];
    },
    stop: () => void child.kill(),
  };
}

/** Sends requests over kept-alive connections, a few at a time. */
export async function sendRequests(port: number, count: number, connections = 16): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  let left = count;
  const work = async () => {
    while (left > 0) {
      left -= 1;
      await sendOne(port, agent);
    }
  };
  await Promise.all(Array.from({ length: connections }, work));
  agent.destroy();
}

function sendOne(port: number, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(REQUEST_BODY),
      'user-agent': 'bench/1',
    };
    const sent = request(
      { host: '127.0.0.1', port, path: '/pets/42?limit=10', method: 'POST', agent, headers },
      (res) => {
        res.resume();
        res.on('end', resolve);
      },
    );
    sent.on('error', reject);
    sent.end(REQUEST_BODY);
  });
}

/** Milliseconds until the first byte of a streamed response. */
export function firstByteMs(port: number, agent: Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    const start = performance.now();
    const sent = request({ host: '127.0.0.1', port, agent }, (res) => {
      res.once('data', () => {
        const ms = performance.now() - start;
        res.resume();
        res.on('end', () => resolve(ms));
      });
    });
    sent.on('error', reject);
    sent.end();
  });
}
