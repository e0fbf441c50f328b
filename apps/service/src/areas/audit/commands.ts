import { Command, Option } from 'commander';
import type { AuditAction, AuditFilters } from '../../platform/audit/audit.ts';
import type { CliContext } from '../../platform/cli/cli-context.ts';
import { UsageError } from '../../platform/cli/usage-error.ts';
import type { PlatformPorts } from '../../platform/ports.ts';

/** @param actions all actions that the areas record */
export function createAuditCommands(cli: CliContext<PlatformPorts>, actions: readonly AuditAction[]): Command[] {
  return [
    new Command('export-audit')
      .description('print the audit log as NDJSON, oldest entry first')
      .option('--project <slug>', 'only entries of this project')
      .option('--actor <name>', 'only entries of this member, key or operating-system user')
      .addOption(new Option('--action <action>', 'only entries of this action').choices(actions))
      .option('--target <id>', 'only entries of this target')
      .option('--since <time>', 'only entries from this time on, such as 2026-03-01', createTimeParser('--since'))
      .option('--until <time>', 'only entries before this time', createTimeParser('--until'))
      .action(({ project, ...filters }: AuditFilters & { readonly project?: string }) =>
        cli.useStore(async ({ accounts, audit }) => {
          const projectId = project === undefined ? undefined : (await accounts.projectBySlug(project)).id;
          let count = 0;
          for await (const entry of audit.export(filters, projectId)) {
            cli.terminal.out(JSON.stringify(entry));
            count += 1;
          }
          if (count === 0) cli.terminal.error(describeNoEntries({ ...filters, project }));
        }),
      ),
  ];
}

/** Returns the message for an export without entries, which names the filters, because a misspelled value matches no entry. */
function describeNoEntries(filters: Readonly<Record<string, string | undefined>>): string {
  const texts = Object.entries(filters).flatMap(([name, value]) => (value === undefined ? [] : [`--${name} ${value}`]));
  return texts.length === 0 ? 'The audit log is empty' : `No audit entries match ${texts.join(' ')}`;
}

/** Returns a parser for the value of an option, which must be a date or a time. @throws UsageError */
function createTimeParser(option: string): (text: string) => string {
  return (text) => {
    const time = /^\d{4}-\d{2}-\d{2}/.test(text) ? new Date(text) : new Date(Number.NaN);
    if (!Number.isNaN(time.getTime())) return time.toISOString();
    throw new UsageError(
      `${option} must be a date or a time such as 2026-03-01 or 2026-03-01T10:00:00Z (got "${text}")`,
    );
  };
}
