import type { Mailer } from '../../platform/mail/mailer.ts';
import { LinkButton, State } from '../../platform/pages/elements.tsx';
import type { FieldError } from '../../platform/pages/form.tsx';
import type { PageContent, PageRequest } from '../../platform/pages/page.ts';
import type { Pages } from '../../platform/pages/pages.tsx';
import { TokenBuckets } from '../../platform/rate-limit/token-buckets.ts';
import { getNext, type SignInStore } from './complete-sign-in.ts';
import { createSignInLink, LINK_LIFETIME_MS } from './sign-in-links.ts';

/** Rate limit of emailed links per email address, so that no one can flood a mailbox. */
const MAILS_PER_ADDRESS = { requests: 5, window: 3_600 };

export interface SendLinks {
  readonly store: SignInStore;
  readonly mailer: Mailer;
  readonly report: (error: unknown) => void;
}

/** Adds the form that sends a sign-in link by email. The response is the same for every email address, so that no one can find out who is a member. */
export function addMailPages(
  pages: Pages,
  services: SendLinks,
  showErrors: (request: PageRequest, errors: readonly FieldError[]) => PageContent,
): void {
  const buckets = new TokenBuckets(MAILS_PER_ADDRESS);
  pages.postPublic(
    '/sign-in/mail',
    async (request) => {
      const email = request.form.email?.trim() ?? '';
      if (!/^[^\s@]+@[^\s@]+$/.test(email)) {
        return showErrors(request, [{ field: 'email', message: 'Enter an email address, such as name@example.com' }]);
      }
      if (services.mailer.isEnabled && buckets.take(email.toLowerCase()).granted) {
        // The page does not wait for the email, because the response time would reveal whether the email address is that of a member.
        sendLink(services, request, email).catch(services.report);
      }
      return {
        title: 'Check your mail',
        body: (
          <State icon="mail" title="A link is on its way">
            <p>{`If ${email} is the email address of a member, an email with a link arrives within a minute. It works once, for ${LINK_LIFETIME_MS / 60_000} minutes, in this browser or another one.`}</p>
            <LinkButton href="/sign-in">Sign in another way</LinkButton>
          </State>
        ),
      };
    },
    { isAttempt: true },
  );
}

async function sendLink({ store, mailer, report }: SendLinks, request: PageRequest, email: string): Promise<void> {
  const user = await store.accounts.user(email);
  if (!user || user.revokedAt !== null) return;
  const path = await createSignInLink(store, { userId: user.id, method: 'mail', next: getNext(request) });
  const result = await mailer.send({
    to: user.email,
    subject: 'Sign in to Context Sync',
    lines: ['With this link, you sign in once:'],
    link: { text: 'Sign in', url: new URL(path, request.origin).href },
    closing: [
      `It is valid for ${LINK_LIFETIME_MS / 60_000} minutes. If you did not ask for it, ignore this email: no one is signed in without the link.`,
    ],
  });
  if (!result.sent) report(new Error(`a link to sign in was not sent: ${result.reason}`));
}
