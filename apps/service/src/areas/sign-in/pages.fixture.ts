import { hashSecret } from '../../platform/access/secrets.ts';
import type { PageState, PageWorld } from '../../testing/page-state.fixture.ts';
import { createSignInLink } from './sign-in-links.ts';

const openLink = ({ store, people }: PageWorld) =>
  createSignInLink(store, { userId: people.owner.id, method: 'link', next: '/account' });

/** Adds a fake passkey of the owner, with which no one can sign in. @returns the path of the page that lists it */
async function openPasskeys({ store, people }: PageWorld): Promise<string> {
  const credential = { credentialId: 'AAAA', publicKey: 'AAAA', counter: 0, transports: '[]' };
  await store.passkeys.add({ ...credential, userId: people.owner.id, name: 'The laptop at the office' });
  return '/account';
}

const anonymous = { visitor: 'anonymous' } as const;

export const PAGE_STATES: readonly PageState[] = [
  { route: 'GET /sign-in', state: 'with passkeys and keys', ...anonymous, path: '/sign-in', shows: 'None of these?' },
  { route: 'GET /sign-in', state: 'with mail', ...anonymous, path: '/sign-in', reach: 'mail', shows: 'Send a link' },
  {
    route: 'GET /sign-in',
    state: 'with an identity provider',
    ...anonymous,
    path: '/sign-in',
    reach: 'identity-provider',
    shows: 'Sign in with 127.0.0.1',
  },
  { route: 'GET /sign-in', state: 'leads signed-in members on', path: '/sign-in', shows: 'Projects' },
  {
    route: 'POST /sign-in/key',
    state: 'accepted',
    ...anonymous,
    path: '/sign-in?next=%2Faccount',
    fields: ({ keys }) => ({ 'api-key': keys.ann }),
    shows: 'Sessions',
  },
  {
    route: 'POST /sign-in/key',
    state: 'unknown',
    ...anonymous,
    path: '/sign-in',
    fields: () => ({ 'api-key': 'csk_wrong' }),
    status: 422,
    shows: 'The key is unknown',
  },
  {
    route: 'POST /sign-in/key',
    state: 'limited',
    ...anonymous,
    path: '/sign-in',
    fields: ({ keys }) => ({ 'api-key': keys.annsReadOnly }),
    status: 422,
    shows: 'Paste a full key',
  },
  { route: 'GET /sign-in/link', state: 'valid', ...anonymous, path: openLink, shows: 'The link works once' },
  {
    route: 'GET /sign-in/link',
    state: 'used',
    ...anonymous,
    async path(world) {
      const link = await openLink(world);
      const token = new URL(link, world.url).searchParams.get('token') ?? '';
      await world.store.oneTimeTokens.use('sign-in-link', hashSecret(token));
      return link;
    },
    status: 410,
    shows: 'was already used',
  },
  {
    route: 'GET /sign-in/link',
    state: 'expired',
    ...anonymous,
    async path({ store, people }) {
      const hash = hashSecret('expired');
      const link = { hash, kind: 'sign-in-link', userId: people.owner.id, data: 'link', lifetimeMs: -1 } as const;
      await store.oneTimeTokens.create(link);
      return '/sign-in/link?token=expired';
    },
    status: 410,
    shows: 'has expired',
  },
  {
    route: 'GET /sign-in/link',
    state: 'unknown',
    ...anonymous,
    path: '/sign-in/link?token=unknown',
    status: 404,
    shows: 'There is no such link',
  },
  { route: 'POST /sign-in/link', state: 'used', ...anonymous, path: openLink, shows: 'Sessions' },
  {
    route: 'POST /sign-in/mail',
    state: 'sent',
    ...anonymous,
    path: '/sign-in',
    fields: () => ({ email: 'someone@example.com' }),
    reach: 'mail',
    shows: 'A link is on its way',
  },
  {
    route: 'POST /sign-in/mail',
    state: 'with a wrong address',
    ...anonymous,
    path: '/sign-in',
    fields: () => ({ email: 'someone' }),
    status: 422,
    reach: 'mail',
    shows: 'Enter an email address',
  },
  {
    route: 'POST /sign-in/passkey',
    state: 'waits for the browser',
    ...anonymous,
    path: '/sign-in',
    shows: 'Sign in with a passkey',
  },
  {
    route: 'POST /sign-in/passkey/response',
    state: 'refused',
    ...anonymous,
    path: '/sign-in',
    isForged: true,
    fields: () => ({ response: '{}' }),
    status: 403,
    shows: 'The passkey was not accepted',
  },
  {
    route: 'POST /account/passkeys/new',
    state: 'waits for the browser',
    path: '/account',
    fields: () => ({ 'passkey-name': 'Laptop' }),
    shows: 'Create a passkey',
  },
  {
    route: 'POST /account/passkeys',
    state: 'refused',
    path: '/account',
    isForged: true,
    fields: () => ({ response: '{}' }),
    status: 403,
    shows: 'no valid passkey',
  },
  {
    route: 'POST /account/passkeys/:id/remove',
    state: 'removed',
    path: openPasskeys,
    shows: 'The passkey was removed',
  },
  {
    route: 'GET /sign-in/openid',
    state: 'with a provider that cannot be reached',
    ...anonymous,
    path: '/sign-in/openid',
    status: 502,
    reach: 'identity-provider',
    shows: 'Signing in with 127.0.0.1',
  },
  {
    route: 'GET /sign-in/openid/callback',
    state: 'refused by the provider',
    ...anonymous,
    path: '/sign-in/openid/callback?error=access_denied',
    status: 403,
    reach: 'identity-provider',
    shows: 'did not sign you in',
  },
  { route: 'POST /sign-out', state: 'signed out', path: '/account', shows: 'You are signed out' },
];
