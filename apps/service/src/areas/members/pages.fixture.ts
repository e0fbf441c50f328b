import { createSecret, hashSecret } from '../../platform/access/secrets.ts';
import type { PageState, PageWorld } from '../../testing/page-state.fixture.ts';
import { OWN_PROJECT } from '../../testing/service.fixture.ts';

const MEMBERS = `/projects/${OWN_PROJECT}/members`;
const INVITES = '/projects/:slug/invites';
const MEMBER = '/projects/:slug/members/:userId';
const INVITED = 'a-colleague-with-a-long-name@documentation.octo.example';
const DAY_MS = 86_400_000;

/** Creates an invite. @returns its token */
async function invite({ store, project, people }: PageWorld, email = INVITED, days = 7): Promise<string> {
  const token = createSecret();
  await store.invites.create(project.id, {
    email,
    role: 'member',
    userId: people.owner.id,
    hash: hashSecret(token),
    expiresAt: new Date(Date.now() + days * DAY_MS).toISOString(),
  });
  return token;
}

/** Creates a pending invite and an expired invite. @returns path of the page that lists both */
async function listInvites(world: PageWorld): Promise<string> {
  await invite(world);
  await invite(world, 'late@octo.example', -1);
  return MEMBERS;
}

const openMember = ({ people }: PageWorld) => `${MEMBERS}/${people.member.id}`;
/** Creates a key of the member that is restricted to the project. @returns path of the page of the member */
async function openMemberWithKey(world: PageWorld): Promise<string> {
  const { email } = world.people.member;
  const name = `workflow of ${'a-project-with-a-long-name-'.repeat(3)}`;
  await world.store.accounts.createKey(email, {
    access: 'capture',
    name,
    project: OWN_PROJECT,
    hash: hashSecret(createSecret()),
  });
  return openMember(world);
}
const openInvite = (email?: string, days?: number) => async (world: PageWorld) =>
  `/invites/${await invite(world, email, days)}`;

export const PAGE_STATES: readonly PageState[] = [
  { route: 'GET /projects/:slug/members', state: 'with invites', path: listInvites, shows: 'expired' },
  { route: 'GET /projects/:slug/members', state: 'without invites', path: MEMBERS, shows: 'No invites are open' },
  {
    route: 'GET /projects/:slug/members',
    state: 'for a member',
    visitor: 'member',
    path: listInvites,
    shows: 'Only owners change members',
  },
  {
    route: 'GET /projects/:slug/members',
    state: 'of a project of others',
    visitor: 'outsider',
    path: MEMBERS,
    status: 404,
    shows: 'There is no such project',
  },
  { route: `GET ${MEMBER}`, state: 'of a member', path: openMember, shows: 'Remove the member' },
  {
    route: `GET ${MEMBER}`,
    state: 'of a member with a key',
    path: openMemberWithKey,
    shows: 'These keys are for this project only',
  },
  { route: `GET ${MEMBER}`, state: 'of no one', path: `${MEMBERS}/none`, status: 404, shows: 'has no such member' },
  {
    route: `GET ${MEMBER}`,
    state: 'for a member',
    visitor: 'member',
    path: openMember,
    status: 403,
    shows: 'Only owners of',
  },
  {
    route: `POST ${MEMBER}/role`,
    state: 'changed',
    path: openMember,
    fields: () => ({ role: 'owner' }),
    shows: 'The role was changed',
  },
  {
    route: `POST ${MEMBER}/role`,
    state: 'of the last owner',
    path: ({ people }) => `${MEMBERS}/${people.owner.id}`,
    fields: () => ({ role: 'member' }),
    status: 409,
    shows: 'There is a problem',
  },
  {
    route: `POST ${MEMBER}/remove`,
    state: 'removed',
    path: openMember,
    fields: ({ people }) => ({ confirm: people.member.email }),
    shows: 'The member was removed',
  },
  {
    route: `POST ${MEMBER}/remove`,
    state: 'not confirmed',
    path: openMember,
    fields: () => ({ confirm: 'someone' }),
    status: 422,
    shows: 'to confirm the removal',
  },
  {
    route: `POST ${INVITES}`,
    state: 'created, without a mail server',
    path: MEMBERS,
    fields: () => ({ email: INVITED, role: 'member' }),
    shows: 'No email was sent',
  },
  {
    route: `POST ${INVITES}`,
    state: 'sent by email',
    path: MEMBERS,
    fields: () => ({ email: INVITED, role: 'owner' }),
    reach: 'mail',
    shows: 'An email with the link was sent',
  },
  {
    route: `POST ${INVITES}`,
    state: 'with a wrong address',
    path: MEMBERS,
    fields: () => ({ email: 'colleague' }),
    status: 422,
    shows: 'Type an email address',
  },
  {
    route: `POST ${INVITES}`,
    state: 'with the address of a member',
    path: MEMBERS,
    fields: ({ people }) => ({ email: people.member.email }),
    status: 422,
    shows: 'is already the email address of a member',
  },
  { route: `POST ${INVITES}/:id/resend`, state: 'sent again', path: listInvites, shows: 'can be used once' },
  { route: `POST ${INVITES}/:id/revoke`, state: 'revoked', path: listInvites, shows: 'The invite was revoked' },
  {
    route: 'GET /invites/:token',
    state: 'for a person without an account',
    visitor: 'anonymous',
    path: openInvite(),
    shows: 'This creates an account',
  },
  {
    route: 'GET /invites/:token',
    state: 'for a signed-in member',
    visitor: 'outsider',
    path: (world) => openInvite(world.people.outsider.email)(world),
    shows: 'Accept the invite',
  },
  {
    route: 'GET /invites/:token',
    state: 'for a member who must sign in',
    visitor: 'anonymous',
    path: (world) => openInvite(world.people.outsider.email)(world),
    shows: 'Sign in with it',
  },
  {
    route: 'GET /invites/:token',
    state: 'for another person',
    visitor: 'outsider',
    path: openInvite(),
    status: 403,
    shows: 'the invite is for another email address',
  },
  {
    route: 'GET /invites/:token',
    state: 'unknown',
    visitor: 'anonymous',
    path: '/invites/unknown',
    status: 404,
    shows: 'Error 404',
  },
  {
    route: 'GET /invites/:token',
    state: 'expired',
    visitor: 'anonymous',
    path: openInvite(INVITED, -1),
    status: 410,
    shows: 'expired',
  },
  {
    route: 'GET /invites/:token',
    state: 'used',
    visitor: 'anonymous',
    async path(world) {
      const token = await invite(world, world.people.outsider.email);
      await world.store.invites.accept(hashSecret(token), world.people.outsider.id);
      return `/invites/${token}`;
    },
    status: 410,
    shows: 'Error 410',
  },
  {
    route: 'GET /invites/:token',
    state: 'replaced by a newer one',
    visitor: 'anonymous',
    async path(world) {
      const token = await invite(world);
      await invite(world);
      return `/invites/${token}`;
    },
    status: 410,
    shows: 'newer',
  },
  {
    route: 'POST /invites/:token',
    state: 'accepted by a new person',
    visitor: 'anonymous',
    path: openInvite(),
    fields: () => ({ name: 'Colleague' }),
    shows: 'Only owners change members',
  },
  {
    route: 'POST /invites/:token',
    state: 'accepted by a signed-in member',
    visitor: 'outsider',
    path: (world) => openInvite(world.people.outsider.email)(world),
    shows: 'Only owners change members',
  },
];
