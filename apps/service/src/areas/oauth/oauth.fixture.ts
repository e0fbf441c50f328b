import { randomBytes } from 'node:crypto';
import {
  Client,
  type OAuthClientMetadata,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import { onTestFinished } from 'vitest';
import { createApp } from '../../app.ts';
import { createSecret, hashSecret } from '../../platform/access/secrets.ts';
import { listen, SERVER_TIMEOUTS } from '../../platform/connections/listen.ts';
import { createServices } from '../../services.ts';
import { ANN, openService } from '../../testing/service.fixture.ts';
import type { OpenIdOptions } from '../sign-in/openid-sign-in.ts';
import type { ClientDocumentOptions } from './client-documents.ts';

interface OAuthServiceOptions {
  /** Port of the service. Default: any free port. */
  readonly port?: number;
  readonly openId?: OpenIdOptions;
}

/** Starts the service over HTTP, and returns a function that opens browsers. */
export async function openOAuth(
  clientDocuments?: ClientDocumentOptions,
  { port = 0, openId }: OAuthServiceOptions = {},
) {
  const service = await openService();
  const { store, parsers, reported } = service;
  const report = (error: unknown) => void reported.push(error);
  const services = createServices(store, parsers, report, { clientDocuments, openId });
  const app = createApp(store, report, { parsers, services, requestDeadline: 600_000 });
  const handle = (request: Request, bindings: unknown) => app.fetch(request, bindings as object);
  const listening = await listen(handle, { host: '127.0.0.1', port, limits: SERVER_TIMEOUTS });
  onTestFinished(() => listening.close(5_000));
  const origin = `http://127.0.0.1:${listening.port}`;
  const openBrowser = async (email: string | undefined = ANN): Promise<Browser> => {
    const browser = new Browser(origin);
    const user = (await store.accounts.users()).find((each) => each.email === email);
    if (!user) return browser;
    const secret = createSecret();
    await store.sessions.create({ userId: user.id, hash: hashSecret(secret), method: 'link', userAgent: 'test' });
    browser.cookies.set('context-sync-session', { value: secret, path: '/' });
    return browser;
  };
  return { ...service, services, origin, url: `${origin}/mcp`, openBrowser };
}

interface Cookie {
  readonly value: string;
  readonly path: string;
}

/** The page of a browser after all redirects within the service. */
export interface Shown {
  readonly status: number;
  readonly headers: Headers;
  readonly url: string;
  readonly text: string;
  /** URL on another site to which the service has redirected the browser. */
  readonly leftFor: URL | undefined;
}

/** A browser without scripts: it keeps cookies by path, and follows redirects within the service. */
export class Browser {
  readonly cookies = new Map<string, Cookie>();
  readonly #origin: string;

  constructor(origin: string) {
    this.#origin = origin;
  }

  get(address: string | URL): Promise<Shown> {
    return this.#send(new URL(address, this.#origin), {});
  }

  /** Sends the form of a page with the value of a button and of other fields. */
  submit({ text, url }: Shown, fields: Readonly<Record<string, string>>): Promise<Shown> {
    const hiddenArrays = [...text.matchAll(/<input type="hidden" name="([\w-]+)" value="([^"]*)"/g)];
    const action =
      [...(/<form method="post" action="(\/(?:oauth|account\/applications)[^"]*)"/.exec(text) ?? [])][1] ?? url;
    const body = new URLSearchParams({
      ...Object.fromEntries(hiddenArrays.map(([, name, value]) => [name, value])),
      ...fields,
    });
    const headers = { origin: this.#origin, 'sec-fetch-site': 'same-origin' };
    return this.#send(new URL(action, this.#origin), { method: 'POST', body, headers });
  }

  async #send(url: URL, request: RequestInit): Promise<Shown> {
    const cookie = [...this.cookies]
      .filter(([, { path }]) => url.pathname === path || url.pathname.startsWith(path.replace(/\/?$/, '/')))
      .map(([name, { value }]) => `${name}=${value}`)
      .join('; ');
    const headers = { accept: 'text/html', ...(request.headers as Record<string, string>), ...(cookie && { cookie }) };
    const response = await fetch(url, { ...request, headers, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) this.#keep(line);
    const text = await response.text();
    const location = response.headers.get('location');
    const target = location === null ? undefined : new URL(location, url);
    if (target?.origin === this.#origin) return this.#send(target, {});
    return { status: response.status, headers: response.headers, url: url.href, text, leftFor: target };
  }

  #keep(line: string): void {
    const [pair = '', ...attributes] = line.split(/; */);
    const [name = '', value = ''] = pair.split('=');
    const path = attributes.find((each) => /^path=/i.test(each))?.slice(5) ?? '/';
    const isExpired = attributes.some((each) => /^expires=thu, 01 jan 1970/i.test(each));
    if (isExpired) this.cookies.delete(name);
    else this.cookies.set(name, { value, path });
  }
}

/** The redirect URI of an assistant, on a separate host. */
export const CALLBACK = 'https://assistant.example/callback';

/** OAuth state that an assistant with the official client library keeps between requests. */
export class AssistantState implements OAuthClientProvider {
  readonly redirectUrl = CALLBACK;
  readonly clientMetadata: OAuthClientMetadata = {
    client_name: 'Assistant',
    redirect_uris: [CALLBACK],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  };
  readonly clientMetadataUrl?: string;
  authorizationUrl: URL | undefined;
  client: StoredOAuthClientInformation | undefined;
  savedTokens: StoredOAuthTokens | undefined;
  #verifier = '';
  #discovery: OAuthDiscoveryState | undefined;
  readonly #state = randomBytes(8).toString('hex');

  constructor(clientMetadataUrl?: string) {
    if (clientMetadataUrl !== undefined) this.clientMetadataUrl = clientMetadataUrl;
  }

  state = () => this.#state;
  clientInformation = () => this.client;
  saveClientInformation(client: StoredOAuthClientInformation): void {
    this.client = client;
  }
  tokens = () => this.savedTokens;
  saveTokens(tokens: StoredOAuthTokens): void {
    this.savedTokens = tokens;
  }
  redirectToAuthorization(url: URL): void {
    this.authorizationUrl = url;
  }
  saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier;
  }
  codeVerifier = () => this.#verifier;
  saveDiscoveryState(state: OAuthDiscoveryState): void {
    this.#discovery = state;
  }
  discoveryState = () => this.#discovery;
}

/** Creates an MCP client of the newest protocol revision that gets its tokens with OAuth. */
export function createAssistant(url: string, state: AssistantState) {
  const client = new Client(
    { name: 'assistant', version: '1.0.0' },
    { versionNegotiation: { mode: { pin: '2026-07-28' } } },
  );
  const transport = new StreamableHTTPClientTransport(new URL(url), { authProvider: state });
  onTestFinished(() => client.close());
  const connect = () => client.connect(transport as Parameters<Client['connect']>[0]);
  return { client, transport, connect };
}
