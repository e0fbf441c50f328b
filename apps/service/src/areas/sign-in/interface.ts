import { defineInterface } from '../../platform/area.ts';
import type { CliContext } from '../../platform/cli/cli-context.ts';
import type { AreaStore, PlatformPorts } from '../../platform/ports.ts';
import { createSignInCommands } from './commands.ts';
import { addSignInPages } from './pages.tsx';

/** How members sign in with a browser. */
export const signInInterface = defineInterface({
  addPages: (pages, services: { readonly store: AreaStore }) => addSignInPages(pages, services.store),
  createCommands: (cli: CliContext<PlatformPorts>) => createSignInCommands(cli),
});
