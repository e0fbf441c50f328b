import { defineInterface } from '../../platform/area.ts';
import type { CliContext } from '../../platform/cli/cli-context.ts';
import type { AreaStore, PlatformPorts } from '../../platform/ports.ts';
import { createProjectCommands } from './commands.ts';
import { addProjectPages } from './pages.tsx';
import { addProjectRoutes } from './routes.ts';

export const projectsInterface = defineInterface({
  addRoutes: (app, services: { readonly store: AreaStore }) => addProjectRoutes(app, services),
  addPages: (pages, services: { readonly store: AreaStore }) => addProjectPages(pages, services),
  createCommands: (cli: CliContext<PlatformPorts>) => createProjectCommands(cli),
});
