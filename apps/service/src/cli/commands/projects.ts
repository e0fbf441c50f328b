import { Argument, Command, Option } from 'commander';
import type { CliContext } from '../cli-context.ts';
import { formatTable } from '../format-table.ts';

export function createProjectCommands(cli: CliContext): Command[] {
  return [...createLifecycleCommands(cli), createSettingsCommand(cli), ...createMemberCommands(cli)];
}

function createLifecycleCommands(cli: CliContext): Command[] {
  return [
    new Command('create-project')
      .description('create a project and print the id')
      .argument('<slug>')
      .requiredOption('--owner <email>', 'first member of the project')
      .option('--name <name>', 'display name; the slug if not set')
      .action((slug: string, { owner, name }: { owner: string; name?: string }) =>
        cli.useStore(async ({ accounts }) => cli.terminal.out(await accounts.createProject(slug, name ?? slug, owner))),
      ),
    new Command('list-projects').description('list all projects').action(() =>
      cli.useStore(async ({ accounts }) => {
        const projects = await accounts.projects();
        const rows = projects.map(({ id, slug, name, createdAt, closedAt, anonymousMcp }) => [
          id,
          slug,
          createdAt,
          closedAt ?? '',
          anonymousMcp ? 'on' : '',
          name,
        ]);
        const header = ['ID', 'SLUG', 'CREATED', 'CLOSED', 'ANONYMOUS MCP', 'NAME'];
        for (const line of formatTable([header, ...rows])) cli.terminal.out(line);
      }),
    ),
    new Command('close-project')
      .description('remove access for all members; the data stays')
      .argument('<slug>')
      .action((slug: string) => cli.useStore(({ accounts }) => accounts.setClosed(slug, true))),
    new Command('reopen-project')
      .description('restore access to a closed project')
      .argument('<slug>')
      .action((slug: string) => cli.useStore(({ accounts }) => accounts.setClosed(slug, false))),
  ];
}

function createSettingsCommand(cli: CliContext): Command {
  return new Command('project')
    .description('change the settings of a project')
    .addArgument(new Argument('<action>').choices(['set']))
    .argument('<slug>')
    .addOption(
      new Option('--anonymous-mcp <on|off>', 'allow anonymous MCP access to public items')
        .choices(['on', 'off'])
        .makeOptionMandatory(),
    )
    .action((_action: string, slug: string, { anonymousMcp }: { anonymousMcp: string }) =>
      cli.useStore(({ accounts }) => accounts.setAnonymousMcp(slug, anonymousMcp === 'on')),
    );
}

function createMemberCommands(cli: CliContext): Command[] {
  return [
    new Command('add-member')
      .description('add a user to a project')
      .argument('<slug>')
      .argument('<email>')
      .action((slug: string, email: string) => cli.useStore(({ accounts }) => accounts.addMember(slug, email))),
    new Command('remove-member')
      .description('remove a user from a project')
      .argument('<slug>')
      .argument('<email>')
      .action((slug: string, email: string) => cli.useStore(({ accounts }) => accounts.removeMember(slug, email))),
    new Command('list-members')
      .description('list the members of a project')
      .argument('<slug>')
      .action((slug: string) =>
        cli.useStore(async ({ accounts }) => {
          const members = await accounts.membersOf(slug);
          const rows = members.map(({ userId, email, since }) => [userId, email, since]);
          for (const line of formatTable([['USER', 'EMAIL', 'SINCE'], ...rows])) cli.terminal.out(line);
        }),
      ),
  ];
}
