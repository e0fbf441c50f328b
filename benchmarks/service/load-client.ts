import { Agent, request } from 'node:http';

export interface BenchRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: string | Uint8Array;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface BenchClient {
  /**
   * Sends one request.
   * @returns the body of the response
   * @throws Error if the response is not successful
   */
  send(sent: BenchRequest): Promise<string>;
  close(): void;
}

/**
 * Creates a client that uses only `node:http` with keep-alive connections, because this client uses the least CPU time.
 * @param credentials API key, or the cookies of a signed-in member
 */
export function createClient(
  url: string,
  credentials: string | { readonly cookie: string },
  connections: number,
): BenchClient {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const send = ({
    method,
    path,
    body,
    type = 'application/json',
    headers: given = {},
  }: BenchRequest): Promise<string> =>
    new Promise((resolve, reject) => {
      const headers: Record<string, string | number> =
        typeof credentials === 'string'
          ? { authorization: `Bearer ${credentials}`, ...given }
          : { ...credentials, ...given };
      if (body !== undefined) {
        headers['content-type'] = type;
        headers['content-length'] = Buffer.byteLength(body);
      }
      const outgoingRequest = request(url + path, { method, agent, headers }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part: string) => {
          text += part;
        });
        response.once('end', () => {
          const status = response.statusCode ?? 0;
          if (status >= 200 && status < 300) resolve(text);
          else reject(new Error(`${method} ${path}: ${status} ${text.slice(0, 500)}`));
        });
      });
      outgoingRequest.once('error', (error: NodeJS.ErrnoException) => {
        // The service closes connections after some seconds without requests, possibly just before the client uses them
        // again.
        if (outgoingRequest.reusedSocket && error.code === 'ECONNRESET')
          send({ method, path, type, headers: given, ...(body !== undefined && { body }) }).then(resolve, reject);
        else reject(error);
      });
      outgoingRequest.end(body);
    });
  return { send, close: () => agent.destroy() };
}

/** Returns the times of sequential requests in milliseconds. Sends fewer requests if they are slow. */
export async function measureLatencies(send: (round: number) => Promise<unknown>, rounds: number): Promise<number[]> {
  const deadline = performance.now() + 15_000;
  const latenciesMs: number[] = [];
  for (let round = 0; round < rounds && (round < 20 || performance.now() < deadline); round += 1) {
    const start = performance.now();
    await send(round);
    latenciesMs.push(performance.now() - start);
  }
  return latenciesMs;
}

export interface Rate {
  readonly perSecond: number;
  readonly times: readonly number[];
}

/** Sends requests concurrently for some time. Every client sends its next request after the previous response. */
export async function measureRate(
  send: (number: number) => Promise<unknown>,
  {
    clients,
    seconds,
    maxRequests = Number.POSITIVE_INFINITY,
  }: { readonly clients: number; readonly seconds: number; readonly maxRequests?: number },
): Promise<Rate> {
  const start = performance.now();
  const deadline = start + seconds * 1_000;
  const latenciesMs: number[] = [];
  let nextRequest = 0;
  const sendNext = async () => {
    while (performance.now() < deadline && nextRequest < maxRequests) {
      const number = nextRequest;
      nextRequest += 1;
      const startedAt = performance.now();
      await send(number);
      latenciesMs.push(performance.now() - startedAt);
    }
  };
  await Promise.all(Array.from({ length: clients }, sendNext));
  return { perSecond: (latenciesMs.length * 1_000) / (performance.now() - start), times: latenciesMs };
}
