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
  send(sentMessage: Message, onMessage: (received: Message) => void): void {
    if (sentMessage.id === undefined) {
      this.#write(sentMessage);
      return;
    }
    const id = this.#nextId++;
    this.#open.set(id, { id: sentMessage.id, progressToken: sentMessage.params?._meta?.progressToken, onMessage });
    this.#write({ ...sentMessage, id });
  }

  #write(sent: Message): void {
    this.#child.stdin.write(`${JSON.stringify(sent)}\n`);
  }

  #receive(receivedMessage: Message): void {
    if (receivedMessage.method !== undefined) {
      this.#findRequest(receivedMessage)?.onMessage(receivedMessage);
      return;
    }
    const request = this.#open.get(Number(receivedMessage.id));
    this.#open.delete(Number(receivedMessage.id));
    request?.onMessage({ ...receivedMessage, id: request.id });
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
    const knownProgram = programs.get(revision);
    if (knownProgram) return knownProgram;
    const program = start();
    programs.set(revision, program);
    const sent = { jsonrpc: '2.0', id: 0, method: 'tools/list', params: { _meta: STATELESS_META } };
    if (revision === STATELESS_META[PROTOCOL_VERSION]) program.send(sent, () => {});
    return program;
  };

  const findProgram = (sentMessage: Message, session: string): StdioProgram => {
    if (sentMessage.method === 'initialize') programs.set(session, start());
    const revision = sentMessage.params?._meta?.[PROTOCOL_VERSION] ?? STATELESS_META[PROTOCOL_VERSION];
    return programs.get(session) ?? findStateless(String(revision));
  };
  const server = createServer(async (request, response) => {
    if (request.method !== 'POST') return void response.writeHead(request.method === 'DELETE' ? 200 : 405).end();
    const sentMessage = message.parse(JSON.parse(await readBody(request)));
    const session = String(request.headers['mcp-session-id'] ?? randomUUID());
    const program = findProgram(sentMessage, session);
    if (isMismatch(sentMessage, request)) {
      const error = { code: HEADER_MISMATCH, message: 'The header and the body name different revisions' };
      return reply(response, { jsonrpc: '2.0', id: sentMessage.id, error });
    }
    if (sentMessage.method === 'initialize') response.setHeader('mcp-session-id', session);
    program.send(sentMessage, (received) => reply(response, received));
    if (sentMessage.id === undefined) response.writeHead(202).end();
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
function reply(response: ServerResponse, receivedMessage: Message): void {
  const isResponse = receivedMessage.method === undefined;
  if (isResponse && !response.headersSent) {
    const status = ERROR_STATUS[receivedMessage.error?.code ?? 0] ?? 200;
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(receivedMessage));
    return;
  }
  if (!response.headersSent) response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write(`event: message\ndata: ${JSON.stringify(receivedMessage)}\n\n`);
  if (isResponse) response.end();
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}
