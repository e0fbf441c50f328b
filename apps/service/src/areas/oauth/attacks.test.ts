import { createHash, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { ANN, BOB, FOREIGN_PROJECT, OWN_PROJECT } from '../../testing/service.fixture.ts';
import { type Browser, CALLBACK, openOAuth } from './oauth.fixture.ts';

const LIST_TOOLS = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };

/** Adds another owner, because the last one cannot be removed. */
async function makeBobOwner(store: Awaited<ReturnType<typeof openOAuth>>['store']) {
  await store.accounts.addMember(OWN_PROJECT, BOB, 'owner');
}

interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly scope: string;
  readonly error?: string;
}

/** Starts the service, and returns functions that send each OAuth request without a client library. */
async function open() {
  const service = await openOAuth();
  const { origin, url } = service;
  const register = async (metadata: Record<string, unknown> = {}) => {
    const response = await fetch(`${origin}/oauth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ client_name: 'Client', redirect_uris: [CALLBACK], ...metadata }),
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  const post = async (path: string, fields: Record<string, string>) => {
    const response = await fetch(`${origin}${path}`, { method: 'POST', body: new URLSearchParams(fields) });
    const text = await response.text();
    return { status: response.status, body: (text === '' ? {} : JSON.parse(text)) as Tokens };
  };
  /** Returns the URL of an authorization request. Parameters that are undefined are omitted. */
  const getAddress = (clientId: string, verifier: string, changes: Record<string, string | undefined> = {}) => {
    const parameters: Record<string, string | undefined> = {
      client_id: clientId,
      response_type: 'code',
      redirect_uri: CALLBACK,
      scope: 'mcp:read',
      state: 'state of the client',
      resource: url,
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
      ...changes,
    };
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(parameters)) if (value !== undefined) query.set(name, value);
    return `/oauth/authorize?${query}`;
  };
  const createVerifier = () => randomBytes(32).toString('base64url');
  /** Allows the access of a client, as a member does on the consent page. */
  const allow = async (browser: Browser, clientId: string, verifier: string, project = OWN_PROJECT) => {
    const consent = await browser.get(getAddress(clientId, verifier));
    const { leftFor } = await browser.submit(consent, { decision: 'allow', project });
    return leftFor?.searchParams.get('code') ?? '';
  };
  const redeem = (clientId: string, code: string, verifier: string, changes: Record<string, string> = {}) =>
    post('/oauth/token', {
      grant_type: 'authorization_code',
      client_id: clientId,
      code,
      redirect_uri: CALLBACK,
      code_verifier: verifier,
      resource: url,
      ...changes,
    });
  const refresh = (clientId: string, token: string) =>
    post('/oauth/token', { grant_type: 'refresh_token', client_id: clientId, refresh_token: token });
  /** Registers and connects a client of Ann. */
  const connect = async () => {
    const clientId = String((await register()).body.client_id);
    const browser = await service.openBrowser();
    const verifier = createVerifier();
    const code = await allow(browser, clientId, verifier);
    const { status, body } = await redeem(clientId, code, verifier);
    expect(status).toBe(200);
    return { clientId, browser, verifier, code, tokens: body };
  };
  /** Returns the status of an MCP request that lists the tools. */
  const use = async (token: string, address = url) => {
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    };
    return (await fetch(address, { method: 'POST', headers, body: JSON.stringify(LIST_TOOLS) })).status;
  };
  return { ...service, register, post, getAddress, createVerifier, allow, redeem, refresh, connect, use };
}

describe('replays', () => {
  it('redeeming an authorization code twice revokes the connection of the application', async () => {
    const { connect, redeem, use, store } = await open();
    const { clientId, code, verifier, tokens } = await connect();
    expect(await use(tokens.access_token)).toBe(200);
    expect(await redeem(clientId, code, verifier)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    expect(await use(tokens.access_token)).toBe(401);
    expect(await store.connections.list()).toEqual([]);
  });

  it('a code that is redeemed at the same time by several requests gives no one access', async () => {
    const { register, openBrowser, createVerifier, allow, redeem, use } = await open();
    const clientId = String((await register()).body.client_id);
    const verifier = createVerifier();
    const code = await allow(await openBrowser(), clientId, verifier);
    const responses = await Promise.all(Array.from({ length: 8 }, () => redeem(clientId, code, verifier)));
    const granted = responses.filter(({ status }) => status === 200);
    expect(granted.length).toBeLessThanOrEqual(1);
    for (const { body } of granted) expect(await use(body.access_token)).toBe(401);
  });

  it('a refresh token that is used twice ends the connection', async () => {
    const { connect, refresh, use } = await open();
    const { clientId, tokens } = await connect();
    const second = await refresh(clientId, tokens.refresh_token);
    expect(await use(second.body.access_token)).toBe(200);
    expect(await refresh(clientId, tokens.refresh_token)).toMatchObject({
      status: 400,
      body: { error: 'invalid_grant' },
    });
    expect(await use(second.body.access_token)).toBe(401);
    expect(await refresh(clientId, second.body.refresh_token)).toMatchObject({ status: 400 });
  });

  it('a refresh token that is used by several requests at the same time ends the connection', async () => {
    const { connect, refresh, use, store } = await open();
    const { clientId, tokens } = await connect();
    const responses = await Promise.all(Array.from({ length: 8 }, () => refresh(clientId, tokens.refresh_token)));
    for (const { body } of responses.filter(({ status }) => status === 200))
      expect(await use(body.access_token)).toBe(401);
    expect(await store.connections.list()).toEqual([]);
  });

  it('an OAuth consent form cannot be sent twice', async () => {
    const { register, openBrowser, getAddress, createVerifier, store } = await open();
    const browser = await openBrowser();
    const consent = await browser.get(getAddress(String((await register()).body.client_id), createVerifier()));
    expect((await browser.submit(consent, { decision: 'allow', project: OWN_PROJECT })).leftFor?.origin).toBe(
      new URL(CALLBACK).origin,
    );
    expect((await browser.submit(consent, { decision: 'allow', project: OWN_PROJECT })).status).toBe(410);
    expect(await store.connections.list()).toHaveLength(1);
  });
});

describe('tokens', () => {
  it('OAuth tokens work only for the resource for which they were issued', async () => {
    const { connect, use, refresh, redeem, origin, url, post } = await open();
    const { clientId, code, verifier, tokens } = await connect();
    expect(await use(tokens.refresh_token)).toBe(401);
    expect(await use(code)).toBe(401);
    expect((await refresh(clientId, tokens.access_token)).status).toBe(400);
    expect((await redeem(clientId, tokens.access_token, verifier)).status).toBe(400);
    const headers = { authorization: `Bearer ${tokens.access_token}` };
    expect((await fetch(`${origin}/api/v1/account`, { headers })).status).toBe(401);
    expect((await fetch(`${url}?access_token=${tokens.access_token}`, { method: 'POST' })).status).toBe(401);
    expect(await use(tokens.access_token, url.replace('127.0.0.1', 'localhost'))).toBe(401);
    expect((await post('/oauth/introspect', { token: tokens.access_token })).status).toBe(404);
    expect(await use(tokens.access_token)).toBe(200);
  });

  it.each<[string, (service: Awaited<ReturnType<typeof open>>) => Promise<unknown>]>([
    [
      'is removed from the project',
      async ({ store }) => {
        await makeBobOwner(store);
        await store.accounts.removeMember(OWN_PROJECT, ANN);
      },
    ],
    [
      'is removed and added again',
      async ({ store }) => {
        await makeBobOwner(store);
        await store.accounts.removeMember(OWN_PROJECT, ANN);
        await new Promise((resolve) => setTimeout(resolve, 5));
        await store.accounts.addMember(OWN_PROJECT, ANN);
      },
    ],
    ['is revoked', ({ store }) => store.accounts.setRevoked(ANN, true)],
    ['has a project that is closed', ({ store }) => store.accounts.setClosed(OWN_PROJECT, true)],
  ])('OAuth tokens are revoked when their member %s', async (_name, change) => {
    const service = await open();
    const { clientId, tokens } = await service.connect();
    await change(service);
    expect(await service.use(tokens.access_token)).toBe(401);
    expect(await service.refresh(clientId, tokens.refresh_token)).toMatchObject({ status: 400 });
    expect(await service.store.connections.list()).toEqual([]);
  });

  it('OAuth tokens expire, and are deleted with their connection', async () => {
    const { connect, use, store, rows } = await open();
    const { tokens } = await connect();
    await store.authorizationRecords.prune(new Date(Date.now() + 3_590_000).toISOString());
    expect(await use(tokens.access_token)).toBe(200);
    await store.authorizationRecords.prune(new Date(Date.now() + 3_610_000).toISOString());
    expect(await use(tokens.access_token)).toBe(401);
    expect(await store.connections.list()).toHaveLength(1);
    await store.authorizationRecords.prune(new Date(Date.now() + 31 * 86_400_000).toISOString());
    expect(await store.connections.list()).toEqual([]);
    expect((await rows('SELECT kind FROM authorization_records')).map(({ kind }) => kind)).toEqual(['Client']);
  });

  it('OAuth tokens, codes and requests are stored as hashes', async () => {
    const { connect, register, openBrowser, getAddress, createVerifier, rows, everything } = await open();
    const { code, tokens } = await connect();
    const { url } = await (await openBrowser()).get(
      getAddress(String((await register()).body.client_id), createVerifier()),
    );
    const storedText = JSON.stringify(await rows('SELECT * FROM authorization_records'));
    for (const secret of [code, tokens.access_token, tokens.refresh_token, url.split('/').at(-1) ?? '']) {
      expect(secret).toMatch(/^[\w-]{20,}$/);
      expect(storedText).not.toContain(secret);
    }
    expect(await everything()).not.toMatch(/authorization_records|"table":"connections"/);
  });
});

describe('requests for authorization', () => {
  it.each<[string, Record<string, string | undefined>]>([
    ['without a challenge', { code_challenge: undefined, code_challenge_method: undefined }],
    ['with a plain challenge', { code_challenge_method: 'plain' }],
    ['with a challenge without its method', { code_challenge_method: undefined }],
    ['for another resource', { resource: 'https://other.example/mcp' }],
    ['for the API instead of the MCP server', { resource: 'http://127.0.0.1/api' }],
    ['with the response type "token"', { response_type: 'token' }],
    ['for an ID token', { response_type: 'code id_token' }],
    ['with a response as a form post', { response_mode: 'form_post' }],
    ['with a response in the URL fragment', { response_mode: 'fragment' }],
    ['without a consent page', { prompt: 'none' }],
    ['in a request object', { request: 'eyJhbGciOiJub25lIn0.e30.' }],
    ['in a request object at another URL', { request_uri: 'https://127.0.0.1/r' }],
    ['of an unknown client', { client_id: 'unknown' }],
    ['of a client whose document is on this machine', { client_id: 'https://127.0.0.1/client.json' }],
    ['of a client whose document is in the private network', { client_id: 'https://10.0.0.1/client.json' }],
  ])(
    'authorization requests %s are rejected with an error page and do not redirect to the client',
    async (_name, changes) => {
      const { register, openBrowser, getAddress, createVerifier } = await open();
      const clientId = String((await register()).body.client_id);
      const shownPage = await (await openBrowser()).get(getAddress(clientId, createVerifier(), changes));
      expect([shownPage.status, shownPage.leftFor]).toEqual([400, undefined]);
      expect(shownPage.headers.get('content-type')).toContain('text/html');
      expect(shownPage.text).toContain('The application cannot be connected');
    },
  );

  it.each([
    'https://assistant.example/',
    'https://assistant.example/callback/',
    'https://assistant.example/callback?next=https://evil.example',
    'https://assistant.example/callback#',
    'https://assistant.example/callback/../evil',
    'https://assistant.example/Callback',
    'https://assistant.example/call%62ack',
    'https://assistant.example:8443/callback',
    'https://assistant.example.evil.example/callback',
    'https://evil.example/callback',
    'https://assistant.example@evil.example/callback',
    'https://assistant.example\\@evil.example/callback',
    'https://ASSISTANT.example/callback',
    'http://assistant.example/callback',
    '//assistant.example/callback',
    'javascript:alert(1)',
    '',
  ])(
    'authorization requests with the redirect URI %j are rejected, because it is not the registered one',
    async (redirect_uri) => {
      const { register, openBrowser, getAddress, createVerifier } = await open();
      const clientId = String((await register()).body.client_id);
      const shown = await (await openBrowser()).get(getAddress(clientId, createVerifier(), { redirect_uri }));
      expect([shown.status, shown.leftFor]).toEqual([400, undefined]);
      expect(shown.text).not.toContain('Connect the application');
    },
  );

  it('authorization requests of a local program may use any port of the registered loopback redirect URI, but no other URI', async () => {
    const { register, openBrowser, getAddress, createVerifier } = await open();
    const clientId = String((await register({ redirect_uris: ['http://127.0.0.1/callback'] })).body.client_id);
    const show = async (redirect_uri: string) =>
      (await (await openBrowser()).get(getAddress(clientId, createVerifier(), { redirect_uri }))).status;
    expect(await show('http://127.0.0.1:43123/callback')).toBe(200);
    for (const other of [
      'http://127.0.0.1:43123/other',
      'http://127.0.0.2:43123/callback',
      'https://127.0.0.1/callback',
    ])
      expect(await show(other), other).toBe(400);
  });

  it('an authorization request can be decided only in the browser that started it', async () => {
    const { register, openBrowser, getAddress, createVerifier, store } = await open();
    const address = getAddress(String((await register()).body.client_id), createVerifier());
    const consent = await (await openBrowser()).get(address);
    const victim = await openBrowser(BOB);
    expect((await victim.get(consent.url)).status).toBe(410);
    const own = await victim.get(address);
    expect(
      (
        await victim.submit(
          {
            ...own,
            url: consent.url,
            text: own.text.replaceAll(new URL(own.url).pathname, new URL(consent.url).pathname),
          },
          { decision: 'allow', project: FOREIGN_PROJECT },
        )
      ).status,
    ).toBe(410);
    expect(await store.connections.list()).toEqual([]);
  });

  it('an authorization request cannot be allowed by a form of another site, without a token, or for the project of other members', async () => {
    const { register, openBrowser, getAddress, createVerifier, store, origin } = await open();
    const browser = await openBrowser();
    const consent = await browser.get(getAddress(String((await register()).body.client_id), createVerifier()));
    const cookie = [...browser.cookies].map(([name, { value }]) => `${name}=${value}`).join('; ');
    for (const headers of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }, { origin }]) {
      const body = new URLSearchParams({ decision: 'allow', project: OWN_PROJECT });
      const response = await fetch(consent.url, {
        method: 'POST',
        body,
        headers: { ...headers, cookie },
        redirect: 'manual',
      });
      expect(response.headers.get('location') ?? '').not.toContain('/oauth/authorize');
    }
    const foreign = await browser.submit(consent, { decision: 'allow', project: FOREIGN_PROJECT });
    expect([foreign.status, foreign.leftFor]).toEqual([400, undefined]);
    expect(await store.connections.list()).toEqual([]);
  });

  it('an authorization request redirects a person who is not signed in to the sign-in page, and back', async () => {
    const { register, openBrowser, getAddress, createVerifier } = await open();
    const browser = await openBrowser('');
    const signIn = await browser.get(getAddress(String((await register()).body.client_id), createVerifier()));
    const { pathname, searchParams } = new URL(signIn.url);
    expect([pathname, searchParams.get('next')]).toEqual([
      '/sign-in',
      expect.stringMatching(/^\/oauth\/consent\/[\w-]+$/),
    ]);
    for (const [name, cookie] of (await openBrowser()).cookies) browser.cookies.set(name, cookie);
    expect((await browser.get(searchParams.get('next') ?? '')).text).toContain('Connect the application');
  });

  it('a denied authorization request redirects to the client with the issuer, and gives no access', async () => {
    const { register, openBrowser, getAddress, createVerifier, store, origin } = await open();
    const browser = await openBrowser();
    const consent = await browser.get(getAddress(String((await register()).body.client_id), createVerifier()));
    const { leftFor } = await browser.submit(consent, { decision: 'deny' });
    expect(Object.fromEntries(leftFor?.searchParams ?? [])).toMatchObject({
      error: 'access_denied',
      iss: origin,
      state: 'state of the client',
    });
    expect(await store.connections.list()).toEqual([]);
  });

  it('each authorization request requires the consent of the member, even if the client is already connected', async () => {
    const { connect, getAddress, createVerifier } = await open();
    const { clientId, browser } = await connect();
    const again = await browser.get(getAddress(clientId, createVerifier()));
    expect([again.status, again.leftFor]).toEqual([200, undefined]);
    expect(again.text).toContain('Connect the application');
  });

  it('the consent page shows the name of the client as text', async () => {
    const { register, openBrowser, getAddress, createVerifier } = await open();
    const client_name = '<script>alert(1)</script>\u202Egnp.exe';
    const clientId = String(
      (await register({ client_name, logo_uri: 'https://evil.example/logo.png' })).body.client_id,
    );
    const { text, headers } = await (await openBrowser()).get(getAddress(clientId, createVerifier()));
    expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;gnp.exe');
    expect(text).not.toContain('evil.example');
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(headers.get('content-security-policy')).toContain("form-action 'self' https://assistant.example;");
  });
});

describe('requests for tokens', () => {
  it.each<[string, (values: { other: string; code: string; verifier: string }) => Record<string, string>]>([
    ['another client', ({ other }) => ({ client_id: other })],
    ['a wrong verifier', () => ({ code_verifier: 'a'.repeat(43) })],
    ['an empty verifier', () => ({ code_verifier: '' })],
    ['another redirect URI', () => ({ redirect_uri: 'https://assistant.example/other' })],
    ['another resource', () => ({ resource: 'https://other.example/mcp' })],
    ['a guessed code', () => ({ code: 'a'.repeat(43) })],
  ])('OAuth requests with %s are rejected', async (_name, change) => {
    const { register, openBrowser, createVerifier, allow, redeem, post } = await open();
    const [clientId = '', other = ''] = await Promise.all(
      [1, 2].map(async () => String((await register()).body.client_id)),
    );
    const verifier = createVerifier();
    const code = await allow(await openBrowser(), clientId, verifier);
    const refusedResponse = await redeem(clientId, code, verifier, change({ other, code, verifier }));
    expect(refusedResponse.status).toBeGreaterThanOrEqual(400);
    expect(refusedResponse.body).not.toHaveProperty('access_token');
    for (const grant_type of [
      'client_credentials',
      'password',
      'implicit',
      'urn:ietf:params:oauth:grant-type:device_code',
    ])
      expect((await post('/oauth/token', { grant_type, client_id: clientId })).status).toBe(400);
  });

  it('a client cannot use the refresh token of another client, and the attempt revokes nothing', async () => {
    const { connect, register, refresh, use, post } = await open();
    const { tokens, clientId } = await connect();
    const other = String((await register()).body.client_id);
    expect(await refresh(other, tokens.refresh_token)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    await post('/oauth/revoke', { client_id: other, token: tokens.refresh_token });
    expect(await use(tokens.access_token)).toBe(200);
    await post('/oauth/revoke', { client_id: clientId, token: tokens.access_token });
    expect(await use(tokens.access_token)).toBe(401);
  });
});

describe('registrations', () => {
  it.each<[string, Record<string, unknown>]>([
    ['a redirect URI without TLS', { redirect_uris: ['http://evil.example/callback'] }],
    ['a script', { redirect_uris: ['javascript:alert(1)'] }],
    ['a data URL', { redirect_uris: ['data:text/html,x'] }],
    ['a file', { redirect_uris: ['file:///etc/passwd'] }],
    ['a fragment', { redirect_uris: ['https://a.example/#x'] }],
    ['a password', { redirect_uris: ['https://a:b@a.example/'] }],
    ['no redirect URI', { redirect_uris: [] }],
    ['too many redirect URIs', { redirect_uris: Array.from({ length: 21 }, (_, each) => `https://a.example/${each}`) }],
    ['a long redirect URI', { redirect_uris: [`https://a.example/${'x'.repeat(2_000)}`] }],
    ['text instead of a list', { redirect_uris: 'https://a.example/' }],
    ['a name that is not text', { client_name: { en: 'x' } }],
  ])('OAuth requests with %s are rejected', async (_name, metadata) => {
    const { register, rows } = await open();
    const { status, body } = await register(metadata);
    expect([status, body.error]).toEqual([400, expect.stringMatching(/^invalid_(?:redirect_uri|client_metadata)$/)]);
    expect(await rows('SELECT hash FROM authorization_records')).toEqual([]);
  });

  it('an OAuth client registration gets no secret, and the service fetches no URL for it', async () => {
    const { register } = await open();
    const { status, body } = await register({
      token_endpoint_auth_method: 'client_secret_basic',
      jwks_uri: 'https://127.0.0.1/keys',
      sector_identifier_uri: 'https://127.0.0.1/sector',
      grant_types: ['implicit', 'password'],
      response_types: ['token'],
      scope: 'admin',
    });
    expect([status, body.token_endpoint_auth_method]).toEqual([201, 'none']);
    for (const name of ['client_secret', 'jwks_uri', 'sector_identifier_uri', 'registration_access_token', 'scope'])
      expect(body).not.toHaveProperty(name);
  });

  it('OAuth client registrations are limited by IP address, and expire unless a member connects the client', async () => {
    const { register, rows, store, connect } = await open();
    await connect();
    const statuses = await Promise.all(Array.from({ length: 20 }, async () => (await register()).status));
    expect(statuses.filter((status) => status === 201)).toHaveLength(19);
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
    expect(await rows("SELECT hash FROM authorization_records WHERE kind = 'Client'")).toHaveLength(20);
    await store.authorizationRecords.prune(new Date(Date.now() + 2 * 86_400_000).toISOString());
    expect(await rows("SELECT hash FROM authorization_records WHERE kind = 'Client'")).toHaveLength(1);
  });
});

it('a flood of registrations does not remove the clients of connections', async () => {
  const { connect, refresh, store, rows } = await open();
  const { clientId, tokens } = await connect();
  const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
  await store.transaction(async ({ authorizationRecords }) => {
    for (let each = 0; each < 10_050; each += 1)
      await authorizationRecords.save({
        hash: `${each}`,
        kind: 'Client',
        connectionId: null,
        payload: '{}',
        expiresAt,
      });
  });
  await store.authorizationRecords.prune(new Date().toISOString());
  expect(await rows("SELECT count(*) AS n FROM authorization_records WHERE kind = 'Client'")).toMatchObject([
    { n: expect.toSatisfy((count) => Number(count) === 10_000) },
  ]);
  expect((await refresh(clientId, tokens.refresh_token)).status).toBe(200);
});

it('new and ended OAuth connections are recorded in the audit log', async () => {
  const { connect, refresh, store, projectId } = await open();
  const { clientId, tokens } = await connect();
  await refresh(clientId, tokens.refresh_token);
  await refresh(clientId, tokens.refresh_token);
  const { items } = await store.audit.list(await projectId(), { limit: 10 });
  expect(items.map(({ action, actor, email }) => [action, actor, email])).toEqual([
    ['connection.revoke', 'member', ANN],
    ['connection.create', 'member', ANN],
  ]);
});
