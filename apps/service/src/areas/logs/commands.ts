import { Command, Option } from 'commander';
import type { CliContext } from '../../platform/cli/cli-context.ts';
import { UsageError } from '../../platform/cli/usage-error.ts';
import { StoreInputError } from '../../platform/database/store-input-error.ts';
import type { PlatformPorts } from '../../platform/ports.ts';
import type { MovedLogs } from './clickhouse/move-logs.ts';
import { LOG_PLACE_NAMES, LOG_PLACES, type LogPlace } from './log-location.ts';

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
        await cli.useStore(async () => undefined, { movesLogs: true });
        let reportedAt = performance.now();
        const moved = await moveLogsBetween(url, database, {
          to,
          onProgress({ copied }) {
            if (performance.now() - reportedAt < PROGRESS_INTERVAL_MS) return;
            reportedAt = performance.now();
            terminal.out(`logs copied so far: ${copied}`);
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

function formatMovedLogs(
  { copied, deleted, source, target, isSwitched }: MovedLogs,
  from: LogPlace,
  to: LogPlace,
): string {
  const scope = isSwitched ? 'logs received since the last copy' : 'logs';
  const changes = `copied by this run: ${copied}; deleted from ${LOG_PLACE_NAMES[to]} by this run: ${deleted}`;
  return `${scope} in ${LOG_PLACE_NAMES[from]}: ${source}; in ${LOG_PLACE_NAMES[to]}: ${target}; ${changes}`;
}

/** Returns what the operator has to do after all logs have been copied. */
function formatNextStep({ isSwitched, isSourceEmpty }: MovedLogs, from: LogPlace, to: LogPlace): string {
  const [fromName, toName] = [LOG_PLACE_NAMES[from], LOG_PLACE_NAMES[to]];
  if (!isSwitched) {
    const change = to === 'clickhouse' ? 'with LOGS_URL' : 'without LOGS_URL';
    return `The service still uses ${fromName}. Next, restart all of its processes ${change}, and run this command again to copy the logs that arrive in the meantime.`;
  }
  if (isSourceEmpty) return `The service uses ${toName}, and ${fromName} contains no logs. The move is complete.`;
  const owner = from === 'postgres' ? ', as the owner of the table' : '';
  return `The service uses ${toName}. ${fromName} still contains logs with personal data, and erasures and keep-logs-days no longer change them. When all processes use ${toName}, run "TRUNCATE TABLE logs" in ${fromName}${owner}.`;
}
