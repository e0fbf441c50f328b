import type { Socket } from 'node:net';
import { respondToClientError } from './client-error.ts';
import { closeAfterReading, type LingerLimits } from './linger.ts';
import type { HttpRequest, HttpResponse } from './messages.ts';

export type RequestHandler = (request: HttpRequest, response: HttpResponse) => void;

/** A request and its response. */
export interface RequestExchange {
  readonly request: HttpRequest;
  readonly response: HttpResponse;
}

/** Context that all connections of a server share. */
export interface ConnectionContext {
  readonly handle: RequestHandler;
  /** Limits of connections that the service has ended. */
  readonly linger: LingerLimits;
  readonly maxWaitingRequests: number;
  /** Number of requests that wait on all connections. */
  waitingRequests: number;
}

/**
 * A connection on which requests run one at a time: a pipelined request starts when the client has received the response before it. Meanwhile, the
 * service reads nothing from the connection, so at most the data of one read is buffered.
 */
export class ClientConnection {
  readonly #socket: Socket;
  readonly #context: ConnectionContext;
  #current: RequestExchange | undefined;
  #waiting: RequestExchange[] = [];
  /** Parse error after the last request. */
  #failure: Error | undefined;

  constructor(socket: Socket, context: ConnectionContext) {
    this.#socket = socket;
    this.#context = context;
    // Node resumes the socket after each request that it has parsed.
    socket.on('resume', () => {
      if (this.#waiting.length > 0 && !socket.writableEnded) socket.pause();
    });
    socket.on('close', () => this.#dropWaiting());
    // Node calls this function after the last response of a connection, for example one with `Connection: close`.
    socket.destroySoon = () => closeAfterReading(socket, context.linger);
  }

  /** Handles a request, or queues it behind earlier requests. */
  receive(exchange: RequestExchange): void {
    if (this.#socket.writableEnded) return;
    if (this.#current === undefined) {
      this.#start(exchange);
      return;
    }
    if (this.#context.waitingRequests >= this.#context.maxWaitingRequests) {
      this.#socket.destroy();
      return;
    }
    this.#waiting.push(exchange);
    this.#context.waitingRequests += 1;
    this.#socket.pause();
  }

  /** Responds to invalid input or to a timeout, after the responses to earlier requests. */
  fail(error: Error): void {
    const last = this.#waiting.at(-1) ?? this.#current;
    if (last === undefined || (last === this.#current && !last.request.isReceived)) {
      this.#respondToFailure(error, last?.response.headersSent ?? false);
      return;
    }
    // The request that caused the error is not executed.
    if (!last.request.isReceived) {
      this.#waiting.pop();
      this.#context.waitingRequests -= 1;
    }
    this.#failure = error;
  }

  #respondToFailure(error: Error, hasResponse: boolean): void {
    if (hasResponse || !this.#socket.writable) {
      this.#socket.destroy();
      return;
    }
    respondToClientError(error, this.#socket);
    closeAfterReading(this.#socket, this.#context.linger);
  }

  #start(exchange: RequestExchange): void {
    this.#current = exchange;
    exchange.response.once('close', () => this.#startNext());
    this.#context.handle(exchange.request, exchange.response);
  }

  #startNext(): void {
    this.#current = undefined;
    if (this.#socket.writableEnded || this.#socket.destroyed) return;
    const next = this.#waiting.shift();
    if (next === undefined) {
      if (this.#failure) this.#respondToFailure(this.#failure, false);
      else this.#socket.resume();
      return;
    }
    this.#context.waitingRequests -= 1;
    this.#current = next;
    // Requests of other connections can run at this point.
    setImmediate(() => {
      if (!this.#socket.destroyed) this.#start(next);
    });
  }

  /** Node keeps queued requests in memory until the socket closes, so they count toward the limit until then. */
  #dropWaiting(): void {
    this.#context.waitingRequests -= this.#waiting.length;
    this.#waiting = [];
  }
}
