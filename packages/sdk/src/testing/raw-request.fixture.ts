import { connect } from 'node:net';

/** Sends bytes to a server and returns all bytes of the response until the server closes the connection. */
export function rawRequest(port: number, text: string | Buffer, abortAfterBytes?: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let receivedBytes = 0;
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    socket.on('data', (chunk) => {
      chunks.push(chunk);
      receivedBytes += chunk.length;
      if (abortAfterBytes !== undefined && receivedBytes >= abortAfterBytes) socket.destroy();
    });
    socket.on('close', () => resolve(Buffer.concat(chunks)));
    socket.on('error', reject);
  });
}

/** Returns the text of a request that makes the server close the connection after the response. */
export function requestText(method: string, path: string, headers: Record<string, string> = {}, body = ''): string {
  const all = {
    host: 'api.example.com',
    connection: 'close',
    ...headers,
    ...(body === '' ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`;
}

/** Splits a response into its head and body. `Date` is omitted, because it differs from request to request. */
export function parseRaw(rawBytes: Buffer): { head: string[]; body: Buffer } {
  const end = rawBytes.indexOf('\r\n\r\n');
  const head = rawBytes.subarray(0, end).toString('latin1').split('\r\n');
  return { head: head.filter((line) => !/^date:/i.test(line)), body: rawBytes.subarray(end + 4) };
}
