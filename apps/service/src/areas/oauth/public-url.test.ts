import { expect, it } from 'vitest';
import { createApp } from '../../app.ts';
import { createServices } from '../../services.ts';
import { openService } from '../../testing/service.fixture.ts';
import { CALLBACK } from './oauth.fixture.ts';

const PUBLIC_URL = 'https://sync.example.com';

/** Creates the app with the settings for a proxy that terminates TLS. */
async function open(publicUrl: string | undefined) {
  const { store, parsers, reported } = await openService();
  const report = (error: unknown) => void reported.push(error);
  const services = createServices(store, parsers, report, { publicUrl });
  const hosts = ['sync.example.com'];
  const app = createApp(store, report, { parsers, services, publicUrl, mcp: { hosts }, requestDeadline: 600_000 });
  return (path: string, init: RequestInit = {}) =>
    app.request(`http://sync.example.com${path}`, { ...init, headers: { host: 'sync.example.com', ...init.headers } });
}

it('behind a proxy, all OAuth URLs start with the public URL, and browsers send cookies over TLS only', async () => {
  const send = await open(PUBLIC_URL);
  const challenge = (await send('/mcp', { method: 'POST' })).headers.get('www-authenticate');
  expect(challenge).toContain(`resource_metadata="${PUBLIC_URL}/.well-known/oauth-protected-resource/mcp"`);
  expect(await (await send('/.well-known/oauth-protected-resource/mcp')).json()).toMatchObject({
    resource: `${PUBLIC_URL}/mcp`,
    authorization_servers: [PUBLIC_URL],
    scopes_supported: ['mcp:read', 'mcp:feedback'],
  });
  const describedServer = await (await send('/.well-known/oauth-authorization-server')).json();
  expect(await (await send('/.well-known/openid-configuration')).json()).toEqual(describedServer);
  expect(describedServer).toMatchObject({
    issuer: PUBLIC_URL,
    authorization_endpoint: `${PUBLIC_URL}/oauth/authorize`,
    token_endpoint: `${PUBLIC_URL}/oauth/token`,
    registration_endpoint: `${PUBLIC_URL}/oauth/register`,
    revocation_endpoint: `${PUBLIC_URL}/oauth/revoke`,
    code_challenge_methods_supported: ['S256'],
    response_types_supported: ['code'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: ['none'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
  });
  const registration = await send('/oauth/register', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ redirect_uris: [CALLBACK] }),
  });
  const { client_id } = (await registration.json()) as { client_id: string };
  const query = new URLSearchParams({
    client_id,
    response_type: 'code',
    redirect_uri: CALLBACK,
    code_challenge: 'a'.repeat(43),
    code_challenge_method: 'S256',
  });
  const response = await send(`/oauth/authorize?${query}`);
  expect([response.status, response.headers.get('location')]).toEqual([
    303,
    expect.stringMatching(/^\/oauth\/consent\//),
  ]);
  const cookies = response.headers.getSetCookie();
  expect(cookies).toHaveLength(2);
  for (const cookie of cookies) expect(cookie).toMatch(/; samesite=lax; secure; httponly$/i);
});

it('without a public URL, no OAuth client can connect from another machine', async () => {
  const send = await open(undefined);
  expect((await send('/mcp', { method: 'POST' })).headers.get('www-authenticate')).toBe('Bearer');
  for (const path of [
    '/.well-known/oauth-protected-resource',
    '/.well-known/oauth-authorization-server',
    '/mcp/server-card',
  ])
    expect((await send(path)).status, path).toBe(404);
});
