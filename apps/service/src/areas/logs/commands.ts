import { Command, Option } from 'commander';
import type { CliContext } from '../../platform/cli/cli-context.ts';
import { UsageError } from '../../platform/cli/usage-error.ts';
import { StoreInputError } from '../../platform/database/store-input-error.ts';
import type { PlatformPorts } from '../../platform/ports.ts';
import { LOG_PLACES, type LogPlace } from './log-location.ts';

const PLACE_NAMES = { postgres: 'PostgreSQL', clickhouse: 'ClickHouse' } as const;

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
        const { copied, source, target } = await moveLogsBetween(url, database, {
          to,
          onProgress: (count) => terminal.out(`logs copied so far: ${count}`),
        });
        terminal.out(
          `logs copied: ${copied}; ${PLACE_NAMES[from]}: ${source}; of these in ${PLACE_NAMES[to]}: ${target}`,
        );
        if (target < source) {
          throw new StoreInputError(`logs are missing in ${PLACE_NAMES[to]}: run move-logs again`);
        }
      }),
  ];
}
