import { defineInterface } from '../../platform/area.ts';
import { addDiscoveryRoutes } from './discovery-routes.ts';
import { keepCallsWritten } from './keep-calls-written.ts';
import type { McpServices } from './services.ts';
import { addSetupPage } from './setup-page.tsx';
import { addToolRoutes } from './tool-routes.ts';

export const mcpInterface = defineInterface({
  addRoutes(app, services: McpServices) {
    addDiscoveryRoutes(app, services.publicUrl);
    addToolRoutes(app, services);
  },
  addPages: (pages) => addSetupPage(pages),
  startJobs: (services: McpServices, { report, signal }) => [keepCallsWritten(services, report, signal)],
});
