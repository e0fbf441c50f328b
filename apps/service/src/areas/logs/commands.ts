import { Command } from 'commander';
import type { CliContext } from '../../platform/cli/cli-context.ts';
import { UsageError } from '../../platform/cli/usage-error.ts';
import { StoreInputError } from '../../platform/database/store-input-error.ts';
import type { PlatformPorts } from '../../platform/ports.ts';

export function createLogCommands(cli: CliContext<PlatformPorts>): Command[] {
  return [
    new Command('move-logs')
      .description('copy the logs of a PostgreSQL database to the ClickHouse database of --logs')
      .action(async () => {
        const { logs: url, database, terminal } = cli;
        if (url === undefined) throw new UsageError('move-logs requires --logs (or LOGS_URL): the database to copy to');
        const { moveLogsToClickHouse } = await import('./clickhouse/log-database.ts');
        // Opening the store migrates both databases, and checks that they can be used together.
        await cli.useStore(async () => undefined);
        const { copied, source, target } = await moveLogsToClickHouse(url, database, (count) =>
          terminal.out(`logs copied so far: ${count}`),
        );
        terminal.out(`logs copied: ${copied}; PostgreSQL: ${source}; of these in ClickHouse: ${target}`);
        if (target < source) {
          throw new StoreInputError('logs are missing in ClickHouse: run move-logs again');
        }
      }),
  ];
}
