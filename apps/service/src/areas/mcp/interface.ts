import { defineInterface } from '../../platform/area.ts';
import { addDiscoveryRoutes } from './discovery-routes.ts';
import { keepCallsWritten } from './keep-calls-written.ts';
import type { McpServices } from './services.ts';
import { addSetupPage } from './setup-page.tsx';
import { addToolPages } from './tool-pages.tsx';
import { addToolRoutes } from './tool-routes.ts';

export const mcpInterface = defineInterface({
  addRoutes(app, services: McpServices) {
    addDiscoveryRoutes(app, services.publicUrl);
    addToolRoutes(app, services);
  },
  addPages(pages, services: McpServices) {
    addSetupPage(pages);
    addToolPages(pages, services);
  },
  startJobs: (services: McpServices, { report, signal }) => [keepCallsWritten(services, report, signal)],
});
