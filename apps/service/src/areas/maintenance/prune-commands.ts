import { Command } from 'commander';
import { MIN_KEEP_AUDIT_DAYS } from '../../platform/audit/audit.ts';
import type { CliContext } from '../../platform/cli/cli-context.ts';
import { createKeepAuditDaysParser, createPositiveIntegerParser } from '../../platform/cli/positive-integer.ts';
import { runToSafePoint } from '../../platform/cli/run-to-safe-point.ts';
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
          await reportDeleted(cli, 'logs deleted', (signal) =>
            pruneLogs(store, keepLogsDays, cli.operator, { now, signal }),
          );
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
          await reportDeleted(cli, 'audit entries deleted', (signal) =>
            pruneAudit(store, keepAuditDays, cli.operator, { now, signal }),
          );
        }),
      ),
  ];
}

/** Deletes until the signal is aborted, and prints the number of deleted rows. @throws InterruptedError */
async function reportDeleted(
  { terminal }: CliContext<RetainedPorts>,
  label: string,
  prune: (signal: AbortSignal) => Promise<number>,
): Promise<void> {
  let deleted = 0;
  await runToSafePoint(
    terminal,
    () => `${label}: ${deleted}. Run the command again to delete what is left.`,
    async (signal) => {
      deleted = await prune(signal);
      signal.throwIfAborted();
    },
  );
  terminal.out(`${label}: ${deleted}`);
}
