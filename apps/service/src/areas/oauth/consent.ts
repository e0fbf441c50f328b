import type { Context } from 'hono';
import type { Provider } from 'oidc-provider';
import type { Project } from '../../platform/access/accounts.ts';
import type { Environment } from '../../platform/access/request-environment.ts';
import { recordChange } from '../../platform/audit/record-change.ts';
import { createId } from '../../platform/database/new-id.ts';
import { getNow } from '../../platform/database/sql.ts';
import { createNodeExchange } from '../../platform/http/node-handler.ts';
import { getResource } from './provider-configuration.ts';
import { hashRecordId } from './record-adapter.ts';
import type { OAuthServices } from './services.ts';
import { parseScopes } from './sql.ts';
import type { ApplicationConnection, ApplicationScope } from './store.ts';

/** Time in milliseconds for which the registration of a connected client is kept. It is extended with each new connection. */
const CLIENT_LIFETIME_MS = 365 * 86_400_000;

/** The client of an authorization request, as the consent page shows it. */
export interface RequestingClient {
  readonly id: string;
  /** Name that the client reports. */
  readonly name: string;
  /** Host that has published the metadata document of the client; undefined for a dynamically registered client, whose name is not verified. */
  readonly documentHost: string | undefined;
  /** Origin to which the browser is redirected after the decision, or the custom URI scheme of a native application. */
  readonly redirectTarget: string;
  readonly isOnThisMachine: boolean;
}

/** An authorization request that waits for the decision of a member. */
export interface ConsentRequest {
  readonly client: RequestingClient;
  readonly scopes: readonly ApplicationScope[];
}

/** The decision of a member. */
export type Decision =
  | { readonly isAllowed: false }
  | { readonly isAllowed: true; readonly userId: string; readonly sessionId: string; readonly project: Project };

/** Stores the decisions of members about authorization requests. */
export class Consents {
  readonly #services: OAuthServices;

  constructor(services: OAuthServices) {
    this.#services = services;
  }

  /**
   * Returns the authorization request that the browser has started; undefined if the request does not exist, has expired, or was started by another
   * browser.
   */
  async find(c: Context<Environment>, baseUrl: string): Promise<ConsentRequest | undefined> {
    const provider = await this.#services.connectedApplications.servers.get(baseUrl);
    const interaction = await findInteraction(provider, c);
    const client = interaction && (await provider.Client.find(String(interaction.params.client_id)));
    if (!client) return undefined;
    const { clientId, clientName } = client;
    const documentHost = clientId.startsWith('https://') ? new URL(clientId).host : undefined;
    const redirect = new URL(String(interaction.params.redirect_uri));
    const isOnTheWeb = redirect.protocol === 'https:';
    return {
      client: {
        id: clientId,
        name: clientName ?? documentHost ?? redirect.host,
        documentHost,
        redirectTarget: redirect.protocol === 'http:' || isOnTheWeb ? redirect.origin : redirect.protocol,
        isOnThisMachine: !isOnTheWeb,
      },
      scopes: parseScopes(String(interaction.params.scope ?? '')),
    };
  }

  /**
   * Stores a decision.
   * @returns the URL to which the browser is redirected
   */
  async decide(c: Context<Environment>, baseUrl: string, request: ConsentRequest, decision: Decision): Promise<string> {
    const provider = await this.#services.connectedApplications.servers.get(baseUrl);
    const { request: incoming, response } = createExchange(c);
    if (!decision.isAllowed) {
      const result = { error: 'access_denied', error_description: 'The member has denied the access' };
      return provider.interactionResult(incoming, response, result);
    }
    const grantId = await this.#connect(c, baseUrl, request, decision);
    const login = { accountId: decision.userId, remember: false };
    return provider.interactionResult(incoming, response, { login, consent: { grantId } });
  }

  async #connect(
    c: Context<Environment>,
    baseUrl: string,
    { client, scopes }: ConsentRequest,
    { userId, sessionId, project }: Extract<Decision, { isAllowed: true }>,
  ): Promise<string> {
    const { store } = this.#services;
    const connection: Omit<ApplicationConnection, 'lastUsedAt'> = {
      id: createId('con'),
      userId,
      projectId: project.id,
      clientId: client.id,
      clientName: client.name,
      clientHost: client.documentHost ?? client.redirectTarget,
      scope: scopes.join(' '),
      resource: getResource(baseUrl),
      createdAt: getNow(),
    };
    const actor = { kind: 'member', userId, keyId: sessionId } as const;
    const clientExpiry = new Date(Date.now() + CLIENT_LIFETIME_MS).toISOString();
    await store.transaction(async (operations) => {
      const change = { action: 'connection.create', project, target: connection.id } as const;
      await recordChange(operations, { actor, requestId: c.get('requestId') }, change, async () => {
        await operations.connections.create(connection);
        return true;
      });
      await operations.authorizationRecords.extend(hashRecordId('Client', client.id), clientExpiry);
    });
    return connection.id;
  }
}

/**
 * The library finds the authorization request by a cookie of the browser that has started it, so that no one can decide about the request of another
 * person.
 */
async function findInteraction(provider: Provider, c: Context<Environment>) {
  const { request, response } = createExchange(c);
  const interaction = await provider.interactionDetails(request, response).catch(() => undefined);
  return interaction?.uid === c.req.param('uid') ? interaction : undefined;
}

function createExchange(c: Context<Environment>) {
  return createNodeExchange(c.req.raw, { isSecure: false });
}
