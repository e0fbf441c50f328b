import type { ApiKey, Member, ProjectAccess } from '../../platform/access/accounts.ts';
import { ROLES, type Role } from '../../platform/access/roles.ts';
import { ERRORS, HttpError } from '../../platform/errors/errors.ts';
import { Badge, Notice, Section, Table, Time } from '../../platform/pages/elements.tsx';
import {
  ErrorSummary,
  type FieldError,
  Form,
  SelectField,
  SubmitButton,
  TextField,
} from '../../platform/pages/form.tsx';
import type { MemberRequest, PageContent } from '../../platform/pages/page.ts';
import { PageFailure } from '../../platform/pages/page-failure.ts';
import type { Pages } from '../../platform/pages/pages.tsx';
import { recordMemberChange } from '../../platform/pages/record-member-change.ts';
import { requireOwner, requireProject } from '../../platform/pages/require-project.ts';
import { addInvitePages, InvitesSection } from './invite-pages.tsx';
import { ROLE_OPTIONS } from './role-options.ts';
import { changeMember } from './routes.ts';
import type { MemberServices } from './services.ts';

/** The result of a form, which the page shows after the form was submitted. */
const RESULTS: Readonly<Record<string, string>> = {
  role: 'The role was changed.',
  removed: 'The member was removed. The keys of the member no longer have access to this project.',
  revoked: 'The invite was revoked. Its link no longer works.',
};

/** Adds the pages of a project's members and invites. */
export function addMemberPages(pages: Pages, services: MemberServices): void {
  pages.addNavigation({ group: 'Project', label: 'Members', icon: 'users', path: '/members' });
  pages.get('/projects/:slug/members', async (request) =>
    showMembers(services, request, await requireProject(services.store, request), []),
  );
  addMemberChanges(pages, services);
  addInvitePages(pages, services, (request, access, errors) => showMembers(services, request, access, errors));
}

async function showMembers(
  { store }: MemberServices,
  request: MemberRequest,
  { project, role }: ProjectAccess,
  errors: readonly FieldError[],
): Promise<PageContent> {
  const members = await store.accounts.members(project.id);
  const invites = await store.invites.list(project.id);
  const path = `/projects/${project.slug}/members`;
  const done = RESULTS[request.c.req.query('done') ?? ''];
  const isOwner = role === 'owner';
  return {
    title: 'Members',
    lead: isOwner
      ? 'Owners change settings, members and invites. Members read everything and write content.'
      : 'Only owners change members. Ask one of them.',
    project,
    scripts: ['page'],
    status: errors.length > 0 ? 422 : 200,
    body: (
      <>
        <ErrorSummary errors={errors} />
        {done && <Notice kind="success">{done}</Notice>}
        <Table
          caption="Members of the project"
          rows={members}
          columns={[
            {
              title: 'Member',
              render: ({ email, userId }) => (isOwner ? <a href={`${path}/${userId}`}>{email}</a> : email),
            },
            { title: 'Name', render: ({ name }) => name || '–' },
            { title: 'Role', render: (member) => <Badge>{member.role}</Badge> },
            { title: 'Since', render: ({ since }) => <Time at={since} /> },
          ]}
        />
        <InvitesSection request={request} project={project} invites={invites} isOwner={isOwner} errors={errors} />
      </>
    ),
  };
}

/** A member, and the keys of the member that are restricted to this project. */
type FoundMember = ProjectAccess & { readonly member: Member; readonly keys: readonly ApiKey[] };

/** Adds the pages that change the role of a member and remove a member. */
function addMemberChanges(pages: Pages, { store }: MemberServices): void {
  const find = async (request: MemberRequest) => {
    const access = await requireProject(store, request);
    requireOwner(access);
    const userId = request.c.req.param('userId') ?? '';
    const member = (await store.accounts.members(access.project.id)).find((each) => each.userId === userId);
    if (!member) throw new PageFailure(404, `${access.project.name} has no such member. The member may have left.`);
    const keys = (await store.accounts.keys(member.email)).filter(
      ({ project, revokedAt, expiresAt }) =>
        project === access.project.slug && !revokedAt && !(expiresAt && Date.parse(expiresAt) <= Date.now()),
    );
    return { ...access, member, keys };
  };
  pages.get('/projects/:slug/members/:userId', async (request) => showMember(request, await find(request), []));
  pages.post('/projects/:slug/members/:userId/role', async (request) => {
    const foundMember = await find(request);
    const role = ROLES.find((each) => each === request.form.role);
    if (role === undefined)
      return showMember(request, foundMember, [{ field: 'role', message: 'Select one of the two roles' }]);
    const failure = await change(store, request, foundMember, role);
    if (failure !== undefined) return showMember(request, foundMember, [{ field: 'role', message: failure }], 409);
    return { redirectTo: `/projects/${foundMember.project.slug}/members?done=role` };
  });
  pages.post('/projects/:slug/members/:userId/remove', async (request) => {
    const foundMember = await find(request);
    const { email } = foundMember.member;
    if (request.form.confirm?.trim().toLowerCase() !== email.toLowerCase())
      return showMember(request, foundMember, [{ field: 'confirm', message: `Type ${email} to confirm the removal` }]);
    const failure = await change(store, request, foundMember, null);
    if (failure !== undefined) return showMember(request, foundMember, [{ field: 'confirm', message: failure }], 409);
    // An owner who has left the project no longer has access to its members.
    const isSelf = foundMember.member.userId === request.session.userId;
    return { redirectTo: isSelf ? '/projects' : `/projects/${foundMember.project.slug}/members?done=removed` };
  });
}

/** Changes or removes a member, and records the change. @returns the reason why nothing was changed; undefined after a change */
async function change(
  store: MemberServices['store'],
  request: MemberRequest,
  { project, member: { userId } }: ProjectAccess & { readonly member: Member },
  role: Role | null,
): Promise<string | undefined> {
  const action = role === null ? 'member.remove' : 'member.update';
  try {
    await store.transaction((operations) =>
      recordMemberChange(operations, request, { action, project, target: userId }, () =>
        changeMember(operations, project.id, userId, role),
      ),
    );
    return undefined;
  } catch (error) {
    if (error instanceof HttpError && error.code === 'last_owner') return ERRORS.last_owner[1];
    throw error;
  }
}

function showMember(
  request: MemberRequest,
  { project, member, keys }: FoundMember,
  errors: readonly FieldError[],
  status: 409 | 422 = 422,
): PageContent {
  const path = `/projects/${project.slug}/members/${member.userId}`;
  return {
    title: member.email,
    lead: `Member of ${project.name}`,
    project,
    status: errors.length > 0 ? status : 200,
    body: (
      <>
        <ErrorSummary errors={errors} />
        <Section title="Change the role">
          <Form request={request} action={`${path}/role`} class="narrow">
            <SelectField label="Role" name="role" value={member.role} options={ROLE_OPTIONS} errors={errors} />
            <SubmitButton>Change the role</SubmitButton>
          </Form>
        </Section>
        <Section title="Remove the member">
          <p>
            {member.email} loses access to {project.name}, and so do all of the member's keys. The account, its other
            projects, and everything that the member has written stay.
          </p>
          {keys.length > 0 && (
            <>
              <p>
                These keys are for this project only, and are revoked with the member. If a program uses one of them,
                give it a key of another member first.
              </p>
              <Table
                caption="Keys that are revoked with the member"
                rows={keys}
                columns={[
                  { title: 'Key', render: ({ name, id }) => name || id },
                  { title: 'Access', render: ({ access }) => <Badge>{access}</Badge> },
                  {
                    title: 'Last used',
                    render: ({ lastUsedAt }) => (lastUsedAt === null ? 'never' : <Time at={lastUsedAt} />),
                  },
                ]}
              />
            </>
          )}
          <Form request={request} action={`${path}/remove`} class="narrow">
            <TextField
              label="Email address of the member"
              name="confirm"
              hint={`Type ${member.email}`}
              errors={errors}
            />
            <SubmitButton kind="danger" icon="trash-2">
              Remove the member
            </SubmitButton>
          </Form>
        </Section>
      </>
    ),
  };
}
