import { defineInterface } from '../../platform/area.ts';
import { registerTool } from '../../platform/mcp/mcp-tool.ts';
import type { McpViewer } from '../../platform/mcp/mcp-viewer.ts';
import { keepAssessed } from './assess-users.ts';
import { keepErased } from './erase-users.ts';
import { listUsersAtRisk } from './list-users-at-risk-tool.ts';
import { addRiskThresholdRoutes } from './risk-threshold-routes.ts';
import { addUserRoutes } from './routes.ts';
import type { UserServices } from './services.ts';

export const usersInterface = defineInterface({
  addRoutes(app, services: UserServices) {
    addUserRoutes(app, services);
    addRiskThresholdRoutes(app, services);
  },
  listTools: ({ store }: UserServices, viewer: McpViewer) => [
    registerTool(listUsersAtRisk(store, viewer), {
      usage: 'For users of the API who stopped sending requests or are stuck, call list_users_at_risk.',
    }),
  ],
  startJobs: ({ store }: UserServices, { report, signal }) => [
    keepAssessed(store, report, signal),
    keepErased(store, report, signal),
  ],
});
