import { hashSecret } from '../../platform/access/secrets.ts';
import { Form, SubmitButton } from '../../platform/pages/form.tsx';
import { PageFailure } from '../../platform/pages/page-failure.ts';
import type { Pages } from '../../platform/pages/pages.tsx';
import type { PlatformPorts } from '../../platform/ports.ts';
import { completeSignIn, getNext, type IdentifiedMember, type SignInStore } from './complete-sign-in.ts';

/** Adds the page of a sign-in link. Programs that scan emails open links, so the page only shows a form, and submitting the form signs the member in. */
export function addLinkPages(pages: Pages, store: SignInStore): void {
  pages.getPublic('/sign-in/link', async (request) => {
    const token = request.c.req.query('token') ?? '';
    await findLink(store, token, 'find');
    return {
      title: 'Sign in',
      body: (
        <Form request={request} action="/sign-in/link">
          <input type="hidden" name="token" value={token} />
          <input type="hidden" name="next" value={getNext(request)} />
          <p class="hint">The link works once. After that, you stay signed in with this browser.</p>
          <SubmitButton>Sign in</SubmitButton>
        </Form>
      ),
    };
  });
  pages.postPublic(
    '/sign-in/link',
    (request) => completeSignIn(store, request, (ports) => findLink(ports, request.form.token ?? '', 'use')),
    { isAttempt: true },
  );
}

/** Returns the member of a link. @throws PageFailure if the link cannot be used */
async function findLink(
  { oneTimeTokens }: Pick<PlatformPorts, 'oneTimeTokens'>,
  token: string,
  step: 'find' | 'use',
): Promise<IdentifiedMember> {
  const foundToken = await oneTimeTokens[step]('sign-in-link', hashSecret(token));
  const advice = 'Ask for a new one on the sign-in page, or ask the operator to run sign-in-link.';
  if (foundToken?.state === 'used') throw new PageFailure(410, `This link was already used. ${advice}`);
  if (foundToken?.state === 'expired') throw new PageFailure(410, `This link has expired. ${advice}`);
  if (!foundToken?.userId) throw new PageFailure(404, `There is no such link. Check that it is complete. ${advice}`);
  return { userId: foundToken.userId, method: foundToken.data === 'mail' ? 'mail' : 'link' };
}
