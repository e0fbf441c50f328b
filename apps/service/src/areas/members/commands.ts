import { Argument, Command, Option } from 'commander';
import { ROLES, type Role } from '../../platform/access/roles.ts';
import type { AuditAction } from '../../platform/audit/audit.ts';
import type { CliContext } from '../../platform/cli/cli-context.ts';
import { formatTable } from '../../platform/cli/format-table.ts';
import { UsageError } from '../../platform/cli/usage-error.ts';
import { StoreInputError } from '../../platform/database/store-input-error.ts';
import type { PlatformPorts } from '../../platform/ports.ts';
import { createInviteToken, formatInviteUrl } from './send-invite.ts';
import type { Invite, InvitePorts } from './store.ts';

/** URL of a service that was started without options. */
const DEFAULT_URL = 'http://127.0.0.1:8787';

/** A change of one member of a project. */
interface RecordedMemberChange {
  readonly action: AuditAction;
  readonly slug: string;
  readonly email: string;
  /** Text that is printed after the change. */
  readonly done: string;
  run(accounts: PlatformPorts['accounts']): Promise<void>;
}

export function createMemberCommands(cli: CliContext<PlatformPorts & InvitePorts>): Command[] {
  return [
    createInviteCommand(cli),
    createAddCommand(cli),
    createRoleCommand(cli),
    createRemoveCommand(cli),
    createListCommand(cli),
  ];
}

function createInviteCommand(cli: CliContext<PlatformPorts & InvitePorts>): Command {
  return new Command('invite')
    .description('invite a person to a project, and print the link, which works once within 7 days')
    .argument('<slug>')
    .argument('<email>')
    .addOption(new Option('--role <role>', 'role in the project').choices(ROLES).default('member'))
    .option(
      '--public-url <url>',
      'URL at which the person reaches the service (variable: CONTEXT_SYNC_PUBLIC_URL)',
      checkUrl,
    )
    .action(async (slug: string, email: string, { role, publicUrl }: { role: Role; publicUrl?: string }) => {
      const { token, hash, expiresAt } = createInviteToken();
      await cli.change(async ({ accounts, invites }, make) => {
        const project = await accounts.projectBySlug(slug);
        const invite = { email, role, userId: null, hash, expiresAt };
        await make({ action: 'invite.create', project, target: ({ id }: Invite) => id }, async () => {
          const inviteResult = await invites.create(project.id, invite);
          if (inviteResult.result === 'created') return inviteResult.invite;
          throw new StoreInputError(
            inviteResult.result === 'member'
              ? `"${email}" is already a member of project "${slug}": set-role changes the role`
              : `project "${slug}" has sent too many invites today: add the member with add-member`,
          );
        });
      });
      const origin = publicUrl ?? (cli.terminal.environment?.CONTEXT_SYNC_PUBLIC_URL || DEFAULT_URL);
      cli.terminal.out(formatInviteUrl(new URL(origin).origin, token));
    });
}

function createAddCommand(cli: CliContext<PlatformPorts>): Command {
  return new Command('add-member')
    .description('add a member to a project')
    .argument('<slug>')
    .argument('<email>')
    .addOption(new Option('--role <role>', 'role in the project').choices(ROLES).default('member'))
    .action((slug: string, email: string, { role }: { role: Role }) =>
      changeMember(cli, {
        action: 'member.add',
        slug,
        email,
        done: `Added ${email} to project ${slug} as ${role}`,
        run: (accounts) => accounts.addMember(slug, email, role),
      }),
    );
}

function createRoleCommand(cli: CliContext<PlatformPorts>): Command {
  return new Command('set-role')
    .description('change the role of a member in a project')
    .argument('<slug>')
    .argument('<email>')
    .addArgument(new Argument('<role>').choices(ROLES))
    .action((slug: string, email: string, role: Role) =>
      changeMember(cli, {
        action: 'member.update',
        slug,
        email,
        done: `Set the role of ${email} in project ${slug} to ${role}`,
        run: (accounts) => accounts.setRole(slug, email, role),
      }),
    );
}

function createRemoveCommand(cli: CliContext<PlatformPorts>): Command {
  return new Command('remove-member')
    .description('remove a member from a project')
    .argument('<slug>')
    .argument('<email>')
    .action((slug: string, email: string) =>
      changeMember(cli, {
        action: 'member.remove',
        slug,
        email,
        done: `Removed ${email} from project ${slug}`,
        run: (accounts) => accounts.removeMember(slug, email),
      }),
    );
}

function createListCommand(cli: CliContext<PlatformPorts>): Command {
  return new Command('list-members')
    .alias('list-users')
    .description('list the members of a project, or all members')
    .argument('[slug]')
    .action((slug: string | undefined) =>
      cli.useStore(async ({ accounts }) => {
        const rows =
          slug === undefined
            ? [
                ['ID', 'EMAIL', 'CREATED', 'REVOKED'],
                ...(await accounts.users()).map(({ id, email, createdAt, revokedAt }) => [
                  id,
                  email,
                  createdAt,
                  revokedAt ?? '',
                ]),
              ]
            : [
                ['ID', 'EMAIL', 'ROLE', 'SINCE'],
                ...(await accounts.listMembersBySlug(slug)).map(({ userId, email, role, since }) => [
                  userId,
                  email,
                  role,
                  since,
                ]),
              ];
        for (const line of formatTable(rows)) cli.terminal.out(line);
      }),
    );
}

async function changeMember(
  cli: CliContext<PlatformPorts>,
  { action, slug, email, done, run }: RecordedMemberChange,
): Promise<void> {
  await cli.change(async ({ accounts }, make) => {
    const project = await accounts.projectBySlug(slug);
    // An unknown email address has no account id. In this case, the change fails, and nothing is recorded.
    const target = (await accounts.user(email))?.id ?? '';
    await make({ action, project, target }, async () => {
      await run(accounts);
      return true;
    });
  });
  cli.terminal.out(done);
}

/** @throws UsageError */
function checkUrl(text: string): string {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text;
  throw new UsageError(`--public-url must be a URL such as https://sync.example.com (got "${text}")`);
}
