import { isLoopback } from '@context-sync/core';
import type { SendMailOptions } from 'nodemailer';
import { formatMail } from './format-mail.ts';
import { type Mailer, type MailResult, NO_MAILER } from './mailer.ts';

/** A mail server and the sender of all emails. */
export interface SmtpOptions {
  /** `smtp://` or `smtps://` URL, with the user name and password if the mail server requires authentication. */
  readonly url: string;
  /** Email address of the sender, optionally with a display name: `Context Sync <sync@example.com>`. */
  readonly from: string;
}

/** Timeouts in milliseconds. They are short enough that a request that sends an email gets its response before the request deadline. */
const CONNECT_TIMEOUT_MS = 5_000;
const SEND_TIMEOUT_MS = 15_000;

/** Explanations of nodemailer's error codes for the person who sends the email. */
const REASONS: Readonly<Record<string, string>> = {
  ECONNECTION: 'The mail server cannot be reached',
  ECONNREFUSED: 'The mail server cannot be reached',
  EDNS: 'The host name of the mail server cannot be resolved',
  ESOCKET: 'The mail server cannot be reached',
  ETIMEDOUT: 'The mail server does not respond',
  ETLS: 'The mail server offers no encryption, or its certificate is not valid',
  EAUTH: 'The mail server rejects the account of --smtp-url',
};

/**
 * Creates the mailer of a service.
 * @param warn receives failures for the operator, without the recipient
 */
export function createMailer(options: SmtpOptions | undefined, warn: (warning: string) => void): Mailer {
  if (!options) return NO_MAILER;
  let transport: Promise<SmtpTransport> | undefined;
  return {
    isEnabled: true,
    async send(mail): Promise<MailResult> {
      try {
        // Most processes never send an email.
        transport ??= createTransport(options);
        const { sendMail } = await transport;
        await limitTime(sendMail({ to: { name: '', address: mail.to }, ...formatMail(mail) }), SEND_TIMEOUT_MS);
        return { sent: true };
      } catch (error) {
        const reason = describeFailure(error);
        warn(`an email was not sent: ${reason}`);
        return { sent: false, reason };
      }
    },
  };
}

/** Loads the library and creates its transport. A connection is opened for each email. */
async function createTransport({ url, from }: SmtpOptions) {
  const { createTransport: create } = await import('nodemailer');
  const { hostname, port, protocol, username, password } = new URL(url);
  const hasAccount = username !== '';
  const transport = create(
    {
      host: hostname.replaceAll(/^\[|\]$/g, ''),
      port: port === '' ? undefined : Number(port),
      secure: protocol === 'smtps:',
      // A password is never sent without encryption, except to the local machine.
      requireTLS: protocol === 'smtp:' && hasAccount && !isLoopback(hostname),
      auth: hasAccount ? { user: decodeURIComponent(username), pass: decodeURIComponent(password) } : undefined,
      connectionTimeout: CONNECT_TIMEOUT_MS,
      greetingTimeout: CONNECT_TIMEOUT_MS,
      dnsTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: SEND_TIMEOUT_MS,
      allowInternalNetworkInterfaces: true,
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from },
  );
  return { sendMail: (mail: SendMailOptions) => transport.sendMail(mail) };
}

type SmtpTransport = Awaited<ReturnType<typeof createTransport>>;

/** Returns the reason why an email was not sent, without the recipient's email address and the password. */
function describeFailure(error: unknown): string {
  const { code = '', response } = (error ?? {}) as { code?: string; response?: string };
  const knownReason = REASONS[code];
  if (knownReason !== undefined) return knownReason;
  // The response of the mail server can contain the recipient's email address, which the operator's log must not contain.
  const status = /^\d{3}(?: \d\.\d{1,3}\.\d{1,3})?/.exec(response ?? '')?.[0];
  return status === undefined
    ? 'The mail server does not accept the email'
    : `The mail server rejects the email with ${status}`;
}

/**
 * Rejects with `ETIMEDOUT` if a promise takes too long. An idle timeout is not sufficient, because a mail server that sends one byte at a time is
 * never idle.
 */
async function limitTime(sendPromise: Promise<unknown>, milliseconds: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(Object.assign(new Error('the deadline was exceeded'), { code: 'ETIMEDOUT' })),
      milliseconds,
    );
  });
  try {
    await Promise.race([sendPromise, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
