import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { onTestFinished } from 'vitest';

/** An email that the test server has received. */
export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** The email with its headers, as it was sent. */
  readonly source: string;
  /** Whether the client used an encrypted connection. */
  readonly isEncrypted: boolean;
}

/** Starts a real SMTP server on loopback until the end of the test. */
export async function startSmtpServer(options: SMTPServerOptions = {}) {
  const mails: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      let source = '';
      stream.setEncoding('utf8');
      stream.on('data', (chunk: string) => {
        source += chunk;
      });
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        mails.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          source,
          isEncrypted: session.secure,
        });
        done();
      });
    },
    ...options,
  });
  // The error is ignored, because in some tests a client ends a connection early.
  server.on('error', () => undefined);
  const listener = server.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return { url: `smtp://127.0.0.1:${port}`, port, mails };
}

/** Returns the text part of an email, which is encoded as quoted-printable or not at all. */
export function readTextPart({ source }: ReceivedMail): string {
  return readPart(source, 'text/plain');
}

export function readHtmlPart({ source }: ReceivedMail): string {
  return readPart(source, 'text/html');
}

function readPart(source: string, type: string): string {
  const boundary = /boundary="([^"]+)"/.exec(source)?.[1] ?? '';
  const part = source.split(`--${boundary}`).find((each) => each.toLowerCase().includes(`content-type: ${type}`)) ?? '';
  const end = part.indexOf('\r\n\r\n');
  const body = part.slice(end + 4);
  const encoding = /content-transfer-encoding: (\S+)/i.exec(part.slice(0, end))?.[1];
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString();
  if (encoding !== 'quoted-printable') return body;
  const bytes = body
    .replaceAll(/=\r\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_whole, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}
