import { defineInterface } from '../../platform/area.ts';
import { registerTool } from '../../platform/mcp/mcp-tool.ts';
import type { McpViewer } from '../../platform/mcp/mcp-viewer.ts';
import { explainError } from './explain-error-tool.ts';
import { addRecoveryRoutes } from './routes.ts';
import type { RecoveryServices } from './services.ts';

export const recoveryInterface = defineInterface({
  addRoutes: (app, services: RecoveryServices) => addRecoveryRoutes(app, services),
  listTools: ({ recovery }: RecoveryServices, viewer: McpViewer) => [
    registerTool(explainError(recovery, viewer), { usage: 'After an error response of the API, call explain_error.' }),
  ],
});
