import { defineInterface } from '../../platform/area.ts';
import type { CliContext } from '../../platform/cli/cli-context.ts';
import type { AreaStore, PlatformPorts } from '../../platform/ports.ts';
import { createMemberCommands } from './commands.ts';
import { addMemberRoutes } from './routes.ts';

export const membersInterface = defineInterface({
  createCommands: (cli: CliContext<PlatformPorts>) => createMemberCommands(cli),
  addRoutes: (app, services: { readonly store: AreaStore }) => addMemberRoutes(app, services),
});
