import type { Context } from 'hono';
import type { App, Environment } from '../../platform/access/request-environment.ts';
import { HttpError } from '../../platform/errors/errors.ts';
import { runNodeHandler } from '../../platform/http/node-handler.ts';
import { createRateLimits } from '../../platform/rate-limit/rate-limits.ts';
import { type ClientMetadata, findMetadataProblem, normalizeClientMetadata } from './client-metadata.ts';
import { type ConnectedApplications, RESOURCE_METADATA_PATH } from './connected-applications.ts';
import { getResource, OAUTH_PATHS, PROBLEM_TYPE } from './provider-configuration.ts';
import { parseScopes } from './sql.ts';
import { SCOPES } from './store.ts';

/** Rate limit of registrations by IP address. */
const REGISTRATION_QUOTA = { requests: 20, window: 3_600 };
const SERVER_METADATA_PATHS = ['/.well-known/oauth-authorization-server', '/.well-known/openid-configuration'];
/** CORS headers: scripts of other sites may read the metadata, because some clients run in the browser. */
const PUBLIC_HEADERS = { 'access-control-allow-origin': '*', 'cache-control': 'public, max-age=300' } as const;

/** The endpoints of the authorization server, and the metadata with which clients find them. */
export function addOAuthRoutes(
  app: App,
  { connectedApplications }: { readonly connectedApplications: ConnectedApplications },
): void {
  const server = new OAuthEndpoints(connectedApplications);
  for (const path of [RESOURCE_METADATA_PATH, `${RESOURCE_METADATA_PATH}/mcp`]) {
    app.get(path, (c) => c.json(describeResource(requireBaseUrl(c, connectedApplications)), 200, PUBLIC_HEADERS));
  }
  for (const path of SERVER_METADATA_PATHS) app.get(path, (c) => server.describe(c));
  app.get(OAUTH_PATHS.authorization, (c) => server.authorize(c));
  app.get(`${OAUTH_PATHS.authorization}/:uid`, (c) => server.run(c));
  app.post(OAUTH_PATHS.registration, (c) => server.register(c));
  for (const path of [OAUTH_PATHS.token, OAUTH_PATHS.revocation]) {
    app.on(['POST', 'OPTIONS'], path, async (c) => server.run(c, { body: await c.req.text() }));
  }
}

function describeResource(baseUrl: string) {
  return {
    resource: getResource(baseUrl),
    resource_name: 'Context Sync',
    authorization_servers: [baseUrl],
    scopes_supported: Object.keys(SCOPES),
    bearer_methods_supported: ['header'],
  };
}

/** @throws HttpError if the service does not know its public URL, to which tokens are bound */
export function requireBaseUrl(c: Context<Environment>, applications: ConnectedApplications): string {
  const baseUrl = applications.findBaseUrl(c);
  if (baseUrl !== undefined) return baseUrl;
  throw new HttpError(
    'not_found',
    'Applications can connect only after the operator has set the URL of the service: serve --public-url https://sync.example.com',
  );
}

/** Passes requests of clients to the library. */
class OAuthEndpoints {
  readonly #applications: ConnectedApplications;
  readonly #limits = createRateLimits({ anonymous: REGISTRATION_QUOTA });

  constructor(applications: ConnectedApplications) {
    this.#applications = applications;
  }

  async run(
    c: Context<Environment>,
    options: { readonly path?: string; readonly body?: string } = {},
  ): Promise<Response> {
    const baseUrl = requireBaseUrl(c, this.#applications);
    const provider = await this.#applications.servers.get(baseUrl);
    const response = await runNodeHandler(provider.callback(), c.req.raw, {
      ...options,
      isSecure: baseUrl.startsWith('https:'),
    });
    if (!response.headers.get('content-type')?.startsWith(PROBLEM_TYPE)) return response;
    throw new HttpError('invalid_request', `The application cannot be connected: ${await response.text()}`);
  }

  async describe(c: Context<Environment>): Promise<Response> {
    const response = await this.run(c);
    const {
      jwks_uri: _jwks,
      claims_supported: _claims,
      ...metadata
    } = (await response.json()) as object & {
      readonly jwks_uri?: unknown;
      readonly claims_supported?: unknown;
    };
    const supported = { scopes_supported: Object.keys(SCOPES), response_modes_supported: ['query'] };
    return c.json({ ...metadata, ...supported }, 200, PUBLIC_HEADERS);
  }

  /** Starts an authorization request. Unknown scopes are ignored (RFC 6749, section 3.3). */
  async authorize(c: Context<Environment>): Promise<Response> {
    const { pathname, searchParams } = new URL(c.req.url);
    const scopes = searchParams.getAll('scope');
    if (scopes.length <= 1) {
      const known = parseScopes(scopes[0] ?? '');
      searchParams.set('scope', known.length === 0 ? 'mcp:read' : known.join(' '));
    }
    return this.run(c, { path: `${pathname}?${searchParams}` });
  }

  /** Registers a client (RFC 7591). */
  async register(c: Context<Environment>): Promise<Response> {
    this.#limits.anonymous(c.get('address'));
    const givenMetadata = await readObject(c);
    const problem = givenMetadata === undefined ? 'the body must be a JSON object' : findMetadataProblem(givenMetadata);
    if (givenMetadata === undefined || problem !== undefined) {
      const error = problem?.startsWith('redirect_uris') ? 'invalid_redirect_uri' : 'invalid_client_metadata';
      return c.json({ error, error_description: problem }, 400);
    }
    return this.run(c, { body: JSON.stringify(normalizeClientMetadata(givenMetadata)) });
  }
}

async function readObject(c: Context<Environment>): Promise<ClientMetadata | undefined> {
  try {
    const value: unknown = JSON.parse(await c.req.text());
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as ClientMetadata) : undefined;
  } catch {
    return undefined;
  }
}
