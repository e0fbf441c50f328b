import { once } from 'node:events';
import { createServer } from 'node:http';
import Provider from 'oidc-provider';
import { onTestFinished } from 'vitest';
import { findFreePort } from '../../testing/free-port.fixture.ts';

/** The person who is signed in at the provider. */
export interface ProviderAccount {
  sub: string;
  email: string;
  email_verified: boolean;
}

export const CLIENT = { clientId: 'context-sync', clientSecret: 'a secret of the service at the provider' };

/** Starts a real OpenID provider on loopback until the end of the test. One person is signed in there and accepts every request. */
export async function startOpenIdProvider(redirectUri: string) {
  const account: ProviderAccount = { sub: 'ann', email: 'ann@example.com', email_verified: true };
  const port = await findFreePort();
  const issuer = `http://127.0.0.1:${port}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.clientId,
        client_secret: CLIENT.clientSecret,
        redirect_uris: [redirectUri],
        // The tests use no TLS on loopback.
        application_type: 'web',
      },
    ],
    claims: { email: ['email', 'email_verified'] },
    features: { devInteractions: { enabled: false } },
    findAccount: (_context, sub) => ({ accountId: sub, claims: async () => ({ ...account }) }),
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    async loadExistingGrant({ oidc }) {
      const grant = new provider.Grant({ accountId: account.sub, clientId: CLIENT.clientId });
      grant.addOIDCScope(String(oidc.params?.scope ?? ''));
      await grant.save();
      return grant;
    },
    cookies: { keys: ['for tests'] },
  });
  const respond = provider.callback();
  const server = createServer((request, response) => {
    if (!request.url?.startsWith('/interaction/')) return void respond(request, response);
    void provider.interactionFinished(request, response, { login: { accountId: account.sub } });
  }).listen(port, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => new Promise<void>((resolve) => void server.close(() => resolve())));

  /** Follows the redirects of the provider, as a browser does, until one leads back to the service. @returns the URL of the service */
  const follow = async (start: string): Promise<URL> => {
    const cookies = new Map<string, string>();
    let url = new URL(start);
    for (let redirects = 0; url.origin === issuer && redirects < 10; redirects += 1) {
      const cookie = [...cookies].map((each) => each.join('=')).join('; ');
      const response = await fetch(url, { redirect: 'manual', headers: { cookie } });
      for (const each of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(each) ?? [];
        cookies.set(name, value);
      }
      url = new URL(response.headers.get('location') ?? '', url);
    }
    return url;
  };
  return { issuer, account, follow };
}
