import { createKey, hashKey } from '../../platform/access/api-keys.ts';
import { createSecret, hashSecret } from '../../platform/access/secrets.ts';
import { keepUnsentForm } from '../../platform/pages/unsent-forms.ts';
import type { PageState, PageWorld } from '../../testing/page-state.fixture.ts';

const KEYS = '/account/keys';
const KEY = '/account/keys/:id';

/** Creates a key of the owner. @returns the path of its page */
async function openKey({ store, people }: PageWorld): Promise<string> {
  const name = 'The workflow of the repository octo/documentation-of-the-api';
  return `${KEYS}/${await store.accounts.createKey(people.owner.email, { access: 'full', hash: hashKey(createKey()), name })}`;
}

/** Signs the owner in with a second browser. @returns the path of the page that lists the sessions */
async function openSessions({ store, people }: PageWorld): Promise<string> {
  const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';
  await store.sessions.create({ userId: people.owner.id, hash: hashSecret(createSecret()), method: 'mail', userAgent });
  return '/account';
}

export const PAGE_STATES: readonly PageState[] = [
  { route: 'GET /account', state: 'with sessions', path: openSessions, shows: 'this browser' },
  {
    route: 'POST /account/name',
    state: 'saved',
    path: '/account',
    fields: () => ({ name: 'Ann Example' }),
    shows: 'Your name was changed',
  },
  {
    route: 'POST /account/name',
    state: 'too long',
    path: '/account',
    fields: () => ({ name: 'Ann '.repeat(60) }),
    status: 422,
    shows: 'There is a problem',
  },
  {
    route: 'POST /account/scheme',
    state: 'saved',
    path: '/account',
    fields: () => ({ scheme: 'light' }),
    shows: 'Appearance',
  },
  {
    route: 'POST /account/sessions/:id/end',
    state: 'ended, of this browser',
    path: '/account',
    shows: 'You are signed out',
  },
  { route: `GET ${KEYS}`, state: 'with keys', path: KEYS, shows: 'read-only' },
  { route: `GET ${KEYS}`, state: 'without keys', visitor: 'newcomer', path: KEYS, shows: 'You have no keys' },
  {
    route: `GET ${KEYS}`,
    state: 'with a form that was not sent',
    path: ({ store, people }) =>
      keepUnsentForm(store, { userId: people.owner.id, page: KEYS, form: { 'key-name': 'workflow' } }),
    shows: 'You were signed out before the form was sent',
  },
  {
    route: `POST ${KEYS}`,
    state: 'created',
    path: KEYS,
    fields: () => ({ 'key-name': 'workflow', access: 'full' }),
    shows: 'Copy the key now',
  },
  { route: `POST ${KEYS}`, state: 'without a name', path: KEYS, status: 422, shows: 'Enter a name' },
  {
    route: `POST ${KEYS}`,
    state: 'without the project of a capture key',
    path: KEYS,
    fields: () => ({ 'key-name': 'server', access: 'capture' }),
    status: 422,
    shows: 'Select the project',
  },
  { route: `GET ${KEY}`, state: 'own', path: openKey, shows: 'Rotate the key' },
  { route: `GET ${KEY}`, state: 'of no one', path: `${KEYS}/none`, status: 404, shows: 'You have no such key' },
  {
    route: `GET ${KEY}`,
    state: 'revoked',
    async path(world) {
      const path = await openKey(world);
      await world.store.accounts.revokeKey(path.slice(KEYS.length + 1));
      return path;
    },
    status: 404,
    shows: 'it was revoked',
  },
  {
    route: `POST ${KEY}/rotate`,
    state: 'rotated',
    path: openKey,
    fields: () => ({ overlap: '168' }),
    shows: 'The key was rotated',
  },
  { route: `POST ${KEY}/revoke`, state: 'revoked', path: openKey, shows: 'The key was revoked' },
];
