import { recordChange } from '../../platform/audit/record-change.ts';
import { PageFailure } from '../../platform/pages/page-failure.ts';
import type { Pages } from '../../platform/pages/pages.tsx';
import { keepBrowserSecret } from '../../platform/pages/session-cookies.ts';
import type { PlatformPorts } from '../../platform/ports.ts';
import { completeSignIn, getNext, type SignInStore } from './complete-sign-in.ts';
import { CALLBACK_PATH, type OpenIdPerson, type OpenIdSignIn } from './openid-sign-in.ts';
import type { SignInPorts } from './store.ts';

/** Adds the pages that redirect to the identity provider and back. */
export function addOpenIdPages(
  pages: Pages,
  store: SignInStore,
  openId: OpenIdSignIn,
  report: (error: unknown) => void,
): void {
  const failure = (error: unknown): never => {
    report(error);
    throw new PageFailure(502, `Signing in with ${openId.providerName} failed. Try again, or sign in another way.`);
  };
  // This is a link, because the Content-Security-Policy of the page does not allow a form to redirect to the provider.
  pages.getPublic(
    '/sign-in/openid',
    async (request) => {
      const browser = keepBrowserSecret(request.c, request.origin);
      const address = await openId.start(request.origin, browser, getNext(request)).catch(failure);
      return { redirectTo: address.href };
    },
    { isAttempt: true },
  );
  pages.getPublic(CALLBACK_PATH, async (request) => {
    const { c, origin } = request;
    const refusal = c.req.query('error');
    if (refusal !== undefined) {
      throw new PageFailure(403, `${openId.providerName} did not sign you in. Try again, or sign in another way.`);
    }
    const { search } = new URL(c.req.url);
    const browser = keepBrowserSecret(c, origin);
    const person = await openId.complete(new URL(`${CALLBACK_PATH}${search}`, origin), browser).catch(failure);
    if (!person) {
      throw new PageFailure(
        403,
        'This browser did not start this sign-in, or the sign-in was already completed. Sign in again.',
      );
    }
    const { requestId } = c.var;
    return completeSignIn(
      store,
      request,
      async (operations) => ({
        userId: await findMember(operations, person, openId.options.domains, requestId),
        method: 'openid',
      }),
      person.next,
    );
  });
}

/**
 * Returns the id of the member with an identity. At the first sign-in, the member is found by the email address that the provider has verified, or
 * created if the domain of the email address is allowed. Later, the email address is ignored, because a provider may reassign it to another person.
 * @throws PageFailure
 */
async function findMember(
  operations: PlatformPorts & SignInPorts,
  { issuer, subject, email }: OpenIdPerson,
  domains: readonly string[],
  requestId: string,
): Promise<string> {
  const knownUserId = await operations.openIdIdentities.find(issuer, subject);
  if (knownUserId !== undefined) return knownUserId;
  if (email === undefined) {
    throw new PageFailure(
      403,
      'Your identity provider has not verified your email address. Verify it there, and sign in again.',
    );
  }
  const isAllowed = domains.includes(email.slice(email.lastIndexOf('@') + 1).toLowerCase());
  const member = await operations.accounts.user(email);
  if (!member && !isAllowed) {
    throw new PageFailure(
      403,
      `${email} is not the email address of a member. Ask an owner of a project to invite you.`,
    );
  }
  const context = { actor: { kind: 'service' }, requestId } as const;
  const userId =
    member?.id ??
    (await recordChange(operations, context, { action: 'account.create', target: (id) => id }, () =>
      operations.accounts.createUser(email),
    ));
  await operations.openIdIdentities.add(issuer, subject, userId);
  return userId;
}
