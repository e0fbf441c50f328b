import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { normalizeAddress } from '../access/client-address.ts';
import { ClientConnection, type ConnectionContext, type RequestHandler } from './client-connection.ts';
import { respondToExcessConnection } from './client-error.ts';
import { closeAfterReading, type LingerLimits } from './linger.ts';
import type { HttpRequest, HttpResponse, HttpServer } from './messages.ts';

/** Limits of open connections. */
export interface ConnectionLimits {
  /** Maximum number of open connections. Further connections are closed without a response. */
  readonly total: number;
  /** Maximum number of open connections per client IP address; undefined if all clients have the IP address of a proxy. */
  readonly perAddress: number | undefined;
}

export const CONNECTION_LIMITS: ConnectionLimits = { total: 4_096, perAddress: 1_024 };

/** Maximum total number of queued pipelined requests of all connections. Each request takes up to 3 KB. */
const MAX_WAITING_REQUESTS = 4_096;
/** Limits of a connection that was refused. A client over its limit usually sends only one request. */
const EXCESS_LINGER: LingerLimits = { idle: 1_000, total: 1_000 };

/** The open connections of a server. */
export class Connections {
  readonly #context: ConnectionContext;
  readonly #limits: ConnectionLimits;
  readonly #sendTimeout: number;
  readonly #connections = new Map<Duplex, ClientConnection>();
  readonly #addresses = new Map<string, number>();
  #refused = 0;

  /** Lets the connections of a server handle requests. */
  constructor(
    server: HttpServer,
    handle: RequestHandler,
    { limits, linger, sendTimeout }: { limits: ConnectionLimits; linger: LingerLimits; sendTimeout: number },
  ) {
    this.#context = { handle, linger, maxWaitingRequests: MAX_WAITING_REQUESTS, waitingRequests: 0 };
    this.#limits = limits;
    this.#sendTimeout = sendTimeout;
    server.maxConnections = limits.total;
    server.on('drop', () => {
      this.#refused += 1;
    });
    server.on('connection', (socket: Socket) => this.#accept(socket));
    server.on('request', (request: HttpRequest, response: HttpResponse) => this.#receive(request, response));
    server.on('checkContinue', (request: HttpRequest, response: HttpResponse) => {
      request.requestBodyWith(() => {
        if (!response.headersSent) response.writeContinue();
      });
      this.#receive(request, response);
    });
    server.on('clientError', (error: Error, socket: Duplex) => this.#fail(error, socket));
  }

  /** Number of open connections. */
  get open(): number {
    return this.#connections.size;
  }

  /** Number of connections that were rejected because of a limit. */
  get refused(): number {
    return this.#refused;
  }

  /** Number of pipelined requests that wait for the responses to the requests before them. */
  get waitingRequests(): number {
    return this.#context.waitingRequests;
  }

  #accept(socket: Socket): void {
    const address = normalizeAddress(socket.remoteAddress ?? 'unknown');
    const count = (this.#addresses.get(address) ?? 0) + 1;
    this.#addresses.set(address, count);
    this.#connections.set(socket, new ClientConnection(socket, this.#context));
    socket.once('close', () => this.#remove(socket, address));
    const { perAddress } = this.#limits;
    if (perAddress === undefined || count <= perAddress) return;
    this.#refused += 1;
    respondToExcessConnection(
      socket,
      `More than ${perAddress} connections of this IP address are open: close some first`,
    );
    closeAfterReading(socket, EXCESS_LINGER);
  }

  #remove(socket: Socket, address: string): void {
    this.#connections.delete(socket);
    const count = (this.#addresses.get(address) ?? 1) - 1;
    if (count > 0) this.#addresses.set(address, count);
    else this.#addresses.delete(address);
  }

  #receive(request: HttpRequest, response: HttpResponse): void {
    response.limitSending(this.#sendTimeout);
    this.#connections.get(request.socket)?.receive({ request, response });
  }

  #fail(error: Error, socket: Duplex): void {
    const connection = this.#connections.get(socket);
    if (connection) connection.fail(error);
    else socket.destroy();
  }
}
