import { defineInterface } from '../../platform/area.ts';
import type { AuditAction } from '../../platform/audit/audit.ts';
import type { CliContext } from '../../platform/cli/cli-context.ts';
import type { AreaStore, PlatformPorts } from '../../platform/ports.ts';
import { createAuditCommands } from './commands.ts';
import { addAuditRoutes } from './routes.ts';

export interface AuditServices {
  readonly store: AreaStore;
  /** All actions that the areas record. */
  readonly auditActions: readonly AuditAction[];
}

export const auditInterface = defineInterface({
  addRoutes: (app, services: AuditServices) => addAuditRoutes(app, services),
  createCommands: (cli: CliContext<PlatformPorts>, actions: readonly AuditAction[]) =>
    createAuditCommands(cli, actions),
});
