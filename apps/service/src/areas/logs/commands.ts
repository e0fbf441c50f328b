import { Command, Option } from 'commander';
import type { CliContext } from '../../platform/cli/cli-context.ts';
import { UsageError } from '../../platform/cli/usage-error.ts';
import { StoreInputError } from '../../platform/database/store-input-error.ts';
import type { PlatformPorts } from '../../platform/ports.ts';
import { LOG_PLACE_NAMES, LOG_PLACES, type LogPlace } from './log-location.ts';
import { formatMovedLogs, formatNextStep } from './moved-logs-report.ts';

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
        terminal.out(
          `Comparing the logs in ${LOG_PLACE_NAMES[from]} and ${LOG_PLACE_NAMES[to]}. If this command is interrupted, run it again.`,
        );
        let reportedAt = performance.now();
        const moved = await moveLogsBetween(url, database, {
          to,
          onProgress(target, source) {
            if (performance.now() - reportedAt < PROGRESS_INTERVAL_MS) return;
            reportedAt = performance.now();
            terminal.out(`logs in ${LOG_PLACE_NAMES[to]} so far: ${target} of ${source}`);
          },
        });
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
