import { createHash } from 'node:crypto';
import type { PageState, PageWorld } from '../../testing/page-state.fixture.ts';
import { OWN_PROJECT } from '../../testing/service.fixture.ts';

const CONSENT = '/oauth/consent/:uid';

/** Registers an application. @returns the path of its authorization request, to which the application redirects the browser */
async function requestAccess({ url }: PageWorld): Promise<string> {
  // The redirect URI of the application is a page of the service, so that browsers can follow the redirect.
  const callback = `${url}/mcp/setup`;
  const response = await fetch(`${url}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_name: 'An assistant with a long name', redirect_uris: [callback] }),
  });
  const { client_id: id } = (await response.json()) as { readonly client_id: string };
  const query = new URLSearchParams({
    client_id: id,
    response_type: 'code',
    redirect_uri: callback,
    scope: 'mcp:read',
    state: 'state',
    resource: `${url}/mcp`,
    code_challenge: createHash('sha256').update('v'.repeat(43)).digest('base64url'),
    code_challenge_method: 'S256',
  });
  return `/oauth/authorize?${query}`;
}

/** Connects an application to the owner's account. @returns the path of the page that lists it */
async function openApplications({ store, people, project, url }: PageWorld): Promise<string> {
  await store.connections.create({
    id: 'connection',
    userId: people.owner.id,
    projectId: project.id,
    clientId: 'https://assistant.example/client.json',
    clientName: 'An assistant with a long name',
    clientHost: 'assistant.example',
    scope: 'mcp:read',
    resource: `${url}/mcp`,
    createdAt: new Date().toISOString(),
  });
  return '/account/applications';
}

export const PAGE_STATES: readonly PageState[] = [
  { route: `GET ${CONSENT}`, state: 'with projects', path: requestAccess, shows: 'no one has checked it' },
  {
    route: `GET ${CONSENT}`,
    state: 'without projects',
    visitor: 'newcomer',
    path: requestAccess,
    shows: 'You are not a member of a project',
  },
  {
    route: `GET ${CONSENT}`,
    state: 'expired',
    path: '/oauth/consent/none',
    status: 410,
    shows: 'This request has expired',
  },
  {
    route: `POST ${CONSENT}`,
    state: 'allowed',
    path: requestAccess,
    fields: () => ({ project: OWN_PROJECT, decision: 'allow' }),
    shows: 'Connect an assistant',
  },
  {
    route: `POST ${CONSENT}`,
    state: 'denied',
    path: requestAccess,
    fields: () => ({ decision: 'deny' }),
    shows: 'Connect an assistant',
  },
  {
    route: `POST ${CONSENT}`,
    state: 'for a project of others',
    path: requestAccess,
    isForged: true,
    fields: () => ({ project: 'acme-api', decision: 'allow' }),
    status: 400,
    shows: 'Select a project',
  },
  {
    route: 'GET /account/applications',
    state: 'with an application',
    path: openApplications,
    shows: 'assistant.example',
  },
  {
    route: 'GET /account/applications',
    state: 'without applications',
    path: '/account/applications',
    shows: 'No application is connected',
  },
  {
    route: 'POST /account/applications/:id/disconnect',
    state: 'disconnected',
    path: openApplications,
    shows: 'The application was disconnected',
  },
];
