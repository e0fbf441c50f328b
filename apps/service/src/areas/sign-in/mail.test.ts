import { describe, expect, it } from 'vitest';
import { createApp } from '../../app.ts';
import { readTextPart, startSmtpServer } from '../../platform/mail/smtp.fixture.ts';
import { createMailer } from '../../platform/mail/smtp-mailer.ts';
import { createServices } from '../../services.ts';
import { createBrowser } from '../../testing/browser.fixture.ts';
import { ANN, openService } from '../../testing/service.fixture.ts';

async function openWithMail() {
  const service = await openService();
  const smtp = await startSmtpServer();
  const report = (error: unknown) => void service.reported.push(error);
  const mailer = createMailer({ url: smtp.url, from: 'sync@example.com' }, () => undefined);
  const services = createServices(service.store, service.parsers, report, { mailer });
  const browser = createBrowser(createApp(service.store, report, { parsers: service.parsers, services }));
  const ask = async (email: string) =>
    browser.send(await browser.open('/sign-in?next=%2Faccount'), { action: '/sign-in/mail', fields: { email } });
  return { ...service, ...smtp, browser, ask };
}

describe('a link by email', () => {
  it('a sign-in link by email signs the member in, and opens the requested page', async () => {
    const { mails, browser, ask } = await openWithMail();
    expect((await ask(ANN)).text).toContain('A link is on its way');
    await expect.poll(() => mails.length).toBe(1);
    expect(mails[0]?.to).toEqual([ANN]);
    const [link = ''] = /http:\S+/.exec(mails[0] ? readTextPart(mails[0]) : '') ?? [];
    const { pathname, search } = new URL(link);
    expect(await browser.send(await browser.open(`${pathname}${search}`))).toMatchObject({
      status: 303,
      location: '/account',
    });
  });

  it('no sign-in link is sent to people who are not members, and the response is the same', async () => {
    const { mails, rows, ask } = await openWithMail();
    const [member, other] = [await ask(ANN), await ask('nobody@example.com')];
    expect(other.text.replaceAll('nobody@example.com', ANN).replaceAll(/value="[^"]*"/g, '')).toBe(
      member.text.replaceAll(/value="[^"]*"/g, ''),
    );
    await expect.poll(() => mails.length).toBe(1);
    expect(await rows('SELECT * FROM one_time_tokens')).toHaveLength(1);
  });

  it('sign-in links are sent at most five times to an email address', async () => {
    const { rows, mails, ask } = await openWithMail();
    for (let time = 0; time < 8; time += 1) expect((await ask(ANN)).status).toBe(200);
    await expect.poll(() => mails.length).toBe(5);
    expect(await rows('SELECT * FROM one_time_tokens')).toHaveLength(5);
  });

  it('a sign-in link cannot be requested without an email address', async () => {
    const { ask } = await openWithMail();
    expect(await ask('ann')).toMatchObject({ status: 422, text: expect.stringContaining('Enter an email address') });
  });
});
