import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { fileURLToPath } from 'node:url';
import { REQUEST_BODY } from './payload.ts';
import type { ApplicationName, Variant } from './sdk-variants.ts';

const APPLICATION = fileURLToPath(new URL('application.mjs', import.meta.url));

/** The methods of the measured requests. Only POST requests have a body. */
export const METHODS = ['GET', 'POST'] as const;
export type Method = (typeof METHODS)[number];

/** The resources of a process: its CPU time since its start, and its memory in bytes. */
export interface Usage {
  readonly cpuMicroseconds: number;
  readonly rss: number;
  readonly heapUsed: number;
  /** The memory of V8 objects outside of the heap, such as buffers. */
  readonly external: number;
  readonly arrayBuffers: number;
}

/** An application that runs in a separate process. */
export interface RunningApplication {
  readonly port: number;
  /**
   * Returns the resources that the process uses.
   * @param what with `flush`, the process first sends its queued requests
   */
  usage(what?: 'flush'): Promise<Usage>;
  stop(): void;
}

/**
 * Starts an application in a separate process.
 * @param speed factor by which the timers of the application run faster
 */
export async function startApplication(
  name: ApplicationName,
  variant: Variant,
  url: string,
  speed = 1,
): Promise<RunningApplication> {
  const child: ChildProcess = fork(APPLICATION, [name, variant, url, String(speed)], {
    // The output is discarded, because it contains log messages about the unreachable service.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: { ...process.env, NODE_NO_WARNINGS: '1', APITALLY_HUB_BASE_URL: url, README_METRICS_SERVER: url },
  });
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  return {
    port,
    async usage(description) {
      const response = once(child, 'message');
      child.send(description ?? 'usage');
      return ((await response) as [Usage])[0];
    },
    stop: () => void child.kill(),
  };
}

/** Sends requests over kept-alive connections, a few at a time. */
export async function sendRequests(port: number, method: Method, count: number, connections = 16): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  let remainingRequests = count;
  const sendNext = async () => {
    while (remainingRequests > 0) {
      remainingRequests -= 1;
      await sendOne(port, method, agent);
    }
  };
  await Promise.all(Array.from({ length: connections }, sendNext));
  agent.destroy();
}

function sendOne(port: number, method: Method, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    const body = method === 'POST' ? REQUEST_BODY : undefined;
    const headers = {
      'user-agent': 'bench/1',
      ...(body === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
    };
    const sentRequest = request(
      { host: '127.0.0.1', port, path: '/pets/42?limit=10', method, agent, headers },
      (res) => {
        res.resume();
        res.on('end', resolve);
      },
    );
    sentRequest.on('error', (error: NodeJS.ErrnoException) => {
      // The request is sent again if the server has closed the idle connection. Servers do so after 5 seconds, even if
      // a request is already on its way.
      if (sentRequest.reusedSocket && error.code === 'ECONNRESET') resolve(sendOne(port, method, agent));
      else reject(error);
    });
    sentRequest.end(body);
  });
}
