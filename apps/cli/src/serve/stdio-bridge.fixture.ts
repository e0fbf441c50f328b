import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';
import { z } from 'zod';

const message = z.looseObject({
  id: z.union([z.string(), z.number()]).optional(),
  method: z.string().optional(),
  params: z.looseObject({ _meta: z.record(z.string(), z.unknown()).optional() }).optional(),
  error: z.looseObject({ code: z.number() }).optional(),
});
type Message = z.infer<typeof message>;

const PROTOCOL_VERSION = 'io.modelcontextprotocol/protocolVersion';
const STATELESS_META = {
  [PROTOCOL_VERSION]: '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'bridge', version: '1.0.0' },
  'io.modelcontextprotocol/clientCapabilities': {},
};
const HEADER_MISMATCH = -32_020;
/** HTTP status of the error codes for which the protocol requires one. */
const ERROR_STATUS: Readonly<Record<number, number>> = {
  [HEADER_MISMATCH]: 400,
  [-32_021]: 400,
  [-32_022]: 400,
  [-32_601]: 404,
  [-32_602]: 400,
};

/** A request to which the program has not responded yet. */
interface OpenRequest {
  readonly id: string | number;
  readonly progressToken: unknown;
  onMessage(message: Message): void;
}

/** A running program that reads and writes one JSON-RPC message per line. */
class StdioProgram {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #open = new Map<number, OpenRequest>();
  #nextId = 1;

  constructor(command: readonly string[], folder: string) {
    const [file = '', ...args] = command;
    this.#child = spawn(file, args, { cwd: folder });
    createInterface({ input: this.#child.stdout }).on('line', (line) => this.#receive(message.parse(JSON.parse(line))));
    this.#child.stderr.resume();
    onTestFinished(() => void this.#child.kill());
  }

  /** Sends a message as it is. Requests get an ID that is unique in the program. */
  send(sent: Message, onMessage: (received: Message) => void): void {
    if (sent.id === undefined) {
      this.#write(sent);
      return;
    }
    const id = this.#nextId++;
    this.#open.set(id, { id: sent.id, progressToken: sent.params?._meta?.progressToken, onMessage });
    this.#write({ ...sent, id });
  }

  #write(sent: Message): void {
    this.#child.stdin.write(`${JSON.stringify(sent)}\n`);
  }

  #receive(received: Message): void {
    if (received.method !== undefined) {
      this.#findRequest(received)?.onMessage(received);
      return;
    }
    const request = this.#open.get(Number(received.id));
    this.#open.delete(Number(received.id));
    request?.onMessage({ ...received, id: request.id });
  }

  /** Returns the request to which a notification belongs: the one with its token, or the newest one. */
  #findRequest({ params }: Message): OpenRequest | undefined {
    const requests = [...this.#open.values()];
    const token = params?.progressToken;
    return token === undefined ? requests.at(-1) : requests.find(({ progressToken }) => progressToken === token);
  }
}

/**
 * Starts an HTTP server that passes messages to a program over stdio, because the suite only speaks HTTP. Each session of an earlier revision has a
 * program of its own, as with an editor. All other requests share one program for each revision.
 * @returns the URL of the server
 */
export async function startStdioBridge(command: readonly string[], folder: string): Promise<string> {
  const start = () => new StdioProgram(command, folder);
  const programs = new Map<string, StdioProgram>();
  /** Returns the program for a revision. The first message of a connection determines its revision. */
  const findStateless = (revision: string): StdioProgram => {
    const known = programs.get(revision);
    if (known) return known;
    const program = start();
    programs.set(revision, program);
    const sent = { jsonrpc: '2.0', id: 0, method: 'tools/list', params: { _meta: STATELESS_META } };
    if (revision === STATELESS_META[PROTOCOL_VERSION]) program.send(sent, () => {});
    return program;
  };

  const findProgram = (sent: Message, session: string): StdioProgram => {
    if (sent.method === 'initialize') programs.set(session, start());
    const revision = sent.params?._meta?.[PROTOCOL_VERSION] ?? STATELESS_META[PROTOCOL_VERSION];
    return programs.get(session) ?? findStateless(String(revision));
  };
  const server = createServer(async (request, response) => {
    if (request.method !== 'POST') return void response.writeHead(request.method === 'DELETE' ? 200 : 405).end();
    const sent = message.parse(JSON.parse(await readBody(request)));
    const session = String(request.headers['mcp-session-id'] ?? randomUUID());
    const program = findProgram(sent, session);
    if (isMismatch(sent, request)) {
      const error = { code: HEADER_MISMATCH, message: 'The header and the body name different revisions' };
      return reply(response, { jsonrpc: '2.0', id: sent.id, error });
    }
    if (sent.method === 'initialize') response.setHeader('mcp-session-id', session);
    program.send(sent, (received) => reply(response, received));
    if (sent.id === undefined) response.writeHead(202).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
}

function isMismatch({ params }: Message, { headers }: IncomingMessage): boolean {
  const revision = params?._meta?.[PROTOCOL_VERSION];
  return revision !== undefined && headers['mcp-protocol-version'] !== revision;
}

/** Writes a response as JSON, or as an event stream if notifications precede it. */
function reply(response: ServerResponse, received: Message): void {
  const isResponse = received.method === undefined;
  if (isResponse && !response.headersSent) {
    const status = ERROR_STATUS[received.error?.code ?? 0] ?? 200;
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(received));
    return;
  }
  if (!response.headersSent) response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write(`event: message\ndata: ${JSON.stringify(received)}\n\n`);
  if (isResponse) response.end();
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}
