import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { onTestFinished } from 'vitest';

/** A log in the form in which the receiver parses it. */
export type ReceivedLog = Readonly<Record<string, unknown>> & {
  readonly status: number;
  readonly method: string;
  readonly url: string;
  readonly request: { readonly headers?: object; readonly body?: unknown; readonly truncated?: boolean } | null;
  readonly response: {
    readonly headers?: object;
    readonly body?: unknown;
    readonly aborted?: boolean;
    readonly recovery?: object;
  } | null;
};

/** A fault with which the receiver rejects or delays a request. */
export type ReceiverFault =
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly headers?: Record<string, string>;
      readonly body?: string;
    }
  /** Closes the connection before or after the batch has been stored. */
  | { readonly kind: 'drop-before' }
  | { readonly kind: 'drop-after' };

export interface Receiver {
  readonly url: string;
  /** The logs of all batches, stored once per Idempotency-Key. */
  readonly logs: ReceivedLog[];
  /** All received texts: request heads and bodies. */
  readonly wire: string[];
  readonly requests: { readonly headers: IncomingMessage['headers']; readonly lines: number }[];
  fault: (attempt: number) => ReceiverFault | undefined;
  hintSet: { readonly body: string; readonly etag: string } | undefined;
  hintRequests: number;
  stop(): Promise<void>;
  start(): Promise<void>;
}

const HINT_DELAY_MS = 25;

/** Starts a server that accepts batches in the same way as the service, and simulates faults on demand. */
export async function startReceiver(): Promise<Receiver> {
  const storedIds = new Set<string>();
  let attempts = 0;
  let port = 0;
  const server = createServer((req, res) => {
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => respond(req, res, Buffer.concat(chunks)));
  });
  const receiver: Receiver = {
    url: '',
    logs: [],
    wire: [],
    requests: [],
    fault: () => undefined,
    hintSet: undefined,
    hintRequests: 0,
    async start() {
      await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    },
    async stop() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };

  function respond(req: IncomingMessage, res: ServerResponse, rawBytes: Buffer): void {
    if (req.url?.endsWith('/recovery/hint-set')) {
      receiver.hintRequests += 1;
      // Later than a batch of logs, so that a test fails if it does not wait until the client has the hints.
      setTimeout(() => respondHints(req, res), HINT_DELAY_MS);
      return;
    }
    const body = req.headers['content-encoding'] === 'gzip' ? gunzipSync(rawBytes) : rawBytes;
    const text = body.toString();
    receiver.wire.push(JSON.stringify(req.headers), text);
    const fault = receiver.fault(attempts);
    attempts += 1;
    if (fault?.kind === 'drop-before') {
      res.destroy();
      return;
    }
    if (fault?.kind === 'status') {
      res.writeHead(fault.status, fault.headers).end(fault.body);
      return;
    }
    const lines = text.split('\n').filter((line) => line !== '');
    const key = String(req.headers['idempotency-key']);
    if (!storedIds.has(key)) receiver.logs.push(...lines.map((line) => JSON.parse(line) as ReceivedLog));
    storedIds.add(key);
    receiver.requests.push({ headers: req.headers, lines: lines.length });
    if (fault?.kind === 'drop-after') {
      res.destroy();
      return;
    }
    res.writeHead(201, { 'content-type': 'application/json' }).end(JSON.stringify({ accepted: lines.length }));
  }

  function respondHints(req: IncomingMessage, res: ServerResponse): void {
    const set = receiver.hintSet;
    if (set === undefined) {
      res.writeHead(404).end();
      return;
    }
    if (req.headers['if-none-match'] === set.etag) {
      res.writeHead(304).end();
      return;
    }
    res.writeHead(200, { etag: set.etag, 'cache-control': 'max-age=60' }).end(set.body);
  }

  await receiver.start();
  port = (server.address() as AddressInfo).port;
  onTestFinished(() => receiver.stop());
  return Object.assign(receiver, { url: `http://127.0.0.1:${port}` });
}

/** A hint set with one hint for status 422 on `/pets/{petId}`, and one for every 404. */
export const HINT_SET = {
  etag: '"1"',
  body: JSON.stringify({
    version: 1,
    unknownMember: true,
    hints: [
      {
        id: 'hint_weight',
        title: 'Weight is in grams',
        match: { method: 'POST', route: '/pets/{petId}', status: 422, errorCode: 'weight_out_of_range' },
        documentation: 'https://docs.example.com/errors/weight',
        retryable: true,
        retryAfterSeconds: 3,
        steps: [{ do: 'change', text: 'Send the weight in grams.', field: '/weight', example: 4200 }],
        audience: 'agents',
        holdOutPercent: 0,
      },
      {
        id: 'hint_404',
        title: 'Größe "unbekannt"',
        match: { status: '4xx' },
        documentation: 'https://docs.example.com/errors/404',
        retryable: false,
        steps: [{ do: 'call', text: 'List the pets first.', operation: 'listPets' }],
        audience: 'everyone',
      },
      'not a hint',
      { id: 'unreadable', match: { status: 'nine' } },
    ],
  }),
};
