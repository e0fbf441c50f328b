import { createHash } from 'node:crypto';
import type { Context } from 'hono';
import type { App, Environment } from '../../platform/access/request-environment.ts';
import { HttpError } from '../../platform/errors/errors.ts';
import { SERVER_IDENTITY } from '../../platform/mcp/mcp-server.ts';
import { getPageOrigin } from '../../platform/pages/page-origin.ts';

const CARD_TYPE = 'application/mcp-server-card+json';
const CATALOG_TYPE = 'application/ai-catalog+json';
const CARD_SCHEMA = 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json';
/** CORS headers: the documents are public, and scripts of other sites may read them (SEP-2127). */
const PUBLIC_HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET',
  'access-control-allow-headers': 'Content-Type, If-None-Match',
  'access-control-expose-headers': 'ETag',
  'cache-control': 'public, max-age=3600',
} as const;

/** Adds the documents with which clients find the MCP server: its card (SEP-2127), and the AI catalog of the host, which links to the card. */
export function addDiscoveryRoutes(app: App, publicUrl: string | undefined): void {
  const addDocument = (path: string, type: string, describe: (origin: string) => object) => {
    app.get(path, (c) => respond(c, type, describe(requireOrigin(c, publicUrl))));
    app.options(path, (c) => c.body(null, 204, PUBLIC_HEADERS));
  };
  addDocument('/mcp/server-card', CARD_TYPE, describeServer);
  addDocument('/.well-known/ai-catalog.json', CATALOG_TYPE, describeCatalog);
}

function describeServer(origin: string) {
  const { name, title, version } = SERVER_IDENTITY;
  return {
    $schema: CARD_SCHEMA,
    name: `${new URL(origin).hostname.split('.').toReversed().join('.')}/${name}`,
    title,
    description: 'Answers questions about an API from its docs, its OpenAPI document and its traffic.',
    version,
    websiteUrl: `${origin}/mcp/setup`,
    remotes: [{ type: 'streamable-http', url: `${origin}/mcp` }],
  };
}

function describeCatalog(origin: string) {
  const identifier = `urn:air:${new URL(origin).hostname}:mcp:${SERVER_IDENTITY.name}`;
  return { specVersion: '1.0', entries: [{ identifier, type: CARD_TYPE, url: `${origin}/mcp/server-card` }] };
}

function respond(c: Context<Environment>, type: string, document: object): Response {
  const body = JSON.stringify(document);
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  const headers = { ...PUBLIC_HEADERS, etag };
  if (c.req.header('if-none-match') === etag) return c.body(null, 304, headers);
  return c.body(body, 200, { ...headers, 'content-type': type });
}

/** @throws HttpError if the service does not know its public URL */
function requireOrigin(c: Context<Environment>, publicUrl: string | undefined): string {
  const origin = getPageOrigin(c, publicUrl);
  if (origin !== undefined) return origin;
  throw new HttpError(
    'not_found',
    'Clients can find the MCP server only after the operator has set the URL of the service: serve --public-url https://sync.example.com',
  );
}
