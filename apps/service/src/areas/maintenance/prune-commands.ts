import { Command } from 'commander';
import { MIN_KEEP_AUDIT_DAYS } from '../../platform/audit/audit.ts';
import type { CliContext } from '../../platform/cli/cli-context.ts';
import { createKeepAuditDaysParser, createPositiveIntegerParser } from '../../platform/cli/positive-integer.ts';
import { MaintenanceClock } from '../../platform/database/maintenance-clock.ts';
import { pruneAudit, pruneLogs, type RetainedPorts } from './retention.ts';

export function createPruneCommands(cli: CliContext<RetainedPorts>): Command[] {
  return [
    new Command('prune-logs')
      .description('delete old logs')
      .requiredOption('--keep-logs-days <days>', 'days to keep logs', createPositiveIntegerParser('--keep-logs-days'))
      .action(({ keepLogsDays }: { keepLogsDays: number }) =>
        cli.useStore(async (store) => {
          const now = await new MaintenanceClock(store).read();
          cli.terminal.out(`logs deleted: ${await pruneLogs(store, keepLogsDays, cli.operator, { now })}`);
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
