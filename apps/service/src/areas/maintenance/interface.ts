import { defineInterface } from '../../platform/area.ts';
import type { CliContext } from '../../platform/cli/cli-context.ts';
import { createDataCommands } from './data-commands.ts';
import { createPruneCommands } from './prune-commands.ts';
import type { RetainedPorts } from './retention.ts';

/** Backups, and the deletion of data whose lifetime has ended. The server starts the deletion job, because the job depends on the settings. */
export const maintenanceInterface = defineInterface({
  createCommands: (cli: CliContext<RetainedPorts>) => [...createDataCommands(cli), ...createPruneCommands(cli)],
});
