import { defineInterface } from '../../platform/area.ts';
import type { CliContext } from '../../platform/cli/cli-context.ts';
import type { PlatformPorts } from '../../platform/ports.ts';
import { createSignInCommands } from './commands.ts';
import { addSignInPages, type SignInServices } from './pages.tsx';

/** How members sign in with a browser. */
export const signInInterface = defineInterface({
  addPages: (pages, services: SignInServices) => addSignInPages(pages, services),
  createCommands: (cli: CliContext<PlatformPorts>) => createSignInCommands(cli),
});
