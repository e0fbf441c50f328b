import { describe, expect, it } from 'vitest';
import { createApp } from '../../app.ts';
import { createKey, hashKey } from '../../platform/access/api-keys.ts';
import { readTextPart, startSmtpServer } from '../../platform/mail/smtp.fixture.ts';
import { createMailer } from '../../platform/mail/smtp-mailer.ts';
import { createServices } from '../../services.ts';
import {
  ANN,
  BOB,
  errorBody,
  OWN_PROJECT,
  openService,
  projectPath,
  SECOND_PROJECT,
  type TestApp,
} from '../../testing/service.fixture.ts';

const NEW = 'new@example.com';
const ACCEPT = '/api/v1/invites/accept';
const PUBLIC_URL = 'https://sync.example.com';

interface SentInvite {
  readonly id: string;
  readonly status: string;
  readonly acceptUrl: string;
  readonly mail: { readonly sent: boolean; readonly reason: string | null };
}

const getToken = (url: string) => url.split('/').at(-1) ?? '';

/** Creates an account with a key for a person who has not accepted an invite yet. */
async function createAccount({ store }: TestApp, email: string): Promise<string> {
  const key = createKey();
  await store.accounts.createUser(email);
  await store.accounts.createKey(email, { access: 'full', hash: hashKey(key) });
  return key;
}

async function openWithInvite(email = NEW, role = 'member') {
  const service = await openService();
  const key = await createAccount(service, NEW);
  const invite = (json: object = { email, role }) =>
    service.sendRequest<SentInvite>('POST', projectPath('/invites'), { json });
  const accept = (url: string, givenKey = key) =>
    service.sendRequest<{ project: { slug: string }; role: string }>('POST', ACCEPT, {
      json: { token: getToken(url) },
      key: givenKey,
    });
  const { body } = await invite();
  return { ...service, key, invite, accept, body, token: getToken(body.acceptUrl) };
}

describe('members', () => {
  it('an owner changes the role of a member, and removes the member, whose keys lose access immediately', async () => {
    const service = await openService();
    const key = await createAccount(service, NEW);
    await service.store.accounts.addMember(OWN_PROJECT, NEW);
    const userId = (await service.store.accounts.user(NEW))?.id;
    const path = projectPath(`/members/${userId}`);
    const read = () => service.sendRequest('GET', projectPath(), { key });
    expect((await read()).status).toBe(200);
    const promotedResponse = await service.sendRequest('PATCH', path, { json: { role: 'owner' } });
    expect(promotedResponse).toMatchObject({ status: 200, body: { userId, email: NEW, role: 'owner' } });
    expect((await service.sendRequest('DELETE', path)).status).toBe(204);
    expect(await read()).toMatchObject(errorBody(404, 'not_found'));
    expect(await service.sendRequest('DELETE', path)).toMatchObject(errorBody(404, 'not_found'));
  });

  it.each([
    ['PATCH', { json: { role: 'member' } }],
    ['DELETE', {}],
  ] as const)('the last owner is protected from %s', async (method, givenRequest) => {
    const { sendRequest, store, projectId } = await openService();
    await store.accounts.addMember(OWN_PROJECT, BOB);
    const before = await store.audit.list(await projectId(), { limit: 10 });
    const userId = (await store.accounts.user(ANN))?.id;
    const response = await sendRequest(method, projectPath(`/members/${userId}`), givenRequest);
    expect(response).toMatchObject(errorBody(409, 'last_owner'));
    expect(await store.accounts.listMembersBySlug(OWN_PROJECT)).toMatchObject([{ role: 'owner' }, { role: 'member' }]);
    expect(await store.audit.list(await projectId(), { limit: 10 })).toEqual(before);
  });

  it('two owners who remove each other at the same time leave one of them', async () => {
    const { sendRequest, store, keys } = await openService();
    await store.accounts.addMember(OWN_PROJECT, BOB, 'owner');
    const [ann, bob] = [(await store.accounts.user(ANN))?.id, (await store.accounts.user(BOB))?.id];
    const responses = await Promise.all([
      sendRequest('DELETE', projectPath(`/members/${bob}`), { key: keys.ann }),
      sendRequest('DELETE', projectPath(`/members/${ann}`), { key: keys.bob }),
    ]);
    // The owner of the second request is no longer a member, or is the last owner.
    expect(responses.map(({ status }) => status).toSorted()[0]).toBe(204);
    expect(await store.accounts.listMembersBySlug(OWN_PROJECT)).toMatchObject([{ role: 'owner' }]);
  });
});

describe('an invite', () => {
  it('an invite makes the account with the invited email address a member with the role of the invite', async () => {
    const { accept, body, store } = await openWithInvite(NEW.toUpperCase(), 'owner');
    expect(await accept(body.acceptUrl)).toMatchObject({
      status: 201,
      body: { project: { slug: OWN_PROJECT }, role: 'owner' },
    });
    const members = await store.accounts.listMembersBySlug(OWN_PROJECT);
    expect(members.map(({ email, role }) => [email, role])).toEqual([
      [ANN, 'owner'],
      [NEW, 'owner'],
    ]);
  });

  it('an invite is listed without its link until it is used', async () => {
    const { sendRequest, accept, body, token, everything } = await openWithInvite();
    const list = async () => (await sendRequest<{ invites: object[] }>('GET', projectPath('/invites'))).body.invites;
    expect(await list()).toMatchObject([
      { id: body.id, email: NEW, role: 'member', status: 'pending', invitedBy: ANN },
    ]);
    expect(JSON.stringify(await list()) + (await everything())).not.toContain(token);
    await accept(body.acceptUrl);
    expect(await list()).toEqual([]);
  });

  it('an invite can be used only once, even by two requests at the same time', async () => {
    const { accept, body, store, projectId } = await openWithInvite();
    const responses = await Promise.all(Array.from({ length: 6 }, () => accept(body.acceptUrl)));
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(1);
    for (const response of responses.filter(({ status }) => status !== 201)) {
      expect(response).toMatchObject(errorBody(410, 'invite_not_usable'));
      expect(JSON.stringify(response.body)).toContain('has already been used');
    }
    const { items } = await store.audit.list(await projectId(), { limit: 20 });
    expect(items.filter(({ action }) => action === 'invite.accept')).toMatchObject([
      { outcome: 'succeeded', email: NEW },
    ]);
    expect(items.filter(({ action }) => action === 'member.add')).toHaveLength(1);
  });

  it.each([
    ['expired', 'The invite has expired: ask for a new one'],
    ['revoked', 'The invite was revoked: ask for a new one'],
    ['replaced', 'A newer invite replaces this one'],
    ['resent', 'A newer invite replaces this one'],
  ])('an invite that is %s adds no member, and the error states the reason', async (inviteState, message) => {
    const { sendRequest, accept, invite, body, store, projectId } = await openWithInvite();
    if (inviteState === 'revoked') await sendRequest('DELETE', projectPath(`/invites/${body.id}`));
    if (inviteState === 'replaced') await invite({ email: 'NEW@example.com' });
    if (inviteState === 'resent') await sendRequest('POST', projectPath(`/invites/${body.id}/resend`));
    let url = body.acceptUrl;
    if (inviteState === 'expired') {
      const expiresAt = new Date(Date.now() - 1).toISOString();
      const given = { email: NEW, role: 'member', userId: null, hash: hashKey('old'), expiresAt } as const;
      await store.invites.create(await projectId(), given);
      url = '/old';
    }
    const response = await accept(url);
    expect(response).toMatchObject(errorBody(410, 'invite_not_usable'));
    expect(JSON.stringify(response.body)).toContain(message);
    expect(await store.accounts.listMembersBySlug(OWN_PROJECT)).toHaveLength(1);
  });

  it('an invite of another person adds no member, and the error does not contain the invited email address', async () => {
    const { accept, body, keys, store } = await openWithInvite();
    const response = await accept(body.acceptUrl, keys.bob);
    expect(response).toMatchObject(errorBody(403, 'other_account'));
    expect(JSON.stringify(response.body)).not.toContain(NEW);
    expect(await store.accounts.listMembersBySlug(OWN_PROJECT)).toHaveLength(1);
    expect((await accept(body.acceptUrl)).status).toBe(201);
  });

  it('an invite with an unknown token returns 404', async () => {
    const { accept } = await openWithInvite();
    expect(await accept('/no-such-token')).toMatchObject(errorBody(404, 'not_found'));
  });

  it('an invite cannot be created for a member or for an invalid email address', async () => {
    const { invite } = await openWithInvite();
    expect(await invite({ email: 'Ann@Example.com' })).toMatchObject(errorBody(409, 'already_member'));
    expect(await invite({ email: 'nobody' })).toMatchObject(errorBody(400, 'invalid_request'));
  });

  it('an invite that is sent again keeps its id and gets a new link that works', async () => {
    const { sendRequest, accept, body } = await openWithInvite();
    const resent = await sendRequest<SentInvite>('POST', projectPath(`/invites/${body.id}/resend`));
    expect(resent).toMatchObject({ status: 201, body: { id: body.id, status: 'pending' } });
    expect(resent.body.acceptUrl).not.toBe(body.acceptUrl);
    expect((await accept(resent.body.acceptUrl)).status).toBe(201);
  });

  it('an invite of another project cannot be revoked or sent again', async () => {
    const { sendRequest, body } = await openWithInvite();
    const path = `/invites/${body.id}`;
    expect((await sendRequest('DELETE', projectPath(path, SECOND_PROJECT))).status).toBe(404);
    expect((await sendRequest('POST', projectPath(`${path}/resend`, SECOND_PROJECT))).status).toBe(404);
  });

  it('a repeated request creates one invite, and only the first response contains the link', async () => {
    const { sendRequest } = await openWithInvite();
    const inviteRequest = { json: { email: 'twice@example.com' }, headers: { 'idempotency-key': 'k' } };
    const send = () => sendRequest<SentInvite>('POST', projectPath('/invites'), inviteRequest);
    const [first, second] = [await send(), await send()];
    expect(second.body).toEqual({ ...first.body, acceptUrl: null, mail: null });
    expect(first.body.acceptUrl).toMatch(/\/invites\/[\w-]{43}$/);
  });
});

describe('the email of an invite', () => {
  async function openWithMail(smtpUrl: string | undefined, publicUrl: string | null = PUBLIC_URL) {
    const service = await openService();
    const warnings: string[] = [];
    const smtp = smtpUrl === undefined ? undefined : { url: smtpUrl, from: 'sync@example.com' };
    const mailer = createMailer(smtp, (warning) => warnings.push(warning));
    const services = createServices(service.store, service.parsers, () => undefined, {
      mailer,
      publicUrl: publicUrl ?? undefined,
    });
    const app = createApp(service.store, () => undefined, { parsers: service.parsers, services });
    const invite = async (): Promise<SentInvite> => {
      const response = await app.request(projectPath('/invites'), {
        method: 'POST',
        headers: { authorization: `Bearer ${service.keys.ann}`, 'content-type': 'application/json' },
        body: JSON.stringify({ email: NEW }),
      });
      expect(response.status).toBe(201);
      return (await response.json()) as SentInvite;
    };
    return { ...service, invite, warnings };
  }

  it('the email of an invite contains the link, the project, the role and the inviting member', async () => {
    const { url, mails } = await startSmtpServer();
    const { invite } = await openWithMail(url);
    const { acceptUrl, mail } = await invite();
    expect(mail).toEqual({ sent: true, reason: null });
    expect(acceptUrl).toMatch(/^https:\/\/sync\.example\.com\/invites\/[\w-]{43}$/);
    const [received] = mails;
    if (!received) throw new Error('no email has arrived');
    expect(received.to).toEqual([NEW]);
    const text = readTextPart(received);
    for (const part of [acceptUrl, `Project ${OWN_PROJECT}`, ANN, '"member"']) expect(text).toContain(part);
  });

  it('if the mail server is not running, the response to a new invite contains the link and the reason', async () => {
    const server = await startSmtpServer();
    const { invite, warnings } = await openWithMail(server.url.replace(/\d+$/, '1'));
    const { acceptUrl, mail, status } = await invite();
    expect(mail).toEqual({ sent: false, reason: 'The mail server cannot be reached' });
    expect([status, acceptUrl]).toEqual(['pending', expect.stringMatching(/\/invites\/[\w-]{43}$/)]);
    expect(warnings).toEqual(['an email was not sent: The mail server cannot be reached']);
  });

  it('without a mail server or a public URL, no invite email is sent, and the reason contains the name of the setting', async () => {
    const server = await startSmtpServer();
    const withoutServer = await openWithMail(undefined);
    expect((await withoutServer.invite()).mail).toEqual({ sent: false, reason: expect.stringContaining('--smtp-url') });
    const withoutUrl = await openWithMail(server.url, null);
    expect((await withoutUrl.invite()).mail).toEqual({ sent: false, reason: expect.stringContaining('--public-url') });
    expect(server.mails).toEqual([]);
  });
});
