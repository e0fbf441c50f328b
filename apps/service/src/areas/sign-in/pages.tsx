import { hashKey } from '../../platform/access/api-keys.ts';
import { hashSecret } from '../../platform/access/secrets.ts';
import type { SignInMethod } from '../../platform/access/sessions.ts';
import { LinkButton, Section } from '../../platform/pages/elements.tsx';
import { ErrorSummary, type FieldError, Form, SubmitButton, TextField } from '../../platform/pages/form.tsx';
import { HOME, parseNextPath } from '../../platform/pages/next-path.ts';
import type { PageContent, PageRequest, Redirect } from '../../platform/pages/page.ts';
import { PageFailure } from '../../platform/pages/page-failure.ts';
import type { Pages } from '../../platform/pages/pages.tsx';
import { endSession, forgetSession, startSession } from '../../platform/pages/start-session.ts';
import type { AreaStore, PlatformPorts } from '../../platform/ports.ts';

/** Adds the pages with which people sign in and out. */
export function addSignInPages(pages: Pages, store: AreaStore): void {
  pages.getPublic('/sign-in', (request) => {
    if (request.session) return { redirectTo: getNext(request) };
    return createSignInPage(request, []);
  });
  pages.postPublic(
    '/sign-in/key',
    async (request) => {
      const principal = await store.accounts.principal(hashKey(request.form['api-key']?.trim() ?? ''));
      if (principal?.access === 'full' && principal.projectId === null) {
        return signIn(store, request, async () => ({ userId: principal.userId, method: 'key' }));
      }
      const message = principal
        ? 'This key is limited to some rights or one project. Paste a full key that can access all of your projects'
        : 'The key is unknown, expired or revoked. Paste a key that works, or ask the operator for a link';
      return createSignInPage(request, [{ field: 'api-key', message }]);
    },
    { isAttempt: true },
  );
  addLinkPages(pages, store);
  pages.post('/sign-out', async (request) => {
    const { c, session } = request;
    await store.transaction((operations) =>
      endSession(operations, { c, userId: session.userId, sessionId: session.id, by: session.id }),
    );
    forgetSession(request);
    return { redirectTo: '/sign-in' };
  });
}

function addLinkPages(pages: Pages, store: AreaStore): void {
  // Programs that scan mails open links. So the link only shows a form, and the form uses the link.
  pages.getPublic('/sign-in/link', async (request) => {
    const token = request.c.req.query('token') ?? '';
    await findLink(store, token, 'find');
    return {
      title: 'Sign in',
      body: (
        <Form request={request} action="/sign-in/link" class="narrow">
          <input type="hidden" name="token" value={token} />
          <input type="hidden" name="next" value={getNext(request)} />
          <p>The link works once. After that, you stay signed in on this browser.</p>
          <SubmitButton>Sign in</SubmitButton>
        </Form>
      ),
    };
  });
  pages.postPublic(
    '/sign-in/link',
    (request) => signIn(store, request, (operations) => findLink(operations, request.form.token ?? '', 'use')),
    { isAttempt: true },
  );
}

/** Returns the member of a link. @throws PageFailure if the link cannot be used */
async function findLink(
  { oneTimeTokens }: Pick<PlatformPorts, 'oneTimeTokens'>,
  token: string,
  step: 'find' | 'use',
): Promise<{ userId: string; method: SignInMethod }> {
  const found = await oneTimeTokens[step]('sign-in-link', hashSecret(token));
  const advice = 'Ask for a new one on the sign-in page, or ask the operator to run sign-in-link.';
  if (found?.state === 'used') throw new PageFailure(410, `This link was used already. ${advice}`);
  if (found?.state === 'expired') throw new PageFailure(410, `This link has expired. ${advice}`);
  if (!found?.userId) throw new PageFailure(404, `There is no such link. Check that it is complete. ${advice}`);
  return { userId: found.userId, method: found.data === 'mail' ? 'mail' : 'link' };
}

/** Signs a member in and leads to the next page. @param identify finds the member in the transaction that creates the session */
async function signIn(
  store: AreaStore,
  request: PageRequest,
  identify: (operations: PlatformPorts) => Promise<{ readonly userId: string; readonly method: SignInMethod }>,
): Promise<Redirect> {
  const handOver = await store.transaction(async (operations) => {
    const { userId, method } = await identify(operations);
    return startSession(operations, request, userId, method);
  });
  handOver();
  return { redirectTo: getNext(request) };
}

/** Returns the page to which a sign-in leads. */
function getNext({ c, form, origin }: PageRequest): string {
  return parseNextPath(form.next ?? c.req.query('next'), origin);
}

function createSignInPage(request: PageRequest, errors: readonly FieldError[]): PageContent {
  const next = getNext(request);
  return {
    title: 'Sign in',
    status: errors.length > 0 ? 422 : 200,
    body: (
      <div class="narrow">
        <ErrorSummary errors={errors} />
        <Section title="With an API key">
          <Form request={request} action="/sign-in/key">
            <input type="hidden" name="next" value={next} />
            <TextField
              label="API key"
              name="api-key"
              type="password"
              hint="A full key of yours. It is used once, and not stored in the browser."
              errors={errors}
              required
            />
            <SubmitButton>Sign in with the key</SubmitButton>
          </Form>
        </Section>
        <Section title="Without a key">
          <p>Ask the operator of the service to print a link for you:</p>
          <p>
            <code>context-sync-service sign-in-link you@example.com</code>
          </p>
        </Section>
        {next !== HOME && <LinkButton href="/sign-in">Sign in without going back to the page</LinkButton>}
      </div>
    ),
  };
}
