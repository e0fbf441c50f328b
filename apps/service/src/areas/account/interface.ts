import { defineInterface } from '../../platform/area.ts';
import type { CliContext } from '../../platform/cli/cli-context.ts';
import type { AreaStore, PlatformPorts } from '../../platform/ports.ts';
import { type AccountStore, addAccountPages } from './account-pages.tsx';
import { createKeyCommands } from './key-commands.ts';
import { addKeyPages } from './key-pages.tsx';
import { addKeyRoutes } from './key-routes.ts';
import { createAccountCommands } from './member-commands.ts';
import { addAccountRoutes } from './routes.ts';
import { addSessionRoutes } from './session-routes.ts';

/** The account of a key's owner, and the commands of members and keys. */
export const accountInterface = defineInterface({
  addRoutes(app, services: { readonly store: AreaStore }) {
    addAccountRoutes(app, services);
    addKeyRoutes(app, services);
    addSessionRoutes(app, services);
  },
  addPages(pages, { store }: { readonly store: AccountStore }) {
    addAccountPages(pages, store);
    addKeyPages(pages, store);
  },
  createCommands: (cli: CliContext<PlatformPorts>) => [...createAccountCommands(cli), ...createKeyCommands(cli)],
});
