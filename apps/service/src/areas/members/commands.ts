import { Argument, Command, Option } from 'commander';
import { ROLES, type Role } from '../../platform/access/roles.ts';
import type { AuditAction } from '../../platform/audit/audit.ts';
import type { CliContext } from '../../platform/cli/cli-context.ts';
import { formatTable } from '../../platform/cli/format-table.ts';
import type { PlatformPorts } from '../../platform/ports.ts';

/** A change of one member of a project. */
interface RecordedMemberChange {
  readonly action: AuditAction;
  readonly slug: string;
  readonly email: string;
  run(accounts: PlatformPorts['accounts']): Promise<void>;
}

export function createMemberCommands(cli: CliContext<PlatformPorts>): Command[] {
  return [createAddCommand(cli), createRoleCommand(cli), createRemoveCommand(cli), createListCommand(cli)];
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
                ...(await accounts.membersOf(slug)).map(({ userId, email, role, since }) => [
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

function changeMember(
  cli: CliContext<PlatformPorts>,
  { action, slug, email, run }: RecordedMemberChange,
): Promise<void> {
  return cli.change(async ({ accounts }, make) => {
    const project = await accounts.projectBySlug(slug);
    // An unknown address has no id; then the change fails, and nothing is recorded.
    const target = (await accounts.user(email))?.id ?? '';
    await make({ action, project, target }, async () => {
      await run(accounts);
      return true;
    });
  });
}
