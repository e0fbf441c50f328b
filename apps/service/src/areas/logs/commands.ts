import { Command, Option } from 'commander';
import type { CliContext } from '../../platform/cli/cli-context.ts';
import { runToSafePoint } from '../../platform/cli/run-to-safe-point.ts';
import { UsageError } from '../../platform/cli/usage-error.ts';
import { StoreInputError } from '../../platform/database/store-input-error.ts';
import type { PlatformPorts } from '../../platform/ports.ts';
import type { MoveProgress } from './clickhouse/move-logs.ts';
import { LOG_PLACE_NAMES, LOG_PLACES, type LogPlace } from './log-location.ts';
import { formatInterruptedMove, formatMovedLogs, formatNextStep, formatProgress } from './moved-logs-report.ts';

/** Time in milliseconds between two lines that report the progress. */
const PROGRESS_INTERVAL_MS = 5_000;

export function createLogCommands(cli: CliContext<PlatformPorts>): Command[] {
  return [
    new Command('move-logs')
      .description('copy the logs between the PostgreSQL database of --database and the ClickHouse database of --logs')
      .addOption(new Option('--from <database>', 'database with the logs').choices(LOG_PLACES).default('postgres'))
      .addOption(new Option('--to <database>', 'database to copy to').choices(LOG_PLACES).default('clickhouse'))
      .action(async ({ from, to }: { readonly from: LogPlace; readonly to: LogPlace }) => {
        if (from === to) throw new UsageError(`--from and --to must be different databases (got "${from}" for both)`);
        const { logs: url, database, terminal } = cli;
        if (url === undefined) throw new UsageError('move-logs requires --logs (or LOGS_URL): the ClickHouse database');
        const { moveLogsBetween } = await import('./clickhouse/log-database.ts');
        // Opening the store migrates both databases, and checks that they belong together.
        await cli.useStore(async () => undefined, { logsUse: `move-from-${from}` });
        const names = [LOG_PLACE_NAMES[from], LOG_PLACE_NAMES[to]] as const;
        let last: MoveProgress | undefined;
        let reportedAt = Number.NEGATIVE_INFINITY;
        const moved = await runToSafePoint(
          terminal,
          () => formatInterruptedMove(last, from, to),
          (signal) => {
            terminal.error(`Comparing the logs in ${names[0]} and ${names[1]}`);
            return moveLogsBetween(url, database, {
              to,
              signal,
              onProgress(progress) {
                last = progress;
                if (performance.now() - reportedAt < PROGRESS_INTERVAL_MS) return;
                reportedAt = performance.now();
                terminal.error(formatProgress(progress, to));
              },
            });
          },
        );
        terminal.out(formatMovedLogs(moved, from, to));
        if (moved.different > 0) {
          throw new StoreInputError(
            `logs have changed meanwhile, and ${moved.different} still differ: run move-logs again`,
          );
        }
        terminal.out(formatNextStep(moved, from, to));
      }),
  ];
}
