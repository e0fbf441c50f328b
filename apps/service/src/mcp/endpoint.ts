import { type AuthInfo, createMcpHandler, type McpServer } from '@modelcontextprotocol/server';
import type { Context, MiddlewareHandler } from 'hono';
import { clientAddress } from '../access/address.ts';
import { hostRejection } from '../access/allowed-hosts.ts';
import { type AuthenticationOptions, authenticate } from '../access/authenticate.ts';
import type { App, Environment } from '../access/environment.ts';
import { HttpError } from '../errors/errors.ts';
import { unavailable } from '../errors/unavailable.ts';
import { Descriptions } from '../parsing/descriptions.ts';
import type { Parsers } from '../parsing/parsers.ts';
import type { Store } from '../store/store.ts';
import { mcpServer } from './mcp-server.ts';
import { anonymousViewer, memberViewer, type Viewer } from './viewer.ts';

const PATH = '/mcp';
/** Bytes. The largest arguments are a question. */
const MAX_BODY_BYTES = 262_144;
/** JSON-RPC's code for what a server refuses in its own way. */
const REFUSED = -32_000;

export interface McpOptions {
  /** Names under which the service is reached, without port, beside loopback. */
  readonly hosts?: readonly string[];
  /** Adds to every server, for tests that need tools which are not ours. */
  readonly extend?: (server: McpServer) => void;
}

interface Surroundings {
  readonly store: Store;
  readonly parsers: Parsers;
  readonly limited: AuthenticationOptions;
  readonly report: (error: unknown) => void;
  readonly stopping?: AbortSignal | undefined;
}

/**
 * The MCP server over streamable HTTP, for the stateless revision of the protocol and for those before it. It keeps nothing between
 * requests, so that any process can answer any of them.
 */
export function mcpEndpoint(
  app: App,
  { store, parsers, limited, report, stopping }: Surroundings,
  options: McpOptions,
): void {
  const parts = { store, descriptions: new Descriptions(store, parsers), report };
  // What the library hands on is the very object that it was given.
  const viewers = new WeakMap<AuthInfo, Viewer>();
  const handler = createMcpHandler(
    ({ authInfo }) => {
      const viewer = authInfo && viewers.get(authInfo);
      if (!viewer) throw new Error('an MCP request came in without a viewer');
      const server = mcpServer(parts, viewer);
      options.extend?.(server);
      return server;
    },
    { maxRequestBodySize: MAX_BODY_BYTES },
  );

  const underWay = new Set<Promise<unknown>>();
  const answer = async (c: Context<Environment>, viewer: Viewer): Promise<Response> => {
    if (stopping?.aborted) throw unavailable('The service is shutting down');
    const authInfo: AuthInfo = { token: '', clientId: viewer.id, scopes: [] };
    viewers.set(authInfo, viewer);
    const response = handler.fetch(c.req.raw, { authInfo });
    const settled = response.catch(() => undefined).finally(() => underWay.delete(settled));
    underWay.add(settled);
    return response;
  };
  // Streams on which a client listens would stay open for good; what was asked is answered first.
  stopping?.addEventListener('abort', () => void Promise.all(underWay).then(() => handler.close()), { once: true });

  app.use(PATH, checkHost(options.hosts ?? []));
  app.on(['GET', 'POST', 'DELETE'], PATH, letIn(store, limited), (c) => {
    const caller = c.get('caller') as Environment['Variables']['caller'] | undefined;
    return answer(c, caller ? memberViewer(store, caller) : anonymousViewer(store));
  });
}

function checkHost(hosts: readonly string[]): MiddlewareHandler<Environment> {
  return async (c, next) => {
    const refusal = hostRejection({ host: c.req.header('host'), origin: c.req.header('origin') }, hosts, 'mcp-hosts');
    if (refusal === undefined) return next();
    return c.json({ jsonrpc: '2.0', error: { code: REFUSED, message: refusal }, id: null }, 403);
  };
}

/** Lets in who has a good key; and who has none, as long as there is a project that is open to them. */
function letIn(store: Store, limited: AuthenticationOptions): MiddlewareHandler<Environment> {
  const withKey = authenticate(store, limited);
  return async (c, next) => {
    if (c.req.header('authorization') !== undefined) return withKey(c, next);
    const headers = limited.limits.anonymous(clientAddress(c, limited.trustProxy));
    if ((await store.accounts.anonymousProjects()).length === 0) {
      limited.onFailure?.({ address: clientAddress(c, limited.trustProxy), reason: 'no key' });
      throw new HttpError('unauthorized', 'An API key is needed: Authorization: Bearer KEY', { headers });
    }
    await next();
    for (const [name, value] of Object.entries(headers)) c.res.headers.set(name, value);
  };
}
