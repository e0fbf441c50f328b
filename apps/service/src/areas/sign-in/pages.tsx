import { hashKey } from '../../platform/access/api-keys.ts';
import { LinkButton, Notice, Section } from '../../platform/pages/elements.tsx';
import { ErrorSummary, type FieldError, Form, SubmitButton, TextField } from '../../platform/pages/form.tsx';
import type { PageContent, PageRequest } from '../../platform/pages/page.ts';
import type { Pages } from '../../platform/pages/pages.tsx';
import { endSession, forgetSession } from '../../platform/pages/start-session.ts';
import { completeSignIn, getNext, type SignInStore } from './complete-sign-in.ts';
import { addLinkPages } from './link-pages.tsx';
import { addMailPages, type SendLinks } from './mail-pages.tsx';
import { addOpenIdPages } from './openid-pages.ts';
import type { OpenIdSignIn } from './openid-sign-in.ts';
import { supportsPasskeys } from './passkey-ceremonies.ts';
import { addPasskeyPages } from './passkey-pages.tsx';

export interface SignInServices extends SendLinks {
  readonly store: SignInStore;
  /** Sign-in with an identity provider; undefined if it is not configured. */
  readonly openId: OpenIdSignIn | undefined;
}

/** Adds the pages with which members sign in and out. */
export function addSignInPages(pages: Pages, services: SignInServices): void {
  const { store, openId, report } = services;
  pages.getPublic('/sign-in', (request) =>
    request.session ? { redirectTo: getNext(request) } : createSignInPage(services, request, []),
  );
  pages.postPublic(
    '/sign-in/key',
    async (request) => {
      const principal = await store.accounts.principal(hashKey(request.form['api-key']?.trim() ?? ''));
      if (principal?.access === 'full' && principal.projectId === null) {
        return completeSignIn(store, request, async () => ({ userId: principal.userId, method: 'key' }));
      }
      const message = principal
        ? 'This key is limited to some rights or one project. Paste a full key that can access all of your projects'
        : 'The key is unknown, expired or revoked. Paste a key that works, or ask the operator for a link';
      return createSignInPage(services, request, [{ field: 'api-key', message }]);
    },
    { isAttempt: true },
  );
  addLinkPages(pages, store);
  addMailPages(pages, services, (request, errors) => createSignInPage(services, request, errors));
  addPasskeyPages(pages, store);
  if (openId) addOpenIdPages(pages, store, openId, report);
  pages.post('/sign-out', async (request) => {
    const { c, session } = request;
    await store.transaction((operations) =>
      endSession(operations, { c, userId: session.userId, sessionId: session.id, by: session.id }),
    );
    forgetSession(request);
    return { redirectTo: '/sign-in?done=signed-out' };
  });
}

function createSignInPage(
  { mailer, openId }: SignInServices,
  request: PageRequest,
  errors: readonly FieldError[],
): PageContent {
  const next = <input type="hidden" name="next" value={getNext(request)} />;
  return {
    title: 'Sign in',
    status: errors.length > 0 ? 422 : 200,
    body: (
      <>
        <ErrorSummary errors={errors} />
        {request.c.req.query('done') === 'signed-out' && (
          <Notice kind="success">
            <p>You are signed out.</p>
          </Notice>
        )}
        {openId && (
          <p class="section">
            <LinkButton kind="primary" href={`/sign-in/openid?next=${encodeURIComponent(getNext(request))}`}>
              {`Sign in with ${openId.providerName}`}
            </LinkButton>
          </p>
        )}
        {mailer.isEnabled && (
          <Section title="With a link by email">
            <Form request={request} action="/sign-in/mail">
              {next}
              <TextField
                label="Email address"
                name="email"
                type="email"
                autocomplete="email"
                value={request.form.email}
                errors={errors}
                required
              />
              <SubmitButton icon="mail">Send a link</SubmitButton>
            </Form>
          </Section>
        )}
        {supportsPasskeys(request.origin) && (
          <Section title="With a passkey">
            <Form request={request} action="/sign-in/passkey">
              {next}
              <SubmitButton kind="secondary" icon="fingerprint">
                Sign in with a passkey
              </SubmitButton>
            </Form>
          </Section>
        )}
        <Section title="With an API key">
          <Form request={request} action="/sign-in/key">
            {next}
            <TextField
              label="API key"
              name="api-key"
              type="password"
              hint="A full key of yours. It is used once, and the browser does not store it."
              errors={errors}
              required
            />
            <SubmitButton kind="secondary" icon="key-round">
              Sign in with the key
            </SubmitButton>
          </Form>
        </Section>
        <Section title="None of these?">
          <p>Ask the operator of the service to print a link for you, with this command:</p>
          <p>
            <code>context-sync-service sign-in-link you@example.com</code>
          </p>
        </Section>
      </>
    ),
  };
}
