import { createServer, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { findFreePort } from '../../testing/free-port.fixture.ts';
import { type Mail, NO_MAILER } from './mailer.ts';
import { readHtmlPart, readTextPart, startSmtpServer } from './smtp.fixture.ts';
import { createMailer } from './smtp-mailer.ts';

const FROM = 'Context Sync <sync@example.com>';
const MAIL: Mail = {
  to: 'bob@example.com',
  subject: 'Ann invites you',
  lines: ['Ann <b>invites</b> you to "Pets & Co".'],
  link: { text: 'Accept the invite', url: 'https://sync.example.com/invites/abc?a=1&b=2' },
  closing: ['The link is valid for 7 days. Grüße'],
};

async function openMailer(options: Parameters<typeof startSmtpServer>[0] = {}, account = '') {
  const server = await startSmtpServer(options);
  const warnings: string[] = [];
  const url = server.url.replace('//', `//${account}`);
  return { ...server, warnings, mailer: createMailer({ url, from: FROM }, (warning) => warnings.push(warning)) };
}

describe('an email', () => {
  it('an email arrives with the same content as text and as HTML', async () => {
    const { mailer, mails } = await openMailer();
    expect(await mailer.send(MAIL)).toEqual({ sent: true });
    expect(mails).toMatchObject([{ from: 'sync@example.com', to: ['bob@example.com'] }]);
    const [mail] = mails;
    if (!mail) throw new Error('no email has arrived');
    expect(mail.source).toContain('Subject: Ann invites you');
    expect(mail.source).toContain('From: Context Sync <sync@example.com>');
    expect(readTextPart(mail).replaceAll('\r\n', '\n').trim()).toBe(
      'Ann <b>invites</b> you to "Pets & Co".\n\nAccept the invite:\nhttps://sync.example.com/invites/abc?a=1&b=2\n\nThe link is valid for 7 days. Grüße',
    );
    const html = readHtmlPart(mail);
    expect(html).toContain('<p>Ann &lt;b&gt;invites&lt;/b&gt; you to &quot;Pets &amp; Co&quot;.</p>');
    expect(html).toContain('<a href="https://sync.example.com/invites/abc?a=1&amp;b=2">Accept the invite</a>');
  });

  it('an email has only the intended headers and recipients, whatever the names contain', async () => {
    const { mailer, mails } = await openMailer();
    const subject = 'Pets\r\nBcc: eve@example.com\r\n\r\nevil';
    await mailer.send({ ...MAIL, subject, lines: ['a\r\n.\r\nMAIL FROM:<eve@example.com>'] });
    expect(mails.map(({ to }) => to)).toEqual([['bob@example.com']]);
    expect(mails[0]?.source).toContain('Subject: Pets Bcc: eve@example.com evil');
    expect(mails[0]?.source).not.toMatch(/^Bcc:/m);
  });

  it('an email to an address that looks like a list is sent to one recipient or not at all', async () => {
    const { mailer, mails } = await openMailer();
    await mailer.send({ ...MAIL, to: 'bob@example.com, eve@example.com' });
    await mailer.send({ ...MAIL, to: '<eve@example.com>' });
    expect(mails.flatMap(({ to }) => to).filter((to) => to === 'bob@example.com')).toEqual([]);
  });

  it('an email is sent with the account in the URL of the mail server', async () => {
    const accounts: unknown[][] = [];
    const { mailer, mails } = await openMailer(
      {
        authOptional: false,
        allowInsecureAuth: true,
        onAuth({ username, password }, _session, done) {
          accounts.push([username, password]);
          done(null, { user: username ?? '' });
        },
      },
      'sync%40example.com:p%40ss@',
    );
    expect(await mailer.send(MAIL)).toEqual({ sent: true });
    expect(accounts).toEqual([['sync@example.com', 'p@ss']]);
    expect(mails).toHaveLength(1);
  });
});

describe('an email that cannot be sent', () => {
  it('an email that cannot be sent is reported with the reason if the mail server is not running', async () => {
    const warnings: string[] = [];
    const mailer = createMailer({ url: `smtp://127.0.0.1:${await findFreePort()}`, from: FROM }, (warning) =>
      warnings.push(warning),
    );
    expect(await mailer.send(MAIL)).toEqual({ sent: false, reason: 'The mail server cannot be reached' });
    expect(warnings).toEqual(['an email was not sent: The mail server cannot be reached']);
  });

  it('an email is reported with the reason if the mail server rejects the recipient, and the warning does not contain the email address', async () => {
    const { mailer, warnings, mails } = await openMailer({
      onRcptTo: ({ address }, _session, done) =>
        done(Object.assign(new Error(`no such user ${address}`), { responseCode: 550 })),
    });
    expect(await mailer.send(MAIL)).toEqual({ sent: false, reason: 'The mail server rejects the email with 550' });
    expect([mails, warnings.join()]).toEqual([[], expect.not.stringContaining('bob@')]);
  });

  it('an email is reported with the reason if the mail server rejects the account, and no output contains the password', async () => {
    const { mailer, warnings } = await openMailer(
      {
        authOptional: false,
        allowInsecureAuth: true,
        onAuth: (_auth, _session, done) => done(new Error('wrong password')),
      },
      'sync:secret-word@',
    );
    const result = await mailer.send(MAIL);
    expect(result).toEqual({ sent: false, reason: 'The mail server rejects the account of --smtp-url' });
    expect(warnings.join()).not.toContain('secret-word');
  });

  it('an email is reported with the reason if the mail server accepts the connection and never responds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const sockets: Socket[] = [];
    const server = createServer((socket) => void sockets.push(socket));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy();
      server.close();
    });
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const mailer = createMailer({ url: `smtp://127.0.0.1:${port}`, from: FROM }, () => undefined);
    let result: unknown;
    const sendPromise = mailer.send(MAIL).then((value) => {
      result = value;
    });
    while (result === undefined) {
      await new Promise((resolve) => setImmediate(resolve));
      vi.advanceTimersByTime(1_000);
    }
    await sendPromise;
    expect(result).toEqual({ sent: false, reason: 'The mail server does not respond' });
  });

  it('an email is not sent without a mail server, and the reason contains the name of the setting', async () => {
    expect(createMailer(undefined, () => undefined)).toBe(NO_MAILER);
    expect(await NO_MAILER.send(MAIL)).toEqual({ sent: false, reason: expect.stringContaining('--smtp-url') });
  });
});
