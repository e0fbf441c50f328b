import type { Context } from 'hono';
import type { Principal } from '../../platform/access/accounts.ts';
import type { AccessTokens } from '../../platform/access/authenticate.ts';
import { getPageOrigin } from '../../platform/pages/page-origin.ts';
import type { AreaStore } from '../../platform/ports.ts';
import { AuthorizationServers } from './authorization-server.ts';
import { type ClientDocumentOptions, ClientDocuments } from './client-documents.ts';
import { getResource } from './provider-configuration.ts';
import { hashRecordId } from './record-adapter.ts';
import type { OAuthPorts } from './store.ts';

export interface ConnectedApplicationsOptions {
  /** Public URL of the service. Default: the origin of the request, if it is a loopback origin. */
  readonly publicUrl?: string | undefined;
  /** Options for fetching the metadata documents of clients. Only tests set these options. */
  readonly clientDocuments?: ClientDocumentOptions | undefined;
}

/** Paths of the protected resource metadata (RFC 9728). */
export const RESOURCE_METADATA_PATH = '/.well-known/oauth-protected-resource';

/** Connected applications: their access tokens, and the authorization server that issues them. */
export class ConnectedApplications implements AccessTokens {
  readonly servers: AuthorizationServers;
  readonly #store: AreaStore<OAuthPorts>;
  readonly #publicUrl: string | undefined;

  constructor(
    store: AreaStore<OAuthPorts>,
    report: (error: unknown) => void,
    { publicUrl, clientDocuments }: ConnectedApplicationsOptions = {},
  ) {
    this.#store = store;
    this.#publicUrl = publicUrl;
    this.servers = new AuthorizationServers({ store, report, documents: new ClientDocuments(clientDocuments) });
  }

  /** Returns the URL of the service for the client of a request; undefined if the service does not know its public URL. */
  findBaseUrl(c: Context): string | undefined {
    return getPageOrigin(c, this.#publicUrl);
  }

  async findPrincipal(c: Context, token: string): Promise<Principal | undefined> {
    const baseUrl = this.findBaseUrl(c);
    if (baseUrl === undefined) return undefined;
    const grant = await this.#store.connections.findByToken(hashRecordId('AccessToken', token), getResource(baseUrl));
    if (!grant) return undefined;
    const { connection, project, scopes, expiresAt } = grant;
    return {
      keyId: connection.id,
      userId: connection.userId,
      access: 'read-only',
      projectId: connection.projectId,
      expiresAt,
      lastUsedAt: connection.lastUsedAt,
      application: { clientName: connection.clientName, scopes, project },
    };
  }

  recordUse({ keyId }: Principal, at: string): Promise<void> {
    return this.#store.connections.recordUse(keyId, at);
  }

  createChallenge(c: Context, error?: 'invalid_token' | 'insufficient_scope'): string {
    const baseUrl = this.findBaseUrl(c);
    if (baseUrl === undefined) return 'Bearer';
    const parameters = {
      ...(error === undefined ? {} : { error }),
      resource_metadata: `${baseUrl}${RESOURCE_METADATA_PATH}/mcp`,
      scope: 'mcp:read',
    };
    return `Bearer ${Object.entries(parameters)
      .map(([name, value]) => `${name}="${value}"`)
      .join(', ')}`;
  }
}
