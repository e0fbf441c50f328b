import type { Socket } from 'node:net';

/** Limits of a connection that the service has ended, in milliseconds. */
export interface LingerLimits {
  /** Time without data from the client. */
  readonly idle: number;
  /** Total time. */
  readonly total: number;
}

/**
 * Ends the sending side of a connection, and discards what the client still sends until the client closes the connection (RFC 9112, section 9.6).
 * If the connection were closed immediately, the operating system would reset it, and the client could lose the response.
 */
export function closeAfterReading(socket: Socket, { idle, total }: LingerLimits): void {
  socket.end();
  // The HTTP parser must not read further requests.
  socket.removeAllListeners('data');
  socket.on('data', () => undefined);
  socket.on('end', () => socket.destroy());
  socket.setTimeout(idle, () => socket.destroy());
  const timer = setTimeout(() => socket.destroy(), total);
  socket.once('close', () => clearTimeout(timer));
  socket.resume();
  // If the body of a request was not read, Node has stopped reading from the socket, although the stream is flowing.
  socket._read(0);
}
