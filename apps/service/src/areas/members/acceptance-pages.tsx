import type { User } from '../../platform/access/accounts.ts';
import { hashSecret } from '../../platform/access/secrets.ts';
import type { AuditContext } from '../../platform/audit/record-change.ts';
import { recordChange } from '../../platform/audit/record-change.ts';
import { StoreInputError } from '../../platform/database/store-input-error.ts';
import { ERRORS, HttpError } from '../../platform/errors/errors.ts';
import { LinkButton } from '../../platform/pages/elements.tsx';
import { Form, SubmitButton, TextField } from '../../platform/pages/form.tsx';
import { formatSignInPath } from '../../platform/pages/next-path.ts';
import type { PageContent, PageRequest, Redirect } from '../../platform/pages/page.ts';
import { PageFailure } from '../../platform/pages/page-failure.ts';
import type { Pages } from '../../platform/pages/pages.tsx';
import { startSession } from '../../platform/pages/start-session.ts';
import type { PlatformPorts } from '../../platform/ports.ts';
import { acceptInvite, createUnknownInviteError, UNUSABLE_INVITES } from './accept-invite.ts';
import type { MemberServices } from './services.ts';
import type { FoundInvite, InvitePorts } from './store.ts';

const MAX_NAME_LENGTH = 100;

/** Adds the page on which a person accepts an invite. */
export function addAcceptancePages(pages: Pages, { store }: MemberServices): void {
  pages.getPublic('/invites/:token', async (request) => {
    const invite = await findInvite(store, getToken(request));
    const account = await findAccount(store, invite.email);
    return showInvite(request, invite, account !== undefined);
  });
  pages.postPublic('/invites/:token', (request) => accept(store, request), { isAttempt: true });
}

const getToken = ({ c }: PageRequest): string => c.req.param('token') ?? '';

/** Returns an invite that can be accepted. @throws PageFailure */
async function findInvite({ invites }: InvitePorts, token: string): Promise<FoundInvite> {
  const invite = await invites.find(hashSecret(token));
  if (!invite) throw new PageFailure(404, `${createUnknownInviteError().message}.`);
  if (invite.state !== 'pending') throw new PageFailure(410, `${UNUSABLE_INVITES[invite.state]}.`);
  return invite;
}

async function findAccount({ accounts }: Pick<PlatformPorts, 'accounts'>, email: string): Promise<User | undefined> {
  return (await accounts.users()).find((user) => isSameAddress(user.email, email));
}

const isSameAddress = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

function showInvite(request: PageRequest, invite: FoundInvite, hasAccount: boolean): PageContent {
  const { session, path } = request;
  const { project, role, email, invitedBy } = invite;
  const lead = `${invitedBy ?? 'The operator of the service'} invites ${email} with the role "${role}".`;
  if (session && !isSameAddress(session.email, email)) {
    return {
      title: `Invite to ${project.name}`,
      lead,
      status: 403,
      body: (
        <>
          <p>
            You are signed in as {session.email}, and the invite is for another email address. Sign out, and open the
            link again.
          </p>
          <Form request={request} action="/sign-out">
            <SubmitButton>Sign out</SubmitButton>
          </Form>
        </>
      ),
    };
  }
  if (!session && hasAccount) {
    return {
      title: `Invite to ${project.name}`,
      lead,
      body: (
        <>
          <p>There is an account with this email address. Sign in with it to accept the invite.</p>
          <LinkButton href={formatSignInPath(path)} kind="primary">
            Sign in
          </LinkButton>
        </>
      ),
    };
  }
  return {
    title: `Invite to ${project.name}`,
    lead,
    body: (
      <Form request={request} action={path} class="narrow">
        {!session && (
          <>
            <p>This creates an account for {email}, and signs you in on this browser.</p>
            <TextField
              label="Your name (optional)"
              name="name"
              autocomplete="name"
              hint="Other members see it."
              maxlength={MAX_NAME_LENGTH}
            />
          </>
        )}
        <SubmitButton>Accept the invite</SubmitButton>
      </Form>
    ),
  };
}

async function accept(store: MemberServices['store'], request: PageRequest): Promise<Redirect> {
  const { session, path } = request;
  const token = getToken(request);
  const hash = hashSecret(token);
  const requestId = request.c.get('requestId');
  let handOver: (() => void) | undefined;
  try {
    const slug = await store.transaction(async (operations) => {
      handOver = undefined;
      if (session) {
        const context = { actor: { kind: 'member', userId: session.userId, keyId: session.id }, requestId } as const;
        const { userId: id, email } = session;
        return (await acceptInvite(operations, context, hash, { id, email })).project.slug;
      }
      const invite = await findInvite(operations, token);
      // The link must not be enough to access an existing account, because the member who sends the invite knows the link.
      if (await findAccount(operations, invite.email)) return undefined;
      const id = await operations.accounts.createUser(invite.email);
      const context: AuditContext = { actor: { kind: 'member', userId: id, keyId: invite.id }, requestId };
      const name = request.form.name?.trim().slice(0, MAX_NAME_LENGTH) ?? '';
      await recordChange(operations, context, { action: 'account.create', target: () => id }, () =>
        operations.accounts.setName(id, name),
      );
      await acceptInvite(operations, context, hash, { id, email: invite.email });
      handOver = await startSession(operations, request, id, 'invite');
      return invite.project.slug;
    });
    if (slug === undefined) return { redirectTo: formatSignInPath(path) };
    handOver?.();
    return { redirectTo: `/projects/${slug}/members` };
  } catch (error) {
    // Another request has created the account in the meantime.
    if (error instanceof StoreInputError) return { redirectTo: formatSignInPath(path) };
    if (error instanceof HttpError) throw new PageFailure(ERRORS[error.code][0], `${error.message}.`);
    throw error;
  }
}
