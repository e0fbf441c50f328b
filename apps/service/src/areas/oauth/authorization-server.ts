import type { KoaContextWithOIDC, Provider } from 'oidc-provider';
import { type AuthorizationServerOptions, createProviderConfiguration } from './provider-configuration.ts';

/** Maximum number of base URLs with a server. Without a configured base URL, each loopback origin at which requests arrive has its own server. */
const MAX_SERVERS = 4;

/** The authorization servers of all base URLs of the service. Usually, there is only one. */
export class AuthorizationServers {
  readonly #options: AuthorizationServerOptions;
  readonly #providers = new Map<string, Promise<Provider>>();

  constructor(options: AuthorizationServerOptions) {
    this.#options = options;
  }

  /** Returns the server of a base URL. */
  get(baseUrl: string): Promise<Provider> {
    const knownProvider = this.#providers.get(baseUrl);
    const provider = knownProvider ?? createProvider(baseUrl, this.#options);
    this.#providers.delete(baseUrl);
    this.#providers.set(baseUrl, provider);
    const [oldest] = this.#providers.keys();
    if (this.#providers.size > MAX_SERVERS && oldest !== undefined) this.#providers.delete(oldest);
    return provider;
  }
}

async function createProvider(baseUrl: string, options: AuthorizationServerOptions): Promise<Provider> {
  // The library is loaded on the first use, because commands and the threads of the database do not need it.
  const library = await import('oidc-provider');
  const provider = new library.Provider(baseUrl, createProviderConfiguration(baseUrl, options, library));
  provider.on('server_error', (_ctx, error) => options.report(error));
  // Errors that occur before the member's decision are shown on a page instead of sent to the client. Otherwise, this would be an open redirect:
  // anyone could register a client, and use a URL of this service with an invalid request to redirect browsers to any other site.
  provider.on('authorization.error', (ctx: KoaContextWithOIDC, error: object) => {
    if (ctx.oidc.route === 'authorization') Object.assign(error, { allow_redirect: false });
  });
  return provider;
}
