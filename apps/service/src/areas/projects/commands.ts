import { Argument, Command, Option } from 'commander';
import type { CliContext } from '../../platform/cli/cli-context.ts';
import { formatTable } from '../../platform/cli/format-table.ts';
import type { PlatformPorts } from '../../platform/ports.ts';
import { createProject } from './create-project.ts';

export function createProjectCommands(cli: CliContext<PlatformPorts>): Command[] {
  return [...createLifecycleCommands(cli), createSettingsCommand(cli)];
}

function createLifecycleCommands(cli: CliContext<PlatformPorts>): Command[] {
  return [
    new Command('create-project')
      .description('create a project and print the id')
      .argument('<slug>')
      .requiredOption('--owner <email>', 'member who becomes the first owner of the project')
      .option('--name <name>', 'display name; the slug if not set')
      .action(async (slug: string, { owner, name = slug }: { owner: string; name?: string }) => {
        const id = await cli.change((operations, make) => createProject(operations, make, { slug, name, owner }));
        cli.terminal.out(id);
      }),
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
      .action((slug: string) => setClosed(cli, slug, true)),
    new Command('reopen-project')
      .description('restore access to a closed project')
      .argument('<slug>')
      .action((slug: string) => setClosed(cli, slug, false)),
  ];
}

async function setClosed(cli: CliContext<PlatformPorts>, slug: string, closed: boolean): Promise<void> {
  await cli.change(async ({ accounts }, make) => {
    const project = await accounts.projectBySlug(slug);
    await make({ action: closed ? 'project.close' : 'project.reopen', project, target: project.id }, async () => {
      await accounts.setClosed(slug, closed);
      return true;
    });
  });
  cli.terminal.out(`${closed ? 'Closed' : 'Reopened'} project ${slug}`);
}

function createSettingsCommand(cli: CliContext<PlatformPorts>): Command {
  return new Command('project')
    .description('change the settings of a project')
    .addArgument(new Argument('<action>').choices(['set']))
    .argument('<slug>')
    .addOption(
      new Option('--anonymous-mcp <on|off>', 'allow anonymous MCP access to public items')
        .choices(['on', 'off'])
        .makeOptionMandatory(),
    )
    .action(async (_action: string, slug: string, { anonymousMcp }: { anonymousMcp: string }) => {
      await cli.change(async ({ accounts }, make) => {
        const project = await accounts.projectBySlug(slug);
        await make({ action: 'project.update', project, target: project.id }, async () => {
          await accounts.setAnonymousMcp(slug, anonymousMcp === 'on');
          return true;
        });
      });
      cli.terminal.out(`Set anonymous MCP access to project ${slug} to ${anonymousMcp}`);
    });
}
