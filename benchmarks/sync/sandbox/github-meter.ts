import { createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { type Cleanup, listenOnLoopback } from '../../../packages/testkit/build/index.js';
import { getCurrentTimeMs, type TracedRequest } from '../timing/request-trace.ts';

/** The traffic to and from GitHub. */
export interface GitHubTraffic {
  readonly requests: readonly TracedRequest[];
  /** The number of bytes in requests, including headers. */
  readonly sent: number;
  readonly received: number;
}

export interface GitHubMeter {
  readonly url: string;
  /** Returns the traffic since the last call. */
  take(): GitHubTraffic;
}

/**
 * Starts a proxy for GitHub that measures the traffic.
 * @param latency milliseconds that every request waits before it is forwarded
 */
export async function startGitHubMeter(cleanup: Cleanup, target: string, latency: number): Promise<GitHubMeter> {
  const sockets = new Set<Socket>();
  let requests: TracedRequest[] = [];
  let [sent, received] = [0, 0];
  const count = (socket: Socket) => {
    sent += socket.bytesRead;
    received += socket.bytesWritten;
    sockets.delete(socket);
  };
  const server = createServer(async (request, response) => {
    const arrivedAt = getCurrentTimeMs();
    const { method = '', url: path = '/' } = request;
    response.once('finish', () => requests.push({ method, path, arrived: arrivedAt, respondedAt: getCurrentTimeMs() }));
    if (latency > 0) await setTimeout(latency);
    forwardRequest(request, response, target);
  });
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => count(socket));
  });
  const url = await listenOnLoopback(cleanup, server);
  return {
    url,
    take: () => {
      // The client process has ended, so its connections are closed, even if the proxy has not detected it yet.
      for (const socket of sockets) {
        count(socket);
        socket.removeAllListeners('close');
        socket.destroy();
      }
      const totalsSoFar = { requests, sent, received };
      requests = [];
      [sent, received] = [0, 0];
      return totalsSoFar;
    },
  };
}

function forwardRequest(request: IncomingMessage, response: ServerResponse, target: string): void {
  const { host, hostname, port } = new URL(target);
  const { method, url: path, headers } = request;
  const upstreamRequest = send({ hostname, port, path, method, headers: { ...headers, host } }, (upstreamResponse) => {
    response.writeHead(upstreamResponse.statusCode ?? 502, upstreamResponse.headers);
    upstreamResponse.pipe(response);
  });
  upstreamRequest.on('error', () => response.destroy());
  request.pipe(upstreamRequest);
}
