import { defineInterface } from '../../platform/area.ts';
import type { CliContext } from '../../platform/cli/cli-context.ts';
import { registerTool } from '../../platform/mcp/mcp-tool.ts';
import type { McpViewer } from '../../platform/mcp/mcp-viewer.ts';
import type { PlatformPorts } from '../../platform/ports.ts';
import { createUseCaseCommands } from './commands.ts';
import { MAX_DOCUMENT_BYTES } from './document-routes.ts';
import { getUseCase } from './get-use-case-tool.ts';
import { listUseCases } from './list-use-cases-tool.ts';
import { addUseCasePages } from './pages.tsx';
import { addUseCaseRoutes } from './routes.ts';
import type { UseCaseServices } from './services.ts';
import type { UseCasePorts } from './store.ts';

const USAGE =
  'For a task that takes several calls of the API, call list_use_cases and get_use_case before you plan it yourself.';

export const useCasesInterface = defineInterface({
  bodies: [
    { path: /\/use-cases-import$/, maxSize: MAX_DOCUMENT_BYTES },
    { path: /\/use-cases(\/[^/]+)?$/, maxSize: 131_072 },
  ],
  addRoutes: (app, services: UseCaseServices) => addUseCaseRoutes(app, services),
  addPages: (pages, services: UseCaseServices) => addUseCasePages(pages, services),
  createCommands: (cli: CliContext<PlatformPorts & UseCasePorts>) => createUseCaseCommands(cli),
  listTools: (services: UseCaseServices, viewer: McpViewer) => [
    registerTool(listUseCases(services, viewer), { isPublic: true, usage: USAGE }),
    registerTool(getUseCase(services, viewer), { isPublic: true, usage: USAGE }),
  ],
});
