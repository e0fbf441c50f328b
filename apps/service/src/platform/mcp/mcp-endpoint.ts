import { type AuthInfo, createMcpHandler, type McpServer } from '@modelcontextprotocol/server';
import type { Context, MiddlewareHandler } from 'hono';
import type { AccessPorts } from '../access/accounts.ts';
import { findHostRejection } from '../access/allowed-hosts.ts';
import { type AccessTokens, type AuthenticationOptions, authenticate } from '../access/authenticate.ts';
import { getClientAddress } from '../access/client-address.ts';
import type { App, Environment } from '../access/request-environment.ts';
import { runRequest } from '../access/run-request.ts';
import type { Store } from '../database/store.ts';
import { quoteText } from '../errors/describe-value.ts';
import { ERRORS, HttpError } from '../errors/errors.ts';
import { createMediaTypeError, selectMediaType } from '../errors/media-type.ts';
import { createUnavailableError } from '../errors/service-unavailable.ts';
import { acceptsMediaType } from './accept.ts';
import { checkMessages } from './check-message.ts';
import { readProgram } from './client-name.ts';
import { convertToJson } from './event-stream.ts';
import { createMcpServer, type McpCatalog } from './mcp-server.ts';
import { createAnonymousViewer, createMemberViewer, type McpViewer, READ_SCOPE } from './mcp-viewer.ts';

const MCP_PATH = '/mcp';
/** Page that explains how to connect a client. */
const SETUP_PATH = '/mcp/setup';
const JSON_TYPE = 'application/json';
/** Maximum size of a body in bytes. This is sufficient, because the largest argument of a tool is a query. */
const MAX_BODY_BYTES = 262_144;
/** The JSON-RPC code for errors that the server defines. */
const SERVER_ERROR_CODE = -32_000;

export interface McpOptions {
  /** Host names (without port) that the Host and Origin headers may contain, in addition to loopback names. */
  readonly hosts?: readonly string[];
  /** Adds tools to every server. Only tests use this function. */
  readonly extend?: (server: McpServer) => void;
}

interface McpDependencies {
  readonly store: Store<AccessPorts>;
  readonly catalog: McpCatalog;
  readonly authentication: AuthenticationOptions;
  /** Access tokens of connected applications. */
  readonly tokens: AccessTokens;
  /** Rejects bodies over the size limit. */
  readonly limitBodySize: MiddlewareHandler<Environment>;
  readonly report: (error: unknown) => void;
  readonly stopping?: AbortSignal | undefined;
}

/**
 * Adds the MCP server over streamable HTTP, for the stateless protocol revision and for earlier revisions. The server stores no state between
 * requests, so that any process can handle any request.
 */
export function addMcpEndpoint(
  app: App,
  { store, catalog, authentication, tokens, limitBodySize, report, stopping }: McpDependencies,
  options: McpOptions,
): void {
  // The map contains the viewer of each request. The library passes the same `AuthInfo` object to the handler.
  const viewers = new WeakMap<AuthInfo, McpViewer>();
  const handler = createMcpHandler(
    async ({ authInfo }) => {
      const viewer = authInfo && viewers.get(authInfo);
      if (!viewer) throw new Error('an MCP request has no viewer');
      const server = await createMcpServer(catalog, viewer, report);
      options.extend?.(server);
      return server;
    },
    { maxRequestBodySize: MAX_BODY_BYTES },
  );

  const pendingRequests = new Set<Promise<unknown>>();
  const respond = async (c: Context<Environment>, viewer: McpViewer): Promise<Response> => {
    if (stopping?.aborted) throw createUnavailableError('The service is shutting down');
    const authInfo: AuthInfo = { token: '', clientId: viewer.id, scopes: [] };
    viewers.set(authInfo, viewer);
    const acceptsStream = negotiate(c);
    const problem = c.req.method === 'POST' ? await checkMessages(c.req.raw) : undefined;
    if (problem !== undefined) return c.json(problem);
    const result = handler.fetch(c.req.raw, { authInfo });
    const response = acceptsStream ? result : result.then(convertToJson);
    const trackedResponse = response.catch(() => undefined).finally(() => pendingRequests.delete(trackedResponse));
    pendingRequests.add(trackedResponse);
    return response;
  };
  // The streams of listening clients would stay open forever, so they are closed after the active requests are complete.
  stopping?.addEventListener('abort', () => void Promise.all(pendingRequests).then(() => handler.close()), {
    once: true,
  });

  app.use(MCP_PATH, checkHost(options.hosts ?? []), sendBrowsersToPage);
  const authenticateOrAdmit = authenticateOrAdmitAnonymous(store, authentication, tokens);
  app.on(['GET', 'POST', 'DELETE'], MCP_PATH, authenticateOrAdmit, respondToLargeBodies(limitBodySize), (c) => {
    const principal = c.get('principal') as Environment['Variables']['principal'] | undefined;
    if (principal?.access === 'capture') throw new HttpError('capture_key', ERRORS.capture_key[1]);
    if (principal?.application?.scopes.includes(READ_SCOPE) === false) {
      const headers = { 'www-authenticate': tokens.createChallenge(c, 'insufficient_scope') };
      throw new HttpError('insufficient_scope', `The access token does not have the scope ${READ_SCOPE}`, { headers });
    }
    const program = readProgram(c.req.header('user-agent'));
    return respond(
      c,
      principal ? createMemberViewer(store, principal, program) : createAnonymousViewer(store, program),
    );
  });
}

/**
 * Checks the media types of a request, and replaces its headers with the only values that the library accepts: it compares strings, requires clients
 * to accept both JSON and event streams, and does not support wildcards.
 * @returns whether the client accepts event streams
 * @throws HttpError
 */
function negotiate(c: Context<Environment>): boolean {
  const accept = c.req.header('accept');
  const acceptsStream = acceptsMediaType(accept, 'text/event-stream');
  if (!acceptsStream && !acceptsMediaType(accept, JSON_TYPE)) {
    const message = `The header Accept must allow ${JSON_TYPE} or text/event-stream (got ${quoteText(accept ?? '')})`;
    throw new HttpError('not_acceptable', message);
  }
  const { headers } = c.req.raw;
  headers.set('accept', `${JSON_TYPE}, text/event-stream`);
  if (c.req.method === 'POST') {
    const type = c.req.header('content-type');
    if (type === undefined) throw createMediaTypeError([JSON_TYPE], undefined);
    headers.set('content-type', selectMediaType(type, [JSON_TYPE]));
  }
  return acceptsStream;
}

/** Redirects browsers to the page that explains how to connect a client. Clients of the protocol accept event streams when they send a GET request. */
const sendBrowsersToPage: MiddlewareHandler<Environment> = async (c, next) => {
  const accept = c.req.header('accept') ?? '';
  const isBrowser = c.req.method === 'GET' && /\btext\/html\b/i.test(accept) && !/\bevent-stream\b/i.test(accept);
  return isBrowser ? c.redirect(SETUP_PATH, 303) : next();
};

function checkHost(hosts: readonly string[]): MiddlewareHandler<Environment> {
  return async (c, next) => {
    const errorBody = findHostRejection(
      { host: c.req.header('host'), origin: c.req.header('origin') },
      hosts,
      'mcp-hosts',
    );
    if (errorBody === undefined) return next();
    return c.json({ jsonrpc: '2.0', error: { code: SERVER_ERROR_CODE, message: errorBody }, id: null }, 403);
  };
}

/** Converts the error for a body over the size limit to a JSON-RPC error. */
function respondToLargeBodies(limitBodySize: MiddlewareHandler<Environment>): MiddlewareHandler<Environment> {
  return async (c, next) => {
    try {
      return await limitBodySize(c, next);
    } catch (error) {
      if (!(error instanceof HttpError) || error.code !== 'payload_too_large') throw error;
      return c.json({ jsonrpc: '2.0', error: { code: SERVER_ERROR_CODE, message: error.message }, id: null }, 413);
    }
  };
}

/** Authenticates clients with a key, and admits anonymous clients if at least one project allows them. */
function authenticateOrAdmitAnonymous(
  store: Store<AccessPorts>,
  authentication: AuthenticationOptions,
  tokens: AccessTokens,
): MiddlewareHandler<Environment> {
  const authenticateRequest = authenticate(store, authentication, tokens);
  return async (c, next) => {
    if (c.req.header('authorization') !== undefined) return authenticateRequest(c, next);
    const address = getClientAddress(c, authentication.trustProxy);
    const headers = authentication.limits.anonymous(address);
    if ((await store.accounts.anonymousProjects()).length === 0) {
      authentication.onFailure?.({ address, reason: 'no key' });
      throw new HttpError('unauthorized', 'An API key is required: Authorization: Bearer KEY', {
        headers: { ...headers, 'www-authenticate': tokens.createChallenge(c) },
      });
    }
    await runRequest(c, authentication.concurrency.anonymous.start(address), next);
    for (const [name, value] of Object.entries(headers)) c.res.headers.set(name, value);
  };
}
