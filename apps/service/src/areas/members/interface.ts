import { defineInterface } from '../../platform/area.ts';
import type { CliContext } from '../../platform/cli/cli-context.ts';
import type { PlatformPorts } from '../../platform/ports.ts';
import { addAcceptancePages } from './acceptance-pages.tsx';
import { createMemberCommands } from './commands.ts';
import { addInviteRoutes } from './invite-routes.ts';
import { addMemberPages } from './member-pages.tsx';
import { addMemberRoutes } from './routes.ts';
import type { MemberServices } from './services.ts';
import type { InvitePorts } from './store.ts';

export const membersInterface = defineInterface({
  createCommands: (cli: CliContext<PlatformPorts & InvitePorts>) => createMemberCommands(cli),
  addPages(pages, services: MemberServices) {
    addMemberPages(pages, services);
    addAcceptancePages(pages, services);
  },
  addRoutes(app, services: MemberServices) {
    addMemberRoutes(app, services);
    addInviteRoutes(app, services);
  },
});
