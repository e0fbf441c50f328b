import { describe, expect, it } from 'vitest';
import { findFreePort } from '../../testing/free-port.fixture.ts';
import { ANN, BOB, ITEM, OWN_PROJECT, SECOND_PROJECT } from '../../testing/service.fixture.ts';
import { CLIENT, startOpenIdProvider } from '../sign-in/openid-provider.fixture.ts';
import { CALLBACK_PATH } from '../sign-in/openid-sign-in.ts';
import { sendJson, startDocumentServer } from './documents.fixture.ts';
import { AssistantState, type Browser, CALLBACK, createAssistant, openOAuth, type Shown } from './oauth.fixture.ts';

/** Starts the service, and a server that serves the metadata document of an assistant. */
async function open() {
  const documents = await startDocumentServer((request, response) =>
    sendJson(response, {
      client_id: `${documents.origin}${request.url}`,
      client_name: 'Document Assistant',
      redirect_uris: [CALLBACK],
      grant_types: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_method: 'none',
    }),
  );
  return { ...(await openOAuth(documents.options)), documents };
}

/**
 * Connects an assistant as a person would: it gets a 401, the person signs in and allows the access, and the assistant redeems the code.
 * @param signIn signs in a person who is not signed in yet, from the sign-in page to the consent page
 */
async function connect(
  url: string,
  state: AssistantState,
  browser: Browser,
  { project = OWN_PROJECT, signIn }: { project?: string; signIn?: (page: Shown) => Promise<Shown> } = {},
) {
  const first = createAssistant(url, state);
  await expect(first.connect()).rejects.toThrow();
  const page = await browser.get(state.authorizationUrl ?? '');
  const consent = signIn ? await signIn(page) : page;
  expect(consent.status, consent.text).toBe(200);
  const { leftFor } = await browser.submit(consent, { decision: 'allow', project });
  expect(leftFor?.searchParams.get('state')).toBe(state.state());
  await first.transport.finishAuth(leftFor?.searchParams ?? new URLSearchParams());
  const assistant = createAssistant(url, state);
  await assistant.connect();
  return { ...assistant, consent, callback: leftFor?.searchParams ?? new URLSearchParams() };
}

describe('an assistant with the official client', () => {
  it.each(['with a metadata document', 'that registers itself'])(
    'an OAuth client %s connects, calls a tool, refreshes its token, and loses access when it is revoked',
    async (way) => {
      const { url, origin, documents, openBrowser, create, store } = await open();
      await create({ ...ITEM, public: false });
      const state = new AssistantState(way === 'that registers itself' ? undefined : `${documents.origin}/client.json`);
      const { client, consent } = await connect(url, state, await openBrowser());
      expect(consent.text).toContain(
        way === 'that registers itself' ? 'no one has checked it' : `published by ${new URL(documents.origin).host}`,
      );
      const search = () => client.callTool({ name: 'search_context', arguments: { query: 'rotate' } });
      expect(JSON.stringify((await search()).structuredContent)).toContain(ITEM.title);

      await expect.poll(async () => (await store.connections.list())[0]?.lastUsedAt).toEqual(expect.any(String));

      const before = state.savedTokens;
      state.savedTokens = { ...before, access_token: 'expired' } as typeof before;
      expect((await search()).isError).toBeFalsy();
      expect(state.savedTokens?.refresh_token).not.toBe(before?.refresh_token);

      const [connection] = await store.connections.list();
      expect(connection).toMatchObject({ email: ANN, project: OWN_PROJECT, scope: 'mcp:read' });
      const body = new URLSearchParams({
        token: state.savedTokens?.refresh_token ?? '',
        client_id: state.client?.client_id ?? '',
      });
      expect((await fetch(`${origin}/oauth/revoke`, { method: 'POST', body })).status).toBe(200);
      expect(await store.connections.list()).toEqual([]);
      const response = await fetch(url, {
        method: 'POST',
        headers: { authorization: `Bearer ${state.savedTokens?.access_token}` },
      });
      expect([response.status, response.headers.get('www-authenticate')]).toEqual([
        401,
        `Bearer error="invalid_token", resource_metadata="${origin}/.well-known/oauth-protected-resource/mcp", scope="mcp:read"`,
      ]);
    },
  );

  it('an OAuth client connects a member who signs in with an identity provider during the authorization', async () => {
    const port = await findFreePort();
    const identities = await startOpenIdProvider(`http://127.0.0.1:${port}${CALLBACK_PATH}`);
    const openId = { issuer: identities.issuer, ...CLIENT, domains: [] };
    const { url, origin, openBrowser, create, store } = await openOAuth(undefined, { port, openId });
    await create({ ...ITEM, public: false });
    const state = new AssistantState();
    const browser = await openBrowser('nobody@example.com');
    const { client } = await connect(url, state, browser, {
      async signIn({ text }) {
        const link = /href="(\/sign-in\/openid[^"]*)"/.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? '';
        const { leftFor } = await browser.get(link);
        return browser.get(await identities.follow(leftFor?.href ?? ''));
      },
    });
    const search = () => client.callTool({ name: 'search_context', arguments: { query: 'rotate' } });
    expect(JSON.stringify((await search()).structuredContent)).toContain(ITEM.title);
    expect(await store.connections.list()).toMatchObject([{ email: ANN, project: OWN_PROJECT, scope: 'mcp:read' }]);

    const before = state.savedTokens;
    state.savedTokens = { ...before, access_token: 'expired' } as typeof before;
    expect((await search()).isError).toBeFalsy();
    expect(state.savedTokens?.refresh_token).not.toBe(before?.refresh_token);

    const body = new URLSearchParams({
      token: state.savedTokens?.refresh_token ?? '',
      client_id: state.client?.client_id ?? '',
    });
    expect((await fetch(`${origin}/oauth/revoke`, { method: 'POST', body })).status).toBe(200);
    await expect(search()).rejects.toThrow();
  });

  it('an OAuth connection is listed only for its member, who can end it', async () => {
    const { url, openBrowser, store } = await open();
    const browser = await openBrowser();
    const state = new AssistantState();
    await connect(url, state, browser);
    const page = await browser.get('/account/applications');
    expect(page.text).toContain('assistant.example');
    const other = await openBrowser(BOB);
    const emptyPage = await other.get('/account/applications');
    expect(emptyPage.text).toContain('No application is connected');
    const [connection] = await store.connections.list();
    const token = /name="form-token" value="([^"]*)"/.exec(emptyPage.text)?.[1];
    const forgedForm = `<form method="post" action="/account/applications/${connection?.id}/disconnect"><input type="hidden" name="form-token" value="${token}"`;
    expect((await other.submit({ ...emptyPage, text: forgedForm }, {})).status).toBe(404);
    expect(await store.connections.list()).toHaveLength(1);
    expect((await browser.submit(page, {})).text).toContain('The application was disconnected');
    expect(await store.connections.list()).toEqual([]);
  });

  it('an OAuth client reads only the project that the member has selected', async () => {
    const { url, openBrowser, create } = await open();
    await create({ ...ITEM, title: 'In the first project' });
    const state = new AssistantState();
    const { client } = await connect(url, state, await openBrowser(), { project: SECOND_PROJECT });
    const result = await client.callTool({ name: 'search_context', arguments: { query: 'rotate' } });
    expect(JSON.stringify(result)).not.toContain('In the first project');
    const other = await client.callTool({
      name: 'search_context',
      arguments: { query: 'rotate', project: OWN_PROJECT },
    });
    expect(other).toMatchObject({ isError: true });
  });
});
