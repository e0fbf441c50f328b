import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** A raw response from a connection. */
export interface RawResponse {
  readonly status: number;
  /** Headers by lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A client that controls what it sends and when it reads. */
export async function connectRaw(port: number) {
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  let receivedBytes = Buffer.alloc(0);
  let outcome: 'open' | 'ended' | 'reset' = 'open';
  let wake = () => {};
  const notify = () => wake();
  socket.on('data', (chunk) => {
    receivedBytes = Buffer.concat([receivedBytes, chunk]);
    notify();
  });
  socket.on('end', () => {
    outcome = 'ended';
    notify();
  });
  socket.on('error', () => {
    outcome = 'reset';
    notify();
  });
  await once(socket, 'connect');
  const waitForMore = () =>
    new Promise<void>((resolve) => {
      wake = resolve;
    });
  /** Reads the next response; undefined if the connection ended before a response. */
  const read = async (): Promise<RawResponse | undefined> => {
    for (;;) {
      const response = takeResponse(receivedBytes);
      if (response) {
        receivedBytes = response.rest;
        return response;
      }
      if (outcome !== 'open') return undefined;
      await waitForMore();
    }
  };
  /** Reads all responses until the service ends the connection. */
  const readAll = async (): Promise<RawResponse[]> => {
    const responses: RawResponse[] = [];
    for (let response = await read(); response; response = await read()) responses.push(response);
    return responses;
  };
  /** Sends a body of zeros as fast as the service reads it, until the connection ends. Returns the number of bytes that were sent. */
  const sendZeros = async (bytes: number): Promise<number> => {
    const chunk = Buffer.alloc(65_536, '0');
    let sentBytes = 0;
    while (sentBytes < bytes && outcome !== 'reset' && !socket.destroyed) {
      const part = chunk.subarray(0, Math.min(chunk.length, bytes - sentBytes));
      sentBytes += part.length;
      if (!socket.write(part)) await waitForDrain(socket);
    }
    return sentBytes;
  };
  return {
    socket,
    send: (text: string) => socket.write(text),
    sendZeros,
    read,
    readAll,
    /** Returns how the connection ended for the client. */
    getOutcome: () => outcome,
  };
}

/** Waits until the socket accepts more data, or is closed. */
async function waitForDrain(socket: Socket): Promise<void> {
  const endedController = new AbortController();
  const { signal } = endedController;
  const events = [once(socket, 'drain', { signal }), once(socket, 'close', { signal })];
  await Promise.race(events).catch(() => undefined);
  endedController.abort();
  await Promise.allSettled(events);
}

export type RawClient = Awaited<ReturnType<typeof connectRaw>>;

function takeResponse(receivedBytes: Buffer): (RawResponse & { readonly rest: Buffer<ArrayBuffer> }) | undefined {
  const headEnd = receivedBytes.indexOf('\r\n\r\n');
  if (headEnd < 0) return undefined;
  const [statusLine = '', ...lines] = receivedBytes.subarray(0, headEnd).toString('latin1').split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  const bodyEnd = headEnd + 4 + Number(headers['content-length'] ?? 0);
  if (receivedBytes.length < bodyEnd) return undefined;
  return {
    status: Number(statusLine.split(' ')[1]),
    headers,
    body: receivedBytes.subarray(headEnd + 4, bodyEnd).toString(),
    rest: Buffer.from(receivedBytes.subarray(bodyEnd)),
  };
}
