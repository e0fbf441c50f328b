import { defineInterface } from '../../platform/area.ts';
import type { CliContext } from '../../platform/cli/cli-context.ts';
import type { PlatformPorts } from '../../platform/ports.ts';
import { createMemberCommands } from './commands.ts';
import { addInviteRoutes } from './invite-routes.ts';
import { addMemberRoutes } from './routes.ts';
import type { MemberServices } from './services.ts';

export const membersInterface = defineInterface({
  createCommands: (cli: CliContext<PlatformPorts>) => createMemberCommands(cli),
  addRoutes(app, services: MemberServices) {
    addMemberRoutes(app, services);
    addInviteRoutes(app, services);
  },
});
