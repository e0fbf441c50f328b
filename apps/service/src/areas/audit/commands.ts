import { Command, Option } from 'commander';
import { AUDIT_ACTIONS, type AuditFilters, MIN_KEEP_AUDIT_DAYS } from '../../platform/audit/audit.ts';
import type { CliContext } from '../../platform/cli/cli-context.ts';
import { createKeepAuditDaysParser } from '../../platform/cli/positive-integer.ts';
import { UsageError } from '../../platform/cli/usage-error.ts';
import { MaintenanceClock } from '../../platform/database/maintenance-clock.ts';
import { pruneAudit } from '../retention/retention.ts';

export function createAuditCommands(cli: CliContext): Command[] {
  return [
    new Command('export-audit')
      .description('print the audit log as NDJSON, oldest entry first')
      .option('--project <slug>', 'only entries of this project')
      .option('--actor <name>', 'only entries of this member, key or operating-system user')
      .addOption(new Option('--action <action>', 'only entries of this action').choices(AUDIT_ACTIONS))
      .option('--target <id>', 'only entries of this target')
      .option('--since <time>', 'only entries from this time on, such as 2026-03-01', createTimeParser('--since'))
      .option('--until <time>', 'only entries before this time', createTimeParser('--until'))
      .action(({ project, ...filters }: AuditFilters & { readonly project?: string }) =>
        cli.useStore(async ({ accounts, audit }) => {
          const projectId = project === undefined ? undefined : (await accounts.projectBySlug(project)).id;
          for await (const entry of audit.export(filters, projectId)) cli.terminal.out(JSON.stringify(entry));
        }),
      ),
    new Command('prune-audit')
      .description('delete old entries of the audit log')
      .requiredOption(
        '--keep-audit-days <days>',
        `days to keep entries, at least ${MIN_KEEP_AUDIT_DAYS}`,
        createKeepAuditDaysParser(),
      )
      .action(({ keepAuditDays }: { keepAuditDays: number }) =>
        cli.useStore(async (store) => {
          const now = await new MaintenanceClock(store).read();
          cli.terminal.out(`audit entries deleted: ${await pruneAudit(store, keepAuditDays, cli.operator, { now })}`);
        }),
      ),
  ];
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
