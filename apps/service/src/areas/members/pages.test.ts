import { describe, expect, it } from 'vitest';
import { createKey, hashKey } from '../../platform/access/api-keys.ts';
import { hashSecret } from '../../platform/access/secrets.ts';
import { createBrowser, signInWithKey } from '../../testing/browser.fixture.ts';
import { ANN, BOB, OWN_PROJECT, openService, projectPath } from '../../testing/service.fixture.ts';

const NEW = 'new@example.com';
const MEMBERS = `/projects/${OWN_PROJECT}/members`;
const INVITES = `/projects/${OWN_PROJECT}/invites`;

async function openMembers() {
  const service = await openService();
  const ann = await signInWithKey(service.app, service.keys.ann);
  const bob = await signInWithKey(service.app, service.keys.bob);
  const list = async () =>
    (await service.store.accounts.listMembersBySlug(OWN_PROJECT)).map(({ email, role }) => [email, role]);
  /** Sends the invite form of the members page. @returns the path of the invite link */
  const invite = async (email = NEW, role = 'member') => {
    const page = await ann.send(await ann.open(MEMBERS), { action: INVITES, fields: { email, role } });
    expect(page.status).toBe(200);
    return /http:\/\/127\.0\.0\.1:8787(\/invites\/[\w-]{43})/.exec(page.text)?.[1] ?? '';
  };
  const memberPath = async (email: string) => `${MEMBERS}/${(await service.store.accounts.user(email))?.id}`;
  return { ...service, ann, bob, list, invite, memberPath };
}

describe('the members page', () => {
  it('the members page lists members and invites, and only owners see the forms that change them', async () => {
    const { ann, bob, store, invite } = await openMembers();
    await invite();
    await store.accounts.addMember(OWN_PROJECT, BOB);
    const own = await ann.open(MEMBERS);
    for (const text of [ANN, BOB, NEW, 'pending']) expect(own.text).toContain(text);
    expect([...own.forms.keys()].filter((action) => action.startsWith(INVITES))).toHaveLength(3);
    const other = await bob.open(MEMBERS);
    for (const text of [ANN, BOB, NEW]) expect(other.text).toContain(text);
    expect([...other.forms.keys()].filter((action) => action.startsWith('/projects'))).toEqual([]);
  });

  it('the members page returns 404 to people who are not members', async () => {
    const { bob } = await openMembers();
    const page = await bob.open(MEMBERS);
    expect([page.status, page.text.includes('There is no such project')]).toEqual([404, true]);
  });

  it('an owner changes the role of a member, and removes a member after the email address was typed', async () => {
    const { ann, store, list, memberPath, projectId } = await openMembers();
    await store.accounts.addMember(OWN_PROJECT, BOB);
    const path = await memberPath(BOB);
    const page = await ann.open(path);
    expect(await ann.send(page, { action: `${path}/role`, fields: { role: 'owner' } })).toMatchObject({ status: 303 });
    expect(await list()).toContainEqual([BOB, 'owner']);
    const wrongPage = await ann.send(page, { action: `${path}/remove`, fields: { confirm: 'bob' } });
    expect([wrongPage.status, wrongPage.text.includes(`Type ${BOB} to confirm the removal`)]).toEqual([422, true]);
    const removedPage = await ann.send(page, { action: `${path}/remove`, fields: { confirm: BOB.toUpperCase() } });
    expect(removedPage.location).toBe(`${MEMBERS}?done=removed`);
    expect((await ann.open(removedPage.location ?? '')).text).toContain('The member was removed');
    expect(await list()).toEqual([[ANN, 'owner']]);
    const { items } = await store.audit.list(await projectId(), { limit: 2 });
    expect(items.map(({ action, email, keyId }) => [action, email, keyId?.slice(0, 4)])).toEqual([
      ['member.remove', ANN, 'ses_'],
      ['member.update', ANN, 'ses_'],
    ]);
  });

  it('the members page lists the keys that are revoked with a member, and the keys stay revoked if the member is added again', async () => {
    const { ann, store, memberPath, app } = await openMembers();
    await store.accounts.addMember(OWN_PROJECT, BOB);
    const create = async (name: string, project?: string) => {
      const key = createKey();
      await store.accounts.createKey(BOB, { access: 'full', name, hash: hashKey(key), ...(project && { project }) });
      return async () => (await app.request(projectPath(), { headers: { authorization: `Bearer ${key}` } })).status;
    };
    const [readWithBound, readWithOther] = [await create('workflow', OWN_PROJECT), await create('laptop')];
    expect([await readWithBound(), await readWithOther()]).toEqual([200, 200]);
    const path = await memberPath(BOB);
    const page = await ann.open(path);
    expect([page.text.includes('workflow'), page.text.includes('laptop')]).toEqual([true, false]);
    await ann.send(page, { action: `${path}/remove`, fields: { confirm: BOB } });
    expect([await readWithBound(), await readWithOther()]).toEqual([401, 404]);
    await store.accounts.addMember(OWN_PROJECT, BOB);
    expect([await readWithBound(), await readWithOther()]).toEqual([401, 200]);
    expect((await ann.open(path)).text).not.toContain('workflow');
  });

  it.each([
    ['role', { role: 'member' }],
    ['remove', { confirm: ANN }],
  ])('the members page does not remove the last owner, and shows the reason (%s)', async (form, fields) => {
    const { ann, store, list, memberPath } = await openMembers();
    await store.accounts.addMember(OWN_PROJECT, BOB);
    const path = await memberPath(ANN);
    const page = await ann.send(await ann.open(path), { action: `${path}/${form}`, fields });
    expect([page.status, page.text.includes('The project would have no owner')]).toEqual([409, true]);
    expect(await list()).toContainEqual([ANN, 'owner']);
  });

  it('a member who is not an owner cannot send the forms of owners', async () => {
    const { ann, bob, store, list, memberPath, invite } = await openMembers();
    await invite();
    await store.accounts.addMember(OWN_PROJECT, BOB);
    const path = await memberPath(ANN);
    const { forms } = await bob.open(MEMBERS);
    const fields = forms.get('/sign-out') ?? {};
    const targets = [...(await ann.open(MEMBERS)).forms.keys(), `${path}/role`, `${path}/remove`].filter((action) =>
      action.startsWith('/projects'),
    );
    expect(targets).toHaveLength(5);
    for (const action of targets) {
      const sent = { forms: new Map([[action, { ...fields, role: 'member', confirm: ANN, email: 'x@example.com' }]]) };
      const page = await bob.send(sent, { action });
      expect([page.status, page.text.includes('Only owners of')], action).toEqual([403, true]);
    }
    expect(await list()).toHaveLength(2);
    expect((await bob.open(path)).status).toBe(403);
  });

  it('the members page shows the link of a new invite once, and the problem of an invalid email address', async () => {
    const { ann, invite } = await openMembers();
    expect(await invite()).toMatch(/^\/invites\//);
    const members = await ann.open(MEMBERS);
    expect(members.text).not.toContain('/invites/token');
    for (const [email, message] of [
      ['nobody', 'Type an email address'],
      [ANN, 'is already the email address of a member'],
    ] as const) {
      const page = await ann.send(members, { action: INVITES, fields: { email, role: 'member' } });
      expect([page.status, page.text.includes(message), page.text.includes(email)], email).toEqual([422, true, true]);
    }
  });

  it('an invite can be sent again with another link, and can be revoked', async () => {
    const { ann, invite, app } = await openMembers();
    const oldLink = await invite();
    const members = await ann.open(MEMBERS);
    const [resend = '', revoke = ''] = ['resend', 'revoke'].map(
      (name) => [...members.forms.keys()].find((action) => action.endsWith(name)) ?? '',
    );
    expect((await ann.send(members, { action: resend })).text).toMatch(/No email was sent. The service has no mail/);
    const guest = createBrowser(app);
    const replacedPage = await guest.open(oldLink);
    expect([replacedPage.status, replacedPage.text.includes('A newer invite replaces this one')]).toEqual([410, true]);
    expect((await ann.send(members, { action: revoke })).location).toBe(`${MEMBERS}?done=revoked`);
    expect((await ann.send(members, { action: revoke })).status).toBe(404);
  });
});

describe('the page of an invite', () => {
  it('accepting an invite creates an account for a new person, signs the person in, and opens the project', async () => {
    const { app, invite, list, store } = await openMembers();
    const link = await invite(NEW, 'owner');
    const guest = createBrowser(app);
    const page = await guest.open(link);
    expect(page.text).toContain(`${ANN} invites ${NEW} with the role`);
    const acceptedPage = await guest.send(page, { fields: { name: 'New Person' } });
    expect(acceptedPage).toMatchObject({ status: 303, location: MEMBERS });
    expect((await guest.open(MEMBERS)).text).toContain(NEW);
    expect(await list()).toContainEqual([NEW, 'owner']);
    expect((await store.accounts.user(NEW))?.name).toBe('New Person');
    const again = await createBrowser(app).open(link);
    expect([again.status, again.text.includes('has already been used')]).toEqual([410, true]);
  });

  it('an invite does not sign anyone in to an existing account: the person signs in first and returns to the invite', async () => {
    const { app, invite, list, keys } = await openMembers();
    const link = await invite(BOB);
    const guest = createBrowser(app);
    const page = await guest.open(link);
    expect(page.text).toContain(`/sign-in?next=${encodeURIComponent(link)}`);
    expect(page.forms.has(link)).toBe(false);
    const signInPage = await guest.open(`/sign-in?next=${encodeURIComponent(link)}`);
    const signedIn = await guest.send(signInPage, { action: '/sign-in/key', fields: { 'api-key': keys.bob } });
    expect(signedIn.location).toBe(link);
    expect(await list()).toHaveLength(1);
    const accepted = await guest.send(await guest.open(link), { action: link });
    expect(accepted.location).toBe(MEMBERS);
    expect(await list()).toContainEqual([BOB, 'member']);
  });

  it('an account with another email address cannot accept an invite, even by sending the form', async () => {
    const { ann, bob, invite, list } = await openMembers();
    const link = await invite();
    const page = await bob.open(link);
    expect([page.status, page.text.includes('the invite is for another email address')]).toEqual([403, true]);
    const fields = page.forms.get('/sign-out') ?? {};
    const sentPage = await bob.send({ forms: new Map([[link, fields]]) }, { action: link });
    expect([sentPage.status, sentPage.text.includes('The invite is for another email address')]).toEqual([403, true]);
    expect(await list()).toHaveLength(1);
    expect((await ann.open(link)).status).toBe(403);
  });

  it.each([
    ['expired', 'The invite has expired'],
    ['revoked', 'The invite was revoked'],
  ])('the page of an invite shows that the invite is %s', async (inviteState, message) => {
    const { app, ann, invite, store, projectId } = await openMembers();
    let link = await invite();
    if (inviteState === 'revoked') {
      const members = await ann.open(MEMBERS);
      await ann.send(members, { action: [...members.forms.keys()].find((action) => action.endsWith('revoke')) ?? '' });
    } else {
      const expiresAt = new Date(Date.now() - 1).toISOString();
      const given = { email: NEW, role: 'member', userId: null, hash: hashSecret('old'), expiresAt } as const;
      await store.invites.create(await projectId(), given);
      link = '/invites/old';
    }
    const page = await createBrowser(app).open(link);
    expect([page.status, page.text.includes(message)]).toEqual([410, true]);
  });

  it('the page of an unknown invite shows that the invite does not exist', async () => {
    const { app } = await openMembers();
    const page = await createBrowser(app).open(`/invites/${hashKey('x')}`);
    expect([page.status, page.text.includes('There is no invite with this link')]).toEqual([404, true]);
  });

  it('an invite that is accepted twice at the same time adds one account and one member', async () => {
    const { app, invite, list, store } = await openMembers();
    const link = await invite();
    const guests = [createBrowser(app), createBrowser(app), createBrowser(app)];
    const opened = await Promise.all(guests.map(async (guest) => ({ guest, page: await guest.open(link) })));
    const pages = await Promise.all(opened.map(({ guest, page }) => guest.send(page)));
    expect(pages.filter(({ location }) => location === MEMBERS)).toHaveLength(1);
    expect(await list()).toHaveLength(2);
    expect((await store.accounts.users()).filter(({ email }) => email === NEW)).toHaveLength(1);
  });
});
