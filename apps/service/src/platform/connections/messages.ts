import {
  IncomingMessage,
  type OutgoingHttpHeader,
  type OutgoingHttpHeaders,
  type Server,
  ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';

type HeadersToSend = OutgoingHttpHeaders | OutgoingHttpHeader[];

/** An HTTP server with the request and response classes of this service. */
export type HttpServer = Server<typeof HttpRequest, typeof HttpResponse>;

/** A request of an HTTP client. Its body is requested only when it is read, and can be discarded without ending the connection. */
export class HttpRequest extends IncomingMessage {
  #requestBody: (() => void) | undefined;

  /** Sets the function that requests the body from the client (`100 Continue`). The function is called when the body is first read. */
  requestBodyWith(send: () => void): void {
    this.#requestBody = send;
  }

  /** Whether the whole request was received. A request without a body is complete before Node has parsed its end. */
  get isReceived(): boolean {
    const { 'content-length': length = '0', 'transfer-encoding': encoding } = this.headers;
    return this.complete || (encoding === undefined && Number(length) === 0);
  }

  override _read(size: number): void {
    this.#requestBody?.();
    this.#requestBody = undefined;
    super._read(size);
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    // Node would destroy the socket if the handler cancels an incomplete body. The socket is kept, because the response must still be sent.
    if (!this.complete && error === null && !this.socket.destroyed) callback();
    else super._destroy(error, callback);
  }
}

/**
 * A response whose `Connection` header is correct. If the response begins before the request was received completely, the connection ends after the response
 * (RFC 9112, section 9.3), because the rest of the body would otherwise be read as the next request.
 */
export class HttpResponse extends ServerResponse<HttpRequest> {
  #sendTimeout = 0;

  /** Sets the time in milliseconds without progress after which a response that its client does not read is aborted. */
  limitSending(timeout: number): void {
    this.#sendTimeout = timeout;
    this.on('timeout', (socket: Socket) => {
      // A stream that has no data to send is kept open.
      if (socket.writableLength > 0) socket.destroy();
      else socket.setTimeout(timeout);
    });
  }

  override writeHead(status: number, reason?: string | HeadersToSend, headers?: HeadersToSend): this {
    if (!this.req.isReceived) this.setHeader('connection', 'close');
    this.socket?.setTimeout(this.#sendTimeout);
    return typeof reason === 'string'
      ? super.writeHead(status, reason, headers)
      : super.writeHead(status, reason ?? headers);
  }
}
