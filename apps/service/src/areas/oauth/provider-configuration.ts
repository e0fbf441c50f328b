import { generateKeyPairSync } from 'node:crypto';
import type * as Library from 'oidc-provider';
import type { AreaStore } from '../../platform/ports.ts';
import type { ClientDocuments } from './client-documents.ts';
import { createAdapter } from './record-adapter.ts';
import { type OAuthPorts, SCOPES } from './store.ts';

/** Paths of the authorization server. The consent page is part of the API's own pages. */
export const OAUTH_PATHS = {
  authorization: '/oauth/authorize',
  token: '/oauth/token',
  registration: '/oauth/register',
  revocation: '/oauth/revoke',
  jwks: '/oauth/jwks',
  consent: '/oauth/consent',
} as const;

/** Name of the cookie that identifies the browser that has started an authorization request. */
const CONSENT_COOKIE = 'context-sync-consent';

/** Internal media type of an error that the service shows as a page, because the service cannot report the error to the client. */
export const PROBLEM_TYPE = 'application/vnd.authorization-problem';

/** Lifetimes in seconds. A refresh token is replaced whenever it is used, so a connection ends after this time without use. */
const LIFETIMES = {
  AccessToken: 3_600,
  AuthorizationCode: 60,
  RefreshToken: 30 * 86_400,
  Interaction: 600,
  // Sessions of the library are not stored.
  Session: 600,
  Grant: 30 * 86_400,
} as const;

export interface AuthorizationServerOptions {
  readonly store: AreaStore<OAuthPorts>;
  readonly documents: ClientDocuments;
  readonly report: (error: unknown) => void;
}

/** Returns the URL of the MCP server, for which tokens are valid. */
export function getResource(baseUrl: string): string {
  return `${baseUrl}/mcp`;
}

/**
 * Returns the configuration of the library for an authorization server that follows MCP's authorization specification of 2026-07-28 and supports only
 * public clients.
 * @param library the library, which is loaded on the first use
 */
export function createProviderConfiguration(
  baseUrl: string,
  { store, documents }: AuthorizationServerOptions,
  library: typeof Library,
): Library.Configuration {
  const createReuseError = () => new library.errors.InvalidGrant('used before');
  const { authorization: authorizationPath } = OAUTH_PATHS;
  return {
    adapter: (kind: string) => createAdapter(kind, { store, baseUrl, authorizationPath, createReuseError }),
    routes: { ...pickRoutes(), end_session: '/oauth/end-session' },
    jwks: { keys: [createUnusedKey()] },
    scopes: [],
    claims: {},
    responseTypes: ['code'],
    clientAuthMethods: ['none'],
    clientDefaults: {
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token'],
      id_token_signed_response_alg: 'ES256',
      authorization_signed_response_alg: 'ES256',
    },
    enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
    ttl: LIFETIMES,
    pkce: { required: () => true },
    expiresWithSession: () => false,
    issueRefreshToken: () => true,
    rotateRefreshToken: true,
    allowOmittingSingleRegisteredRedirectUri: false,
    interactions: createInteractions(library),
    findAccount: (_ctx, id) => ({ accountId: id, claims: () => ({ sub: id }) }),
    loadExistingGrant(ctx) {
      const id = ctx.oidc.result?.consent?.grantId;
      return id === undefined ? undefined : ctx.oidc.provider.Grant.find(id);
    },
    cookies: createCookies(baseUrl),
    fetch: async (url) => Response.json(await documents.fetch(String(url))),
    renderError(ctx, out, error) {
      ctx.type = PROBLEM_TYPE;
      ctx.body = describeError(out, error);
    },
    features: createFeatures(getResource(baseUrl), library),
  };
}

/** The currently signed-in member must decide about each request. Earlier decisions are not reused, because another person may use the browser. */
function createInteractions({
  interactionPolicy: { Check, Prompt },
}: typeof Library): NonNullable<Library.Configuration['interactions']> {
  const consentCheck = new Check('consent_required', 'the member has to decide', 'interaction_required', (ctx) =>
    ctx.oidc.result?.consent ? Check.NO_NEED_TO_PROMPT : Check.REQUEST_PROMPT,
  );
  return {
    policy: [
      new Prompt({ name: 'login', requestable: true }),
      new Prompt({ name: 'consent', requestable: true }, consentCheck),
    ],
    url: (_ctx, { uid }) => `${OAUTH_PATHS.consent}/${uid}`,
  };
}

function createCookies(baseUrl: string): NonNullable<Library.Configuration['cookies']> {
  const options = { httpOnly: true, sameSite: 'lax', secure: baseUrl.startsWith('https:'), signed: false } as const;
  return {
    names: {
      interaction: CONSENT_COOKIE,
      resume: 'context-sync-authorization',
      session: 'context-sync-unused',
    },
    long: { ...options, path: OAUTH_PATHS.authorization },
    short: options,
  };
}

function createFeatures(resource: string, { errors }: typeof Library): NonNullable<Library.Configuration['features']> {
  return {
    devInteractions: { enabled: false },
    rpInitiatedLogout: { enabled: false },
    userinfo: { enabled: false },
    dPoP: { enabled: false },
    pushedAuthorizationRequests: { enabled: false },
    revocation: { enabled: true, allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId },
    registration: { enabled: true, issueRegistrationAccessToken: false },
    // The draft may change with any minor version of the library, so its version is pinned.
    clientIdMetadataDocument: { enabled: true, ack: 'draft-02' },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => resource,
      useGrantedResource: () => true,
      getResourceServerInfo(_ctx, indicator) {
        if (indicator !== resource) throw new errors.InvalidTarget(`the only resource of this server is ${resource}`);
        return {
          scope: Object.keys(SCOPES).join(' '),
          audience: resource,
          accessTokenTTL: LIFETIMES.AccessToken,
          accessTokenFormat: 'opaque',
        };
      },
    },
  };
}

function pickRoutes() {
  const { authorization, token, registration, revocation, jwks } = OAUTH_PATHS;
  return { authorization, token, registration, revocation, jwks };
}

/** Creates a key for tokens of OpenID Connect, which the library requires although this server issues none. */
function createUnusedKey() {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return { ...privateKey.export({ format: 'jwk' }), alg: 'ES256', use: 'sig' } as {
    kty: 'EC';
    [name: string]: unknown;
  };
}

interface DescribedError {
  readonly error_description?: string | undefined;
  readonly error_detail?: unknown;
}

/** Returns the message of an error with its cause, which states the problem of a client's metadata document. */
function describeError({ error_description: description = '' }: DescribedError, error: Error & DescribedError): string {
  const { error_detail: detail } = error;
  return typeof detail === 'string' && detail !== '' ? `${description}: ${detail}` : description;
}
