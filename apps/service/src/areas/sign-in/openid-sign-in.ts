import { isLoopback } from '@context-sync/core';
import type * as OpenIdClient from 'openid-client';
import { z } from 'zod';
import type { OneTimeTokenPorts } from '../../platform/access/one-time-tokens.ts';
import { hashSecret } from '../../platform/access/secrets.ts';

/** Settings of the identity provider. */
export interface OpenIdOptions {
  /** Issuer URL, below which the provider publishes its configuration. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Domains of email addresses for which accounts are created. People with other domains can sign in only if they are members. */
  readonly domains: readonly string[];
}

/** The claims of the identity provider about a person. */
export interface OpenIdPerson {
  readonly issuer: string;
  readonly subject: string;
  /** Email address that the provider has verified; undefined if it is not verified. */
  readonly email: string | undefined;
  /** Page that opens after the sign-in. */
  readonly next: string;
}

/** Path of the redirect URI, which must be registered at the provider. */
export const CALLBACK_PATH = '/sign-in/openid/callback';
/** Maximum time in milliseconds of a sign-in at the provider. */
const LIFETIME_MS = 600_000;
const TIMEOUT_SECONDS = 10;
const startedSchema = z.object({ nonce: z.string(), verifier: z.string(), next: z.string() });
const claimsSchema = z.looseObject({
  sub: z.string().min(1),
  email: z.string().optional(),
  email_verified: z.boolean().optional(),
});

/** The library and the configuration of the provider. */
interface ConfiguredClient {
  readonly client: typeof OpenIdClient;
  readonly configuration: OpenIdClient.Configuration;
}

/** Sign-in with an identity provider by OpenID Connect: the authorization code flow with PKCE, state and nonce. */
export class OpenIdSignIn {
  readonly options: OpenIdOptions;
  readonly #store: OneTimeTokenPorts;
  #configured: Promise<ConfiguredClient> | undefined;

  constructor(store: OneTimeTokenPorts, options: OpenIdOptions) {
    this.#store = store;
    this.options = options;
  }

  /** Display name of the provider. */
  get providerName(): string {
    return new URL(this.options.issuer).host;
  }

  /**
   * Starts a sign-in.
   * @param browser secret of the browser; only this browser can complete the sign-in
   * @returns URL of the provider to which the browser is redirected
   * @throws Error if the provider cannot be reached
   */
  async start(origin: string, browser: string, next: string): Promise<URL> {
    const { client, configuration } = await this.#configure();
    const [state, nonce, verifier] = [client.randomState(), client.randomNonce(), client.randomPKCECodeVerifier()];
    await this.#store.oneTimeTokens.create({
      hash: hashSecret(`${state} ${browser}`),
      kind: 'openid',
      userId: null,
      data: JSON.stringify({ nonce, verifier, next }),
      lifetimeMs: LIFETIME_MS,
    });
    return client.buildAuthorizationUrl(configuration, {
      redirect_uri: new URL(CALLBACK_PATH, origin).href,
      scope: 'openid email',
      state,
      nonce,
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });
  }

  /**
   * Completes a sign-in.
   * @param callback URL to which the provider has redirected the browser
   * @returns undefined if this browser has not started the sign-in, or the sign-in was completed already
   * @throws Error if the response of the provider is invalid
   */
  async complete(callback: URL, browser: string): Promise<OpenIdPerson | undefined> {
    const state = callback.searchParams.get('state') ?? '';
    const token = await this.#store.oneTimeTokens.use('openid', hashSecret(`${state} ${browser}`));
    if (token?.state !== 'valid') return undefined;
    const { nonce, verifier, next } = startedSchema.parse(JSON.parse(token.data));
    const { client, configuration } = await this.#configure();
    const tokens = await client.authorizationCodeGrant(configuration, callback, {
      expectedNonce: nonce,
      expectedState: state,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
    });
    const claims = claimsSchema.parse(await this.#readClaims({ client, configuration }, tokens));
    return {
      issuer: configuration.serverMetadata().issuer,
      subject: claims.sub,
      email: claims.email_verified === true ? claims.email : undefined,
      next,
    };
  }

  /** Returns the claims of the ID token. If the ID token contains no email address, adds the claims of the userinfo endpoint. */
  async #readClaims(
    { client, configuration }: ConfiguredClient,
    tokens: OpenIdClient.TokenEndpointResponse & OpenIdClient.TokenEndpointResponseHelpers,
  ): Promise<object> {
    const claims = tokens.claims();
    if (!claims) throw new Error('the identity provider returned no ID token');
    if (claims.email !== undefined || configuration.serverMetadata().userinfo_endpoint === undefined) return claims;
    return { ...claims, ...(await client.fetchUserInfo(configuration, tokens.access_token, claims.sub)) };
  }

  /** Reads the configuration of the provider once. After a failure, the next sign-in reads it again. */
  #configure(): Promise<ConfiguredClient> {
    this.#configured ??= this.#discover().catch((error: unknown) => {
      this.#configured = undefined;
      throw error;
    });
    return this.#configured;
  }

  async #discover(): Promise<ConfiguredClient> {
    const { issuer, clientId, clientSecret } = this.options;
    const server = new URL(issuer);
    const isLocal = server.protocol === 'http:' && isLoopback(server.hostname);
    const client = await import('openid-client');
    const configuration = await client.discovery(server, clientId, clientSecret, undefined, {
      timeout: TIMEOUT_SECONDS,
      ...(isLocal && { execute: [client.allowInsecureRequests] }),
    });
    return { client, configuration };
  }
}
