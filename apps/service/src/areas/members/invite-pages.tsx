import type { Project, ProjectAccess } from '../../platform/access/accounts.ts';
import { ROLES } from '../../platform/access/roles.ts';
import { EMAIL_SCHEMA } from '../../platform/access/users-sql.ts';
import { HttpError } from '../../platform/errors/errors.ts';
import type { MailResult } from '../../platform/mail/mailer.ts';
import { Badge, CodeBlock, LinkButton, Notice, Section, Table, Time } from '../../platform/pages/elements.tsx';
import { type FieldError, Form, SelectField, SubmitButton, TextField } from '../../platform/pages/form.tsx';
import type { MemberRequest, PageContent } from '../../platform/pages/page.ts';
import { PageFailure } from '../../platform/pages/page-failure.ts';
import type { Pages } from '../../platform/pages/pages.tsx';
import { recordMemberChange } from '../../platform/pages/record-member-change.ts';
import { requireOwner, requireProject } from '../../platform/pages/require-project.ts';
import type { PlatformPorts } from '../../platform/ports.ts';
import { ROLE_OPTIONS } from './role-options.ts';
import { createInviteToken, formatInviteUrl, getCreatedInvite, sendInvite } from './send-invite.ts';
import type { MemberServices } from './services.ts';
import type { Invite, InvitePorts, InviteRenewal } from './store.ts';

/** Returns the members page, with the problems of a form. */
type ShowMembers = (
  request: MemberRequest,
  access: ProjectAccess,
  errors: readonly FieldError[],
) => Promise<PageContent>;

/** The section with the unused invites, and the form for a new invite. */
export function InvitesSection({
  request,
  project,
  invites,
  isOwner,
  errors,
}: {
  readonly request: MemberRequest;
  readonly project: Project;
  readonly invites: readonly Invite[];
  readonly isOwner: boolean;
  readonly errors: readonly FieldError[];
}) {
  const path = `/projects/${project.slug}/invites`;
  const columns = [
    { title: 'Invited', render: ({ email }: Invite) => email },
    { title: 'Role', render: ({ role }: Invite) => <Badge>{role}</Badge> },
    {
      title: 'State',
      render: ({ status }: Invite) => <Badge kind={status === 'expired' ? 'warning' : 'neutral'}>{status}</Badge>,
    },
    { title: 'Until', render: ({ expiresAt }: Invite) => <Time at={expiresAt} /> },
    { title: 'Invited by', render: ({ invitedBy }: Invite) => invitedBy ?? 'the operator' },
  ];
  const actions = {
    title: 'Change',
    render: ({ id, email }: Invite) => (
      <>
        <Form request={request} action={`${path}/${id}/resend`}>
          <SubmitButton kind="quiet" icon="refresh-cw">
            Send again<span class="hidden">{` to ${email}`}</span>
          </SubmitButton>
        </Form>
        <Form request={request} action={`${path}/${id}/revoke`}>
          <SubmitButton kind="quiet" icon="x">
            Revoke<span class="hidden">{` the invite of ${email}`}</span>
          </SubmitButton>
        </Form>
      </>
    ),
  };
  return (
    <Section title="Invites">
      {invites.length === 0 ? (
        <p>No invites are open.</p>
      ) : (
        <Table caption="Open invites" rows={invites} columns={isOwner ? [...columns, actions] : columns} />
      )}
      {isOwner && (
        <Form request={request} action={path} class="narrow">
          <h3>Invite a person</h3>
          <TextField
            label="Email address"
            name="email"
            type="email"
            value={request.form.email}
            maxlength={254}
            hint="Only an account with this address can accept the invite."
            errors={errors}
            required
          />
          <SelectField
            label="Role"
            name="role"
            value={request.form.role ?? 'member'}
            options={ROLE_OPTIONS}
            errors={errors}
          />
          <SubmitButton icon="mail">Invite</SubmitButton>
        </Form>
      )}
    </Section>
  );
}

/** Adds the forms that create, resend and revoke invites. */
export function addInvitePages(pages: Pages, services: MemberServices, showMembers: ShowMembers): void {
  const { store } = services;
  pages.post('/projects/:slug/invites', async (request) => {
    const access = await requireProject(store, request);
    requireOwner(access);
    const email = request.form.email?.trim() ?? '';
    const role = ROLES.find((each) => each === request.form.role) ?? 'member';
    const reject = (message: string) => showMembers(request, access, [{ field: 'email', message }]);
    if (!EMAIL_SCHEMA.safeParse(email).success) return reject('Type an email address such as name@example.com');
    const change = { action: 'invite.create', project: access.project, target: ({ id }: Invite) => id } as const;
    const { userId } = request.session;
    try {
      return await sendAndShow(services, request, access.project, (operations, token) =>
        recordMemberChange(operations, request, change, async () =>
          getCreatedInvite(
            await operations.invites.create(access.project.id, { email, role, userId, ...token }),
            email,
          ),
        ),
      );
    } catch (error) {
      if (error instanceof HttpError) return reject(error.message);
      throw error;
    }
  });
  pages.post('/projects/:slug/invites/:id/resend', async (request) => {
    const { project, id } = await requireInvite(services, request);
    const change = { action: 'invite.resend', project, target: id } as const;
    return sendAndShow(services, request, project, (operations, token) =>
      recordMemberChange(operations, request, change, async () => {
        const renewed = await operations.invites.renew(project.id, id, token);
        if (!renewed) throw createNoInviteFailure();
        return getCreatedInvite(renewed, id);
      }),
    );
  });
  pages.post('/projects/:slug/invites/:id/revoke', async (request) => {
    const { project, id } = await requireInvite(services, request);
    const change = { action: 'invite.delete', project, target: id } as const;
    await store.transaction((operations) =>
      recordMemberChange(operations, request, change, () => operations.invites.revoke(project.id, id)),
    );
    return { redirectTo: `/projects/${project.slug}/members?done=revoked` };
  });
}

/** Returns the invite in the path. Only owners may change invites. @throws PageFailure */
async function requireInvite({ store }: MemberServices, request: MemberRequest) {
  const access = await requireProject(store, request);
  requireOwner(access);
  const invite = await store.invites.get(access.project.id, request.c.req.param('id') ?? '');
  if (!invite) throw createNoInviteFailure();
  return { project: access.project, id: invite.id };
}

function createNoInviteFailure(): PageFailure {
  return new PageFailure(404, 'There is no such invite. It may have been accepted, revoked or replaced.');
}

/** Stores a new token of an invite, sends the invite, and shows the link. The link cannot be shown again. */
async function sendAndShow(
  services: MemberServices,
  request: MemberRequest,
  project: Project,
  storeInvite: (operations: PlatformPorts & InvitePorts, token: InviteRenewal) => Promise<Invite>,
): Promise<PageContent> {
  const { token, hash, expiresAt } = createInviteToken();
  const invite = await services.store.transaction((operations) => storeInvite(operations, { hash, expiresAt }));
  const mail: MailResult = await sendInvite(services, invite, project, token);
  return {
    title: 'The invite was created',
    project,
    scripts: ['page'],
    body: (
      <>
        {mail.sent ? (
          <Notice kind="success">An email with the link was sent to {invite.email}.</Notice>
        ) : (
          <Notice kind="warning">
            No email was sent. {mail.reason}. Send the link to {invite.email} yourself.
          </Notice>
        )}
        <p>
          The link can be used once, until <Time at={invite.expiresAt} />. It cannot be shown again.
        </p>
        <CodeBlock>{formatInviteUrl(request.origin, token)}</CodeBlock>
        <LinkButton href={`/projects/${project.slug}/members`}>Go back to the members</LinkButton>
      </>
    ),
  };
}
